// The invented registry: what is true about company c and establishment e, and how the files write it down.
// Pure arithmetic on (seed, index).

import type { CompanyStatus } from '../../../src/domain/company/company.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { createCalendar, endDateAfter } from '../values/calendar.ts';
import { createTraits, type Traits } from '../values/defects.ts';
import type { CompanyFacts, EstablishmentFacts, SimplesFacts, WrittenText } from '../values/facts.ts';
import { toLegalName, toTradeName } from '../values/names.ts';
import { mix, Random } from '../values/random.ts';
import { specialSituations } from '../values/vocabulary.ts';
import { createBranches } from './branches.ts';
import { toSimples } from './simples.ts';

/** Rows of the 2026-09 dump: companies for each establishment. */
const companiesPerEstablishment = 70_085_591 / 73_366_147;
const rootCount = 100_000_000;

export interface RegistryOptions {
  readonly seed: number;
  readonly establishments: number;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly defects: boolean;
}

export type SyntheticRegistry = ReturnType<typeof createRegistry>;

export const statusByCode: Readonly<Record<string, CompanyStatus>> = {
  '01': 'annulled',
  '02': 'active',
  '03': 'suspended',
  '04': 'unfit',
  '08': 'closed',
};

export function createRegistry(options: RegistryOptions) {
  const companies = Math.max(1, Math.round(options.establishments * companiesPerEstablishment));
  const branches = createBranches({ companies, branches: options.establishments - companies, seed: options.seed });
  const calendar = createCalendar(options.date);
  const rootsPerCompany = Math.floor(rootCount / companies);
  const random = new Random();
  const traits: Traits = createTraits({
    seed: options.seed,
    defects: options.defects,
    sizes: {
      company: companies,
      establishment: options.establishments,
      branch: options.establishments - companies,
      branch_group: branches.groups,
    },
  });
  const [companySalt, nameSalt, establishmentSalt, simplesSalt, rootSalt] = [1, 2, 3, 4, 5].map((salt) =>
    mix(options.seed, salt),
  ) as [number, number, number, number, number];

  function rootOf(company: number): string {
    const digits = String(company * rootsPerCompany + rootWithin(company)).padStart(8, '0');
    return traits.alphanumeric_root(company) ? withLetters(digits, company) : digits;
  }

  /** A root that no company has; `choice` picks one of many. */
  function unusedRoot(choice: number): string {
    const used = companies * rootsPerCompany;
    const company = choice % companies;
    const number =
      rootsPerCompany === 1
        ? used + (choice % (rootCount - used))
        : company * rootsPerCompany + ((rootWithin(company) + 1) % rootsPerCompany);
    return String(number).padStart(8, '0');
  }

  function rootWithin(company: number): number {
    return company === 0 ? 0 : mix(rootSalt, company) % rootsPerCompany;
  }

  function getCompany(index: number): CompanyFacts {
    random.restart(mix(companySalt, index));
    const kindDraw = random.below(100);
    const simplesDraw = random.below(100);
    // Roots were handed out in order of time, ever faster: half of all companies are younger than 18 years.
    const startDay = Math.max(0, Math.floor(calendar.today * Math.sqrt((index + 0.5) / companies)) - random.below(4));
    let kind: CompanyFacts['kind'] = kindDraw < 65 ? 'person' : kindDraw < 93 ? 'business' : 'association';
    let simples: CompanyFacts['simples'];
    if (kind === 'person') simples = simplesDraw < 40 ? 'mei' : simplesDraw < 80 ? 'former_mei' : 'simples';
    else simples = simplesDraw < 50 ? 'simples' : 'no_row';
    if (kind === 'person' && simplesDraw >= 84) simples = 'no_row';
    if (traits.mei_exclusion_in_future(index)) [kind, simples] = ['person', 'mei'];
    if (traits.mei_option_blank(index)) simples = 'simples';
    const oddDates = traits.simples_dates_empty(index) || traits.simples_dates_zero(index);
    if (oddDates && simples === 'no_row') simples = 'simples';
    return { index, root: rootOf(index), kind, simples, startDay };
  }

  function legalNameOf(company: CompanyFacts): WrittenText {
    return toLegalName(company, traits, random.restart(mix(nameSalt, company.index)));
  }

  function simplesOf(company: CompanyFacts): SimplesFacts | undefined {
    return toSimples(company, traits, calendar, random.restart(mix(simplesSalt, company.index)));
  }

  function getEstablishment(index: number): EstablishmentFacts {
    const headOffice = index < companies;
    const branch = headOffice ? undefined : branches.at(index - companies);
    const company = getCompany(branch?.company ?? index);
    const swapped = traits.head_office_0002_branch_0001(branches.groupOf(company.index));
    random.restart(mix(establishmentSalt, index));
    let branchNumber = swapped ? '0002' : '0001';
    if (branch !== undefined) {
      branchNumber = swapped && branch.ordinal === 0 ? '0001' : String(branch.ordinal + 2).padStart(4, '0');
      if (traits.alphanumeric_branch(index - companies)) branchNumber = withLetters(branchNumber, index);
    }
    const startDay = headOffice
      ? company.startDay
      : company.startDay + random.below(calendar.today - company.startDay + 1);
    const statusCode = traits.status_unknown(index)
      ? random.pick(['05', '09', '00', '10'])
      : statusCodeOf(company, random.below(1000));
    const special = traits.special_situation(index);
    return {
      index,
      company,
      cnpj: completeCnpj(company.root + branchNumber),
      headOffice,
      statusCode,
      statusDate: statusCode === '02' ? calendar.text(startDay) : endDateAfter(startDay, calendar, random),
      startDate: startDateText(index, startDay),
      tradeName: toTradeName(index, traits, random),
      specialSituation: special ? random.pick(specialSituations) : '',
      specialDate: special ? calendar.text(startDay + random.below(calendar.today - startDay + 1)) : '',
    };
  }

  function startDateText(index: number, startDay: number): string {
    if (traits.start_date_empty(index)) return '';
    if (traits.start_date_zero(index)) return '0';
    if (traits.start_date_odd_year(index)) return index % 2 === 0 ? '02020315' : '41000101';
    return traits.start_date_zeros(index) ? '00000000' : calendar.text(startDay);
  }

  return {
    options,
    companies,
    establishments: options.establishments,
    traits,
    branches,
    rootOf,
    unusedRoot,
    getCompany,
    legalNameOf,
    simplesOf,
    getEstablishment,
  };
}

function statusCodeOf(company: CompanyFacts, draw: number): string {
  if (company.simples === 'mei') return draw < 960 ? '02' : '04';
  if (draw < 240) return '02';
  if (draw < 850) return '08';
  if (draw < 995) return '04';
  return draw < 998 ? '03' : '01';
}

/** Turns some digits into letters, each of which gives its digit away: two numbers stay two numbers. */
function withLetters(digits: string, index: number): string {
  const offset = (index % 3) * 10;
  const letterAt = (position: number): string => {
    const letter = 65 + Number(digits[position]) + offset;
    return String.fromCharCode(letter <= 90 ? letter : letter - 10);
  };
  const last = digits.length - 1;
  return letterAt(0) + digits.slice(1, last) + letterAt(last);
}
