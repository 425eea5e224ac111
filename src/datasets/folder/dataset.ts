// A dataset: what is imported as immutable snapshots, one of which is live. Its folder, lock, pointer and rollback are in this
// room, and the way of its snapshots between machines in `share/`. It brings its own files and its own check.

import { join } from 'node:path';
import type { DatasetName } from '../../app/datasets/dataset-name.ts';

export const manifestFile = 'manifest.json';

export interface Dataset<Manifest extends SnapshotManifest = SnapshotManifest> extends DatasetName {
  /** The files of a snapshot in the order in which they travel, its manifest first. */
  files(folder: string): readonly string[];
  /** Throws SnapshotDamage, or a system error. */
  readManifest(folder: string): Manifest;
  /**
   * Reads all of a snapshot, in steps. Throws SnapshotDamage or a system error where the snapshot must not serve, and returns what is
   * wrong with parts that it can do without.
   */
  verify(folder: string): Generator<CheckStep, Error | undefined>;
}

/** Returns undefined if there is no such snapshot, or its manifest cannot be read. */
export function findManifest<Manifest extends SnapshotManifest>(
  { readManifest }: Pick<Dataset<Manifest>, 'readManifest'>,
  snapshots: string,
  id: string | null | undefined,
): Manifest | undefined {
  if (id === null || id === undefined) return undefined;
  try {
    return readManifest(join(snapshots, id));
  } catch {
    return undefined;
  }
}

/** Every manifest has these fields. */
export interface SnapshotManifest {
  readonly id: string;
  /** YYYY-MM-DD: the day of the data. */
  readonly data_as_of: string;
  /** ISO 8601, UTC. */
  readonly imported_at: string;
}

export interface CheckStep {
  /** `share` states how much of the whole check is done, from 0 to 1. */
  readonly share: number;
  /** `bytes` counts the bytes that were read in this step. */
  readonly bytes: number;
}
