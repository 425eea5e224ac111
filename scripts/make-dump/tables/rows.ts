// Facts of the invented registry -> fields of the four files, and lines with each field in quotes.

import type { CompanyFacts, EstablishmentFacts } from '../values/facts.ts';
import { properName } from '../values/names.ts';
import { mix, Random } from '../values/random.ts';
import * as vocabulary from '../values/vocabulary.ts';
import { addressOf } from './addresses.ts';
import { contactsOf } from './contacts.ts';
import { createPartners } from './partners.ts';
import type { SyntheticRegistry } from './registry.ts';

export type RowWriter = ReturnType<typeof createRowWriter>;

const capitals = '0,00 0,00 0,00 1000,00 1000,00 5000,00 10000,00 2000,00 3000,00 20000,00 1,00 500,00'.split(' ');
const otherNatures = ['4090', '3999', '4120', '3085', '2127', '2054', '3069', '2240'];

export function createRowWriter(registry: SyntheticRegistry) {
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
      ...[
        random.pickSkewed(vocabulary.activityCodes),
        otherActivities(),
        ...addressOf(index, random, traits),
        ...contactsOf(index, random, traits),
      ],
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
    /** The fields of a row, as written. */
    companyFields,
    establishmentFields,
    simplesFields,
    partnerFields: (company: number) =>
      Array.from({ length: partners.countOf(company) }, (_, ordinal) => partners.fieldsOf(company, ordinal)),
    company: (index: number) => toLine(companyFields(index)),
    /** The same root once more, without a name, as `08314885` was in the dumps of 2026-08 and 2026-09. */
    blankTwin: (index: number) => toLine([registry.rootOf(index), '', '0000', '00', '0,00', '', '']),
    establishment: (index: number) => toLine(establishmentFields(index)),
    /** Returns undefined for a company that never had a row. */
    simples(index: number) {
      const fields = simplesFields(index);
      return fields && toLine(fields);
    },
    /** Returns undefined if the company has fewer partners. */
    partner: (company: number, ordinal: number) =>
      ordinal < partners.countOf(company) ? toLine(partners.fieldsOf(company, ordinal)) : undefined,
  };
}

function toLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(';')}\n`;
}

function quoted(text: string): string {
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}
