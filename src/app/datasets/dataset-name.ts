// How a dataset is called: data that is imported as snapshots, such as the company registry.

import type { Bilingual } from '../../errors.ts';

export interface DatasetName {
  /** The first word of its commands and of its settings; its documents carry it too. */
  readonly name: string;
  /** One of them, in a sentence. */
  readonly noun: string;
  /** The same in Portuguese with its article: `o cadastro`. */
  readonly portuguese: string;
  /** What a snapshot of it is called in sentences: `snapshot` or `edition`. */
  readonly version: Bilingual;
  /** Its command for an import, where that is not `NAME import`. */
  readonly importCommand?: string;
  /** Whether a note outside of its folder tells for good that it was live once. */
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

/** Of two imports of the same data the later one is the newer. */
export function isOlder(one: DatedSnapshot, other: DatedSnapshot): boolean {
  return one.dataAsOf === other.dataAsOf ? one.importedAt < other.importedAt : one.dataAsOf < other.dataAsOf;
}
