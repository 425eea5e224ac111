// What the use cases know of the Receita's files and of a snapshot made from them. Data only: counts, dates, names of files.

export type DumpGroup = 'companies' | 'establishments' | 'simples';

export interface DumpFile {
  readonly group: DumpGroup;
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
  readonly rows: Readonly<Record<DumpGroup, number>>;
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
}

export interface SnapshotInfo {
  readonly id: string;
  readonly dataAsOf: string;
  readonly importedAt: string;
  readonly bytes: number;
  readonly counts: SnapshotCounts;
  readonly parts: readonly PartRows[];
}

/** How many rows one published file held. */
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
  /** Counted from 1, as the Receita counts. */
  readonly column: number;
  readonly name: string;
  readonly odd: number;
  readonly of: number;
}

/** What a look at the bytes of the files found outside ASCII. */
export interface TextEvidence {
  readonly accents: number;
  readonly impossible: number;
}

/** A snapshot that is written and not yet live, with what speaks for and against it. */
export interface Draft extends SnapshotInfo {
  /** Where the rejected rows are listed; undefined when there are none. */
  readonly rejectedReport: string | undefined;
  readonly text: TextEvidence;
  readonly oddColumns: readonly OddColumn[];
}

export const groupNames: Readonly<Record<DumpGroup, string>> = {
  companies: 'Empresas',
  establishments: 'Estabelecimentos',
  simples: 'Simples',
};

export const partsOf: Readonly<Record<DumpGroup, number>> = { companies: 10, establishments: 10, simples: 1 };

/** `Estabelecimentos3`; the Simples come in one part and have no number. */
export function toPartName(group: DumpGroup, part: number): string {
  return partsOf[group] === 1 ? groupNames[group] : `${groupNames[group]}${part}`;
}
