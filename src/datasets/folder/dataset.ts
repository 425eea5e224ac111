// A dataset: what is imported as immutable snapshots, one of which is live. Its folder, lock, pointer and rollback are in this
// room, and the way of its snapshots between machines in `share/`. It brings its own files and its own check.

import type { DatasetName } from '../../app/datasets/dataset-name.ts';

export const manifestFile = 'manifest.json';

export interface Dataset extends DatasetName {
  /** The files of a snapshot in the order in which they travel, its manifest first. */
  files(folder: string): readonly string[];
  /** Throws SnapshotDamage, or a system error. */
  readManifest(folder: string): SnapshotManifest;
  /**
   * Reads all of a snapshot, in steps. Throws SnapshotDamage or a system error where the snapshot must not serve, and returns what is
   * wrong with parts that it can do without.
   */
  verify(folder: string): Generator<CheckStep, Error | undefined>;
}

/** What every manifest says. */
export interface SnapshotManifest {
  readonly id: string;
  /** YYYY-MM-DD: the day of the data. */
  readonly data_as_of: string;
  /** ISO 8601, UTC. */
  readonly imported_at: string;
}

export interface CheckStep {
  /** Of the whole check, 0 to 1. */
  readonly share: number;
  /** What was read in this step. */
  readonly bytes: number;
}
