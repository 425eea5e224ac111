// The Receita Federal's published files: their names, their columns and their codes.
// The only file that knows them; when the Receita changes its layout, this is what changes.

import type { DumpGroup, DumpTable } from '../../app/registry/registry-snapshot.ts';
import type { CompanyStatus } from '../../domain/company/company.ts';
import { isRealDay } from '../../domain/dates/calendar.ts';

export interface GroupLayout {
  readonly columns: number;
  /** Lowest plausible bytes of one row: bounds how many rows a file can hold, and with it the memory of the import. */
  readonly rowBytesMin: number;
}

export const layouts: Readonly<Record<DumpGroup, GroupLayout>> = {
  companies: { columns: 7, rowBytesMin: 36 },
  establishments: { columns: 30, rowBytesMin: 110 },
  simples: { columns: 7, rowBytesMin: 42 },
  partners: { columns: 11, rowBytesMin: 60 },
  taxRegimes: { columns: 5, rowBytesMin: 36 },
};

/** Columns of EMPRESAS, counted from 0. */
export const companyColumns = {
  root: 0,
  legalName: 1,
  legalNature: 2,
  responsibleQualification: 3,
  capital: 4,
  size: 5,
  federativeEntity: 6,
} as const;

/** Columns of ESTABELECIMENTOS, counted from 0. */
export const establishmentColumns = {
  root: 0,
  branch: 1,
  checkDigits: 2,
  headOffice: 3,
  tradeName: 4,
  status: 5,
  statusSince: 6,
  statusReason: 7,
  cityAbroad: 8,
  country: 9,
  startedOn: 10,
  mainActivity: 11,
  otherActivities: 12,
  streetKind: 13,
  street: 14,
  number: 15,
  complement: 16,
  district: 17,
  postalCode: 18,
  state: 19,
  municipality: 20,
  areaCode: 21,
  phone: 22,
  secondAreaCode: 23,
  secondPhone: 24,
  faxAreaCode: 25,
  fax: 26,
  email: 27,
  specialSituation: 28,
  specialSituationSince: 29,
} as const;

/** Columns of SIMPLES, counted from 0. */
export const simplesColumns = {
  root: 0,
  option: 1,
  optedOn: 2,
  excludedOn: 3,
  meiOption: 4,
  meiOptedOn: 5,
  meiExcludedOn: 6,
} as const;

/** Columns of SOCIOS, counted from 0. */
export const partnerColumns = {
  root: 0,
  kind: 1,
  name: 2,
  document: 3,
  qualification: 4,
  joinedOn: 5,
  country: 6,
  representative: 7,
  representativeName: 8,
  representativeQualification: 9,
  ageBand: 10,
} as const;

/** Columns of the files of tax regimes, counted from 0. */
export const taxRegimeColumns = { year: 0, cnpj: 1, scpCnpj: 2, form: 3, bookkeepings: 4 } as const;

/** Situação cadastral. Codes outside this table (Serpro also lists 05, "ativa não regular") are `unknown` and counted. */
export const statusOfCode: Readonly<Record<string, CompanyStatus>> = {
  '01': 'annulled',
  '02': 'active',
  '03': 'suspended',
  '04': 'unfit',
  '08': 'closed',
};

export interface MemberName {
  readonly group: DumpGroup | DumpTable;
  readonly part: number;
  /** Last digit of the year, month, day: `60808`. Undefined where the name carries no date. */
  readonly extraction: string | undefined;
}

const tags: readonly (readonly [DumpGroup | DumpTable, RegExp])[] = [
  ['establishments', /(?:^|\.)ESTABELE(?:$|\.)/],
  ['companies', /(?:^|\.)EMPRECSV(?:$|\.)/],
  ['simples', /(?:^|\.)SIMPLES(?:$|\.)/],
  ['partners', /(?:^|\.)SOCIOCSV(?:$|\.)/],
  ['activities', /(?:^|\.)CNAECSV(?:$|\.)/],
  ['reasons', /(?:^|\.)MOTICSV(?:$|\.)/],
  ['municipalities', /(?:^|\.)MUNICCSV(?:$|\.)/],
  ['legalNatures', /(?:^|\.)NATJUCSV(?:$|\.)/],
  ['countries', /(?:^|\.)PAISCSV(?:$|\.)/],
  ['qualifications', /(?:^|\.)QUALSCSV(?:$|\.)/],
];

/** `K3241.K03200Y3.D60808.ESTABELE` is part 3 of the establishments, extracted on 08-08 of a year that ends in 6. */
export function parseMemberName(name: string): MemberName | undefined {
  const upper = name.toUpperCase();
  const extraction = /\.D(\d[01]\d[0-3]\d)(?:$|\.)/.exec(upper)?.[1];
  const part = Number(/\.K\d+Y(\d)\./.exec(upper)?.[1] ?? 0);
  for (const [group, tag] of tags) {
    if (tag.test(upper)) return { group, part, extraction };
  }
  return undefined;
}

/** A digit for a year before this range means a year after it. No operator imports data so old, and a clock can be wrong. */
const yearsBack = 7;

/** The name gives only the last digit of its year: the latest year with that digit is meant. A day after tomorrow is none. */
export function toExtractionDate(extraction: string, nowMs: number): string | undefined {
  const tomorrow = new Date(nowMs + 86_400_000).toISOString().slice(0, 10);
  const monthAndDay = `${extraction.slice(1, 3)}-${extraction.slice(3, 5)}`;
  const thisYear = Number(tomorrow.slice(0, 4));
  for (let year = thisYear; year >= thisYear - yearsBack; year--) {
    if (String(year).at(-1) !== extraction[0]) continue;
    const day = `${year}-${monthAndDay}`;
    return isRealDay(day) && day <= tomorrow ? day : undefined;
  }
  return undefined;
}
