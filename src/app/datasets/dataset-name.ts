// How a dataset is called: data that is imported as snapshots, such as the company registry.

import type { Bilingual } from '../../errors.ts';

export interface DatasetName {
  /** The first word of its commands and of its settings; its documents carry it too. */
  readonly name: string;
  /** One of them, in a sentence. */
  readonly noun: string;
  /** The same in Portuguese with its article: `o cadastro`. */
  readonly portuguese: string;
  /** Sentences call a version of the dataset by this word: `snapshot` or `edition`. */
  readonly version: Bilingual;
  /** `given` names the input of an import with its verb: `The files are`, `Os arquivos são`. */
  readonly given: Bilingual;
  /** Sentences call the live version by this word: `snapshot` or `list`. */
  readonly live: string;
  /** `newer` names the next data to import: `month`, `o mês`. */
  readonly newer: Bilingual;
  /** `importCommand` names the import command if it is not `NAME import`. */
  readonly importCommand?: string;
  /** Tells whether a note outside the folder records permanently that the dataset was live once. */
  readonly isRemembered?: boolean;
}

/** A snapshot, as far as its age must be known. */
export interface DatedSnapshot {
  readonly id: string;
  /** YYYY-MM-DD */
  readonly dataAsOf: string;
  /** ISO 8601, UTC. */
  readonly importedAt: string;
}

/** Tells whether one snapshot is older than another. If two imports have the same data, the later import is newer. */
export function isOlder(one: DatedSnapshot, other: DatedSnapshot): boolean {
  return one.dataAsOf === other.dataAsOf ? one.importedAt < other.importedAt : one.dataAsOf < other.dataAsOf;
}
