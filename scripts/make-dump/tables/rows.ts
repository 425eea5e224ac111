// Facts of the invented registry -> fields of the four files, and lines with each field in quotes. Owns the columns that only
// whole records hold (addresses, phones, e-mails, capital), with what is wrong with them in the real files.

import type { CompanyFacts, EstablishmentFacts } from '../values/facts.ts';
import { personName, properName } from '../values/names.ts';
import { mix, Random } from '../values/random.ts';
import * as vocabulary from '../values/vocabulary.ts';
import { municipalityCodes } from './lookups.ts';
import { createPartners } from './partners.ts';
import type { SyntheticRegistry } from './registry.ts';

export interface RowWriter {
  /** The fields of a row, as written. */
  companyFields(index: number): string[];
  establishmentFields(index: number): string[];
  simplesFields(index: number): string[] | undefined;
  partnerFields(company: number): string[][];
  company(index: number): string;
  /** The same root once more, without a name, as `08314885` was in the dumps of 2026-08 and 2026-09. */
  blankTwin(index: number): string;
  establishment(index: number): string;
  /** Undefined for the companies that never had a row. */
  simples(index: number): string | undefined;
  /** Undefined where the company has fewer partners. */
  partner(company: number, ordinal: number): string | undefined;
}

const capitals = [
  '0,00',
  '0,00',
  '0,00',
  '1000,00',
  '1000,00',
  '5000,00',
  '10000,00',
  '2000,00',
  '3000,00',
  '20000,00',
  '1,00',
  '500,00',
];
/** Real codes of the Receita, so that most of them have an IBGE code. */
const towns = municipalityCodes();
const otherNatures = ['4090', '3999', '4120', '3085', '2127', '2054', '3069', '2240'];

export function createRowWriter(registry: SyntheticRegistry): RowWriter {
  const { traits, options } = registry;
  const random = new Random();
  const [companySalt, establishmentSalt] = [mix(options.seed, 11), mix(options.seed, 12)];

  function toCompanyFields(facts: CompanyFacts, name: string): string[] {
    random.restart(mix(companySalt, facts.index));
    let [nature, role] = ['2135', '50'];
    if (facts.kind === 'business') [nature, role] = ['2062', '49'];
    if (facts.kind === 'association') [nature, role] = [random.pick(otherNatures), '16'];
    let capital = random.chance(0.95) ? random.pick(capitals) : `${random.below(900_000)},${random.digits(2)}`;
    let size = facts.kind === 'person' ? '01' : random.pick(['01', '03', '05', '05']);
    if (traits.capital_absurd(facts.index)) capital = '999999999999,00';
    if (traits.size_not_informed(facts.index)) size = random.pick(['', '00']);
    if (traits.nature_not_informed(facts.index)) nature = random.pick(['0000', '8885']);
    if (traits.qualification_unlisted(facts.index)) role = '36';
    const ownedBy =
      facts.kind === 'association' && random.chance(0.03)
        ? `${properName(random)} - ${random.pick(vocabulary.states)}`
        : '';
    return [facts.root, name, nature, role, capital, size, ownedBy];
  }

  function addressOf(index: number): string[] {
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
    if (traits.address_semicolon(index))
      complement = `QUADRA ${random.below(99)};LOTE ${random.below(99)};${complement}`;
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
    const town = townOf(state);
    let postCode = town + random.digits(1) + (random.chance(0.4) ? '000' : `${random.digits(2)}0`);
    if (traits.postal_code_empty(index)) postCode = '';
    if (traits.postal_code_short(index)) postCode = `1${random.digits(6)}`;
    if (traits.postal_code_unusable(index)) postCode = random.pick(['123', '0', 'ABCDEFGH', '123456789']);
    if (traits.address_abroad(index)) return [kind, street, number, complement, district, '', 'EX', '9707'];
    return [kind, street, number, complement, district, postCode, state, town];
  }

  /** A few towns of a state hold most of its companies. */
  function townOf(state: string): string {
    const place = Math.floor((random.below(1000) / 1000) ** 4 * 400);
    return towns[(state.charCodeAt(0) * 331 + state.charCodeAt(1) * 17 + place * 7) % towns.length] as string;
  }

  function contactsOf(index: number): string[] {
    const area = String(11 + random.below(88));
    const first = random.chance(0.85) ? [area, phone()] : ['', ''];
    const second = random.chance(0.08) ? [area, phone()] : ['', ''];
    const fax = random.chance(0.12) ? [area, phone()] : ['', ''];
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

  function phone(): string {
    return random.chance(0.04) ? '0' : `${random.pick(['9', '8', '3', '3', '2'])}${random.digits(7)}`;
  }

  function otherActivities(): string {
    if (random.chance(0.51)) return '';
    let count = 1 + Math.floor(-Math.log(1 - random.below(10_000) / 10_000) * 3);
    if (random.chance(0.0005)) count = 99;
    let list = random.pickSkewed(vocabulary.activityCodes);
    while (--count > 0) list += `,${random.pickSkewed(vocabulary.activityCodes)}`;
    return list;
  }

  function toEstablishmentFields(facts: EstablishmentFacts): string[] {
    const { cnpj, index } = facts;
    random.restart(mix(establishmentSalt, index));
    let [city, country] = ['', random.chance(0.025) ? '105' : ''];
    if (random.chance(0.0025)) [city, country] = [random.pick(['DOVER', 'WILMINGTON', 'ESSEN']), '249'];
    if (traits.country_unknown(index)) country = random.pick(['999', '008', '009', '994']);
    const reason = traits.reason_unlisted(index) ? '32' : reasonOf(facts.statusCode);
    return [
      ...[cnpj.slice(0, 8), cnpj.slice(8, 12), cnpj.slice(12), facts.headOffice ? '1' : '2', facts.tradeName.written],
      ...[facts.statusCode, facts.statusDate, reason, city, country, facts.startDate],
      ...[random.pickSkewed(vocabulary.activityCodes), otherActivities(), ...addressOf(index), ...contactsOf(index)],
      ...[facts.specialSituation, facts.specialDate],
    ];
  }

  function reasonOf(statusCode: string): string {
    if (statusCode === '02') return '00';
    if (statusCode === '04') return '63';
    return random.chance(0.8) ? '01' : random.pick(['71', '67', '73', '54', '75']);
  }

  const companyFields = (index: number): string[] => {
    const facts = registry.getCompany(index);
    return toCompanyFields(facts, registry.legalNameOf(facts).written);
  };
  const establishmentFields = (index: number): string[] => toEstablishmentFields(registry.getEstablishment(index));
  const simplesFields = (index: number): string[] | undefined => {
    const company = registry.getCompany(index);
    const facts = registry.simplesOf(company);
    if (facts === undefined) return undefined;
    const { simplesOption, simplesFrom, simplesUntil, meiOption, meiFrom, meiUntil } = facts;
    return [company.root, simplesOption, simplesFrom, simplesUntil, meiOption, meiFrom, meiUntil];
  };
  const partners = createPartners(registry);
  return {
    companyFields,
    establishmentFields,
    simplesFields,
    partnerFields: (company) =>
      Array.from({ length: partners.countOf(company) }, (_, ordinal) => partners.fieldsOf(company, ordinal)),
    company: (index) => toLine(companyFields(index)),
    blankTwin: (index) => toLine([registry.rootOf(index), '', '0000', '00', '0,00', '', '']),
    establishment: (index) => toLine(establishmentFields(index)),
    simples(index) {
      const fields = simplesFields(index);
      return fields && toLine(fields);
    },
    partner: (company, ordinal) =>
      ordinal < partners.countOf(company) ? toLine(partners.fieldsOf(company, ordinal)) : undefined,
  };
}

function toLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(';')}\n`;
}

function quoted(text: string): string {
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}
