// Invented addresses, with what is wrong with them in the real files.

import { personName, properName } from '../values/names.ts';
import type { Random } from '../values/random.ts';
import * as vocabulary from '../values/vocabulary.ts';
import { municipalityCodes } from './lookups.ts';
import type { SyntheticRegistry } from './registry.ts';

type Traits = SyntheticRegistry['traits'];

/** Real codes of the Receita, so that most of them have an IBGE code. */
const towns = municipalityCodes();

export function addressOf(index: number, random: Random, traits: Traits): string[] {
  let kind = random.chance(0.013) ? '' : random.pick(vocabulary.streetKinds);
  if (traits.street_kind_odd(index)) kind = '10A RUA';
  let street = random.chance(0.35)
    ? personName(random)
    : `${properName(random)} ${random.chance(0.3) ? properName(random) : ''}`.trim();
  if (random.chance(0.12)) street = String(1 + random.below(400));
  const number = random.chance(0.1)
    ? random.pick(['SN', 'S/N', 'S N'])
    : String(1 + random.below(random.chance(0.7) ? 999 : 4999));
  let complement = '';
  if (random.chance(0.42))
    complement = `${random.pick(vocabulary.complements)} ${1 + random.below(random.chance(0.5) ? 20 : 900)}`;
  if (traits.address_semicolon(index)) complement = `QUADRA ${random.below(99)};LOTE ${random.below(99)};${complement}`;
  if (traits.address_newline(index)) complement = `LOJA ${random.below(99)}\nTERREO ${complement}`;
  if (traits.address_quote(index)) complement = `EDIF "${properName(random)}" ${complement}`;
  if (traits.address_backslash(index)) complement = `${complement} KM ${random.below(99)}\\`;
  if (traits.address_nul(index)) complement = `\0\0${complement}`;
  if (traits.address_blanks(index))
    complement = `${complement}                ${random.pick(vocabulary.complements)}  ${random.below(99)}`;
  if (traits.address_accent(index)) street = `${random.pick(vocabulary.accented)} ${street}`;
  if (traits.address_c1_byte(index)) street = `${street} \x93${properName(random)}\x94`;
  const place = random.pick(vocabulary.places);
  const district = place === 'CENTRO' ? place : `${place} ${properName(random)}`;
  const state = random.pickSkewed(vocabulary.states);
  const town = townOf(state, random);
  let postCode = town + random.digits(1) + (random.chance(0.4) ? '000' : `${random.digits(2)}0`);
  if (traits.postal_code_empty(index)) postCode = '';
  if (traits.postal_code_short(index)) postCode = `1${random.digits(6)}`;
  if (traits.postal_code_unusable(index)) postCode = random.pick(['123', '0', 'ABCDEFGH', '123456789']);
  if (traits.address_abroad(index)) return [kind, street, number, complement, district, '', 'EX', '9707'];
  return [kind, street, number, complement, district, postCode, state, town];
}

/** A few towns of a state hold most of its companies. */
function townOf(state: string, random: Random): string {
  const place = Math.floor((random.below(1000) / 1000) ** 4 * 400);
  return towns[(state.charCodeAt(0) * 331 + state.charCodeAt(1) * 17 + place * 7) % towns.length] as string;
}
