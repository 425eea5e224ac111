// What the use cases know of the Receita's files and of a snapshot made from them. Data only: counts, dates, names of files.

import type { DatedSnapshot } from '../datasets/dataset-name.ts';

export type DumpGroup = 'companies' | 'establishments' | 'simples' | 'partners' | 'taxRegimes';
/** These groups serve whole records alone. A set of files without any of them is complete. */
export const groupsOfRecords: ReadonlySet<DumpGroup | DumpTable> = new Set(['partners', 'taxRegimes']);

/** The small tables of codes with their texts. */
export const dumpTables = [
  'activities',
  'reasons',
  'municipalities',
  'legalNatures',
  'countries',
  'qualifications',
] as const;
export type DumpTable = (typeof dumpTables)[number];

export function isTable(group: DumpGroup | DumpTable): group is DumpTable {
  return (dumpTables as readonly string[]).includes(group);
}

export interface DumpFile {
  readonly group: DumpGroup | DumpTable;
  /** 0 to 9; the Simples come in one part, 0. */
  readonly part: number;
  /** YYYY-MM-DD, undefined where the name carries no date. */
  readonly dataAsOf: string | undefined;
  readonly path: string;
  readonly csvBytes: number;
}

export interface SnapshotCounts {
  readonly establishments: number;
  readonly companies: number;
  readonly meis: number;
  /** No partners where the records were left out. */
  readonly rows: Readonly<Record<Exclude<DumpGroup, 'partners' | 'taxRegimes'>, number>> & {
    readonly partners?: number;
    /** None where the files of tax regimes were not there. */
    readonly tax_regimes?: number;
  };
  readonly rejected_rows: number;
  readonly without_company: number;
  readonly without_legal_name: number;
  readonly companies_without_establishment: number;
  readonly duplicate_companies: number;
  readonly duplicate_establishments: number;
  readonly conflicting_establishments: number;
  readonly unknown_statuses: number;
  readonly unknown_office_kinds: number;
  readonly unreadable_dates: number;
  /** Establishments whose start date is empty. */
  readonly empty_start_dates: number;
  readonly unknown_mei_options: number;
  /** Names of over 255 bytes, kept without their end; undefined in snapshots of before they were kept. */
  readonly cut_names?: number;
}

/** The counts describe what the import of whole records found besides. None of them is a reason to drop an establishment. */
export interface RecordCounts {
  /** Rows of partners that stand in a record. */
  readonly partners: number;
  /** The same in all columns as another one, and left out. */
  readonly duplicate_partners: number;
  /** `partners_without_company` counts the partners of companies that are not in the files, or have no establishment. */
  readonly partners_without_company: number;
  /** This count and the next two are undefined in snapshots from before the import read the files of tax regimes. */
  readonly tax_regimes?: number;
  readonly duplicate_tax_regimes?: number;
  readonly tax_regimes_without_company?: number;
  /** Uses of codes that the tables lack, by table and code: they keep the code and have no text. */
  readonly codes_without_text: Readonly<Partial<Record<DumpTable, Readonly<Record<string, number>>>>>;
  /** Uses of municipality codes for which no IBGE code is known. */
  readonly municipalities_without_ibge: number;
  /** Tables that were not among the files, or did not have a code and a text in each row. */
  readonly missing_tables: readonly DumpTable[];
  readonly unreadable_days: number;
  readonly unreadable_codes: number;
  readonly unusable_postal_codes: number;
  readonly unusable_phones: number;
  readonly unusable_emails: number;
  readonly unusable_documents: number;
  /** Longer than 255 characters; cut. */
  readonly oversized_texts: number;
}

/** The second file of a snapshot. */
export interface RecordsInfo {
  readonly bytes: number;
  /** Tells whether the files of partners were imported. */
  readonly partners: boolean;
  readonly counts: RecordCounts;
}

export interface SnapshotInfo extends DatedSnapshot {
  readonly bytes: number;
  readonly counts: SnapshotCounts;
  readonly parts: readonly PartRows[];
  /** The value is undefined if only the facts of verification were imported. */
  readonly records?: RecordsInfo | undefined;
}

/** The object counts the rows of one published file. */
export interface PartRows {
  /** `Estabelecimentos3` */
  readonly name: string;
  readonly group: DumpGroup;
  readonly part: number;
  readonly rows: number;
}

/** A column of which some sampled rows do not have the published form. */
export interface OddColumn {
  readonly group: DumpGroup;
  /** Columns are numbered from 1, as the Receita numbers them. */
  readonly column: number;
  readonly name: string;
  readonly odd: number;
  readonly of: number;
}

/** The evidence describes the bytes outside ASCII that the import found in the files. */
export interface TextEvidence {
  readonly accents: number;
  readonly impossible: number;
}

/** A snapshot that is written and not yet live, with what speaks for and against it. */
export interface Draft extends SnapshotInfo {
  /** The report at this path lists the rejected rows; undefined if there are none. */
  readonly rejectedReport: string | undefined;
  readonly text: TextEvidence;
  readonly oddColumns: readonly OddColumn[];
}

export const groupNames: Readonly<Record<DumpGroup, string>> = {
  companies: 'Empresas',
  establishments: 'Estabelecimentos',
  simples: 'Simples',
  partners: 'Socios',
  taxRegimes: 'regime tributário',
};

/** The files of tax regimes, by their part; they are published beside the months, without a date. */
const taxRegimeFiles = ['Lucro Real', 'Lucro Presumido', 'Lucro Arbitrado', 'Imunes e Isentas'] as const;

/** `Lucro Presumido 1.zip` is part 1: case, what stands between the words and a number behind them have differed. */
export function findTaxRegimePart(fileName: string): number | undefined {
  const words = fileName.toLowerCase().replace(/[^a-z]+/g, ' ');
  const part = taxRegimeFiles.findIndex((name) => words.startsWith(name.toLowerCase()));
  return part < 0 ? undefined : part;
}

export const partsOf: Readonly<Record<DumpGroup, number>> = {
  companies: 10,
  establishments: 10,
  simples: 1,
  partners: 10,
  taxRegimes: taxRegimeFiles.length,
};

/** `Estabelecimentos3`; the Simples come in one part and have no number. */
export function toPartName(group: DumpGroup, part: number): string {
  if (group === 'taxRegimes') return taxRegimeFiles[part] ?? groupNames[group];
  return partsOf[group] === 1 ? groupNames[group] : `${groupNames[group]}${part}`;
}
