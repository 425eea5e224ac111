// Everything that the public registry publishes about one establishment and the company that it belongs to, read clean.
// What is not informed is null, whatever the files write in its place; which of it a caller may see is decided elsewhere.

import type { Cnpj, CnpjRoot } from '../numbers/cnpj.ts';
import type { CompanyStatus } from './company.ts';

/** A code as published, leading zeros kept, and its text; null where the Receita's tables lack the code. */
export interface CodedText {
  readonly code: string;
  readonly text: string | null;
}

export interface CompanyRecord {
  readonly cnpj: Cnpj;
  /** CPFs inside names are masked before they get here. */
  readonly legalName: string | null;
  readonly tradeName: string | null;
  readonly headOffice: boolean;
  readonly status: CompanyStatus;
  /** Two digits as published, also where `status` is `unknown`. */
  readonly statusCode: string | null;
  /** All days are YYYY-MM-DD. */
  readonly statusSince: string | null;
  readonly statusReason: CodedText | null;
  readonly foundationDate: string | null;
  readonly specialSituation: SpecialSituation | null;
  readonly mainActivity: CodedText | null;
  readonly otherActivities: readonly CodedText[];
  readonly address: Address;
  readonly contacts: Contacts;
  readonly legalNature: CodedText | null;
  /** The company declared its size: 01 micro, 03 small, 05 any other. */
  readonly size: CodedText | null;
  /** Decimal, two places, exact: `1000.00`. */
  readonly capital: string | null;
  readonly responsibleQualification: CodedText | null;
  /** Public bodies only: `CITY - UF`. */
  readonly federativeEntity: string | null;
  /** The value is null if the company has no row in the Simples file. */
  readonly simples: TaxOption | null;
  readonly mei: TaxOption | null;
  /** The list states how the company was taxed, year by year, outside of Simples. It is null if the files of tax regimes were not imported. */
  readonly taxRegimes: readonly TaxRegime[] | null;
  /** The list is the same for all establishments of the company. It is empty if the files list no partner (sole traders). */
  readonly partners: readonly Partner[] | null;
  /** `partnersTotal` counts all partners; `partners` holds only the first ones of a company with very many. It is null if they were not imported. */
  readonly partnersTotal: number | null;
  /** The field states why `partners` is null; otherwise it is null itself. */
  readonly partnersMissing: PartnersMissing | null;
  /** `establishments` counts the company's establishments, this one included. */
  readonly establishments: number;
  /** The establishment that is marked as head office; null where none is. */
  readonly headOfficeCnpj: Cnpj | null;
  /** The field holds the files' own values if the clean value says less. It serves callers who expect those values. */
  readonly asPublished?: PublishedValues | undefined;
}

/** Each is there only where it cannot be told from the clean value. */
export interface PublishedValues {
  /** The mark of a head office or a branch where it is neither 1 nor 2. */
  readonly officeKind?: string;
  /** A postal code that is not eight digits. */
  readonly postalCode?: string;
  /** Codes that mean "not informed", with the text that the table gives them. */
  readonly size?: CodedText;
  readonly legalNature?: CodedText;
  readonly responsibleQualification?: CodedText;
  readonly mainActivity?: CodedText;
}

/** A record shows at most this many partners; callers read the others page by page. */
export const partnersShown = 100;

/** `not_imported`: the imported set of files had no Sócios. */
export type PartnersMissing = 'not_imported';

export interface SpecialSituation {
  readonly text: string;
  readonly since: string | null;
}

export interface Address {
  readonly streetKind: string | null;
  readonly street: string | null;
  readonly number: string | null;
  readonly complement: string | null;
  readonly district: string | null;
  /** CEP, eight digits. */
  readonly postalCode: string | null;
  /** Two letters; `EX` abroad. */
  readonly state: string | null;
  readonly municipality: Municipality | null;
  readonly cityAbroad: string | null;
  /** Empty for most addresses in Brazil. */
  readonly country: CodedText | null;
}

export interface Municipality {
  /** The Receita's own code (TOM, the same as SIAFI), four digits. */
  readonly tomCode: string;
  /** Seven digits; null where the mapping lacks the TOM code. */
  readonly ibgeCode: string | null;
  readonly name: string | null;
}

export interface Contacts {
  readonly phone: Phone | null;
  readonly secondPhone: Phone | null;
  readonly fax: Phone | null;
  readonly email: string | null;
}

export interface Phone {
  /** The area code has no leading zeros. */
  readonly areaCode: string | null;
  /** The number has at most eight digits, because the files cut the ninth of mobile numbers off. */
  readonly number: string;
}

export interface TaxOption {
  readonly opted: boolean | null;
  readonly optedOn: string | null;
  /** May lie in the future: the option then stands until that day. */
  readonly excludedOn: string | null;
}

export interface TaxRegime {
  readonly year: number;
  /** CNPJ of the silent partnership (SCP) that it is about; null where it is about the company itself. */
  readonly scpCnpj: string | null;
  /** The form is in the files' words: `LUCRO REAL`, `LUCRO PRESUMIDO`, `LUCRO ARBITRADO`, `ISENTA DO IRPJ`, `IMUNE DO IRPJ`. */
  readonly form: string;
  /** `bookkeepings` counts the digital bookkeepings (ECF) that the company handed in for the year. */
  readonly bookkeepings: number;
}

export const partnerKinds = ['company', 'person', 'foreign', 'unknown'] as const;
export type PartnerKind = (typeof partnerKinds)[number];

export interface Partner {
  readonly kind: PartnerKind;
  readonly name: string | null;
  /** A company's CNPJ, or a person's CPF in the Receita's mask (`***456789**`). */
  readonly document: string | null;
  readonly qualification: CodedText | null;
  readonly joinedOn: string | null;
  readonly country: CodedText | null;
  readonly representative: Representative | null;
  readonly ageBand: AgeBand | null;
  /** The field holds the files' own values beside the clean ones: qualification `00`, and a role if no representative is named. */
  readonly asPublished?:
    | { readonly qualification?: CodedText; readonly representativeQualification?: CodedText }
    | undefined;
}

export interface Representative {
  /** The document carries the Receita's mask. */
  readonly document: string;
  readonly name: string | null;
  readonly qualification: CodedText | null;
}

export interface AgeBand {
  /** 1 to 9 as published. */
  readonly code: string;
  readonly fromYears: number;
  /** The value is null for the last band, which has no end. */
  readonly toYears: number | null;
}

/** A list of a company's establishments shows these fields of each. */
export type EstablishmentSummary = Pick<
  CompanyRecord,
  'cnpj' | 'headOffice' | 'tradeName' | 'status' | 'foundationDate'
> &
  Pick<Address, 'state' | 'municipality'>;

/** Conditions that must all hold; one that is undefined always does. Codes as published, any of a list. */
export interface RecordFilter {
  readonly states?: readonly string[] | undefined;
  /** TOM or IBGE codes. */
  readonly municipalities?: readonly string[] | undefined;
  /** Main or other activity. */
  readonly activities?: readonly string[] | undefined;
  readonly statuses?: readonly CompanyStatus[] | undefined;
  readonly foundedFrom?: string | undefined;
  readonly foundedUntil?: string | undefined;
  readonly sizes?: readonly string[] | undefined;
  readonly legalNatures?: readonly string[] | undefined;
  /** The filter selects the establishments of one company. */
  readonly root?: CnpjRoot | undefined;
}

const ageBands: Readonly<Record<string, AgeBand>> = Object.fromEntries(
  [0, 13, 21, 31, 41, 51, 61, 71, 81].map((fromYears, index, starts) => {
    const next = starts[index + 1];
    const code = String(index + 1);
    return [code, { code, fromYears, toYears: next === undefined ? null : next - 1 }];
  }),
);

/** Returns undefined for `0` (not applicable) and for undocumented codes. */
export function findAgeBand(code: string): AgeBand | undefined {
  return Object.hasOwn(ageBands, code) ? ageBands[code] : undefined;
}

/** The labels stand in the Receita's layout document only, no table file carries them. */
const sizeLabels: Readonly<Record<string, string>> = {
  '01': 'MICRO EMPRESA',
  '03': 'EMPRESA DE PEQUENO PORTE',
  '05': 'DEMAIS',
};

/** Returns null for `00` and blank, which both mean not informed. */
export function toCompanySize(code: string): CodedText | null {
  if (code === '' || code === '00') return null;
  return { code, text: sizeLabels[code] ?? null };
}

export function toEstablishmentSummary(record: CompanyRecord): EstablishmentSummary {
  const { cnpj, headOffice, tradeName, status, foundationDate, address } = record;
  const { state, municipality } = address;
  return { cnpj, headOffice, tradeName, status, foundationDate, state, municipality };
}

export function matchesFilter(record: CompanyRecord, filter: RecordFilter): boolean {
  return (
    matchesFacts(record, filter) &&
    matchesRow(record, filter) &&
    isIn(filter.sizes, record.size?.code) &&
    isIn(filter.legalNatures, record.legalNature?.code)
  );
}

/** The part of a filter that needs no more than the facts of verification: what fails it need not be read. */
export function matchesFacts(
  { cnpj, status, foundationDate: day }: Pick<CompanyRecord, 'cnpj' | 'status' | 'foundationDate'>,
  filter: RecordFilter,
): boolean {
  const { foundedFrom, foundedUntil } = filter;
  return (
    isIn(filter.statuses, status) &&
    (foundedFrom === undefined || (day !== null && day >= foundedFrom)) &&
    (foundedUntil === undefined || (day !== null && day <= foundedUntil)) &&
    (filter.root === undefined || cnpj.startsWith(filter.root))
  );
}

/** The part that needs no more than the establishment's own columns. */
export function matchesRow(
  row: Pick<CompanyRecord, 'address' | 'mainActivity' | 'otherActivities'>,
  filter: RecordFilter,
): boolean {
  const { state, municipality } = row.address;
  return (
    isIn(filter.states, state) &&
    isAnyIn(filter.municipalities, [municipality?.tomCode, municipality?.ibgeCode]) &&
    (filter.activities === undefined ||
      isAnyIn(filter.activities, [row.mainActivity?.code, ...row.otherActivities.map(({ code }) => code)]))
  );
}

function isIn<Value>(wanted: readonly Value[] | undefined, value: Value | null | undefined): boolean {
  return wanted === undefined || (value !== null && value !== undefined && wanted.includes(value));
}

function isAnyIn<Value>(wanted: readonly Value[] | undefined, values: readonly (Value | null | undefined)[]): boolean {
  return wanted === undefined || values.some((value) => isIn(wanted, value));
}
