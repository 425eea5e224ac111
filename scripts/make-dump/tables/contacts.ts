// Invented phones and e-mail addresses, with what is wrong with them in the real files.

import { properName } from '../values/names.ts';
import type { Random } from '../values/random.ts';
import * as vocabulary from '../values/vocabulary.ts';
import type { SyntheticRegistry } from './registry.ts';

type Traits = SyntheticRegistry['traits'];

export function contactsOf(index: number, random: Random, traits: Traits): string[] {
  const area = String(11 + random.below(88));
  const first = random.chance(0.85) ? [area, phone(random)] : ['', ''];
  const second = random.chance(0.08) ? [area, phone(random)] : ['', ''];
  const fax = random.chance(0.12) ? [area, phone(random)] : ['', ''];
  if (traits.area_code_zero(index)) first[0] = '0';
  if (traits.area_code_padded(index)) first[0] = `0${area}`;
  if (traits.second_phone_zeros(index)) [second[0], second[1]] = ['0000', '00000000'];
  const numbers = [...first, ...second, ...fax] as string[];
  if (traits.email_useless(index)) return [...numbers, random.pick(['NAO TEM', '@', 'NT'])];
  if (!random.chance(0.71)) return [...numbers, ''];
  const user = random.chance(0.5)
    ? `${random.pickSkewed(vocabulary.givenNames)}${random.pickSkewed(vocabulary.surnames)}${random.chance(0.5) ? random.below(999) : ''}`
    : random.pick(['CONTATO', 'CONTABIL', 'FISCAL', 'FINANCEIRO', 'ADM', 'COMERCIAL']) + random.below(99);
  // Reserved domains only: nobody receives mail that a test sends.
  const host = random.chance(0.6)
    ? random.pick(['MAIL.EXAMPLE', 'POST.EXAMPLE.COM', 'CAIXA.EXAMPLE'])
    : `${properName(random)}.EXAMPLE`;
  const email = `${user}@${host}`;
  return [...numbers, random.chance(0.77) ? email : email.toLowerCase()];
}

function phone(random: Random): string {
  return random.chance(0.04) ? '0' : `${random.pick(['9', '8', '3', '3', '2'])}${random.digits(7)}`;
}
