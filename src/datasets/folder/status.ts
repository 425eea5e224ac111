// What a look at the disk tells of a dataset: its live and its previous snapshot, the hold of a rollback, the last import.

import { join } from 'node:path';
import type { DatasetStatus, SnapshotStatus } from '../../app/datasets/dataset-status.ts';
import type { Dataset, SnapshotManifest } from './dataset.ts';
import { withDiskFaults } from './disk-fault.ts';
import { readLastImport } from './import-log.ts';
import { readVerifiedAt } from './notes.ts';
import { getPointer } from './rollback.ts';
import type { DatasetPaths } from './store.ts';

/** The function describes a snapshot by its manifest. Its values are null if the manifest is unreadable. */
type Describe<Manifest, Snapshot> = (
  manifest: Manifest | undefined,
) => Omit<Snapshot, 'id' | 'verified_at' | 'problem'>;

/** `check` may throw what else is wrong with a snapshot. */
export function readDatasetStatus<Manifest extends SnapshotManifest, Snapshot extends SnapshotStatus>(
  dataset: Dataset<Manifest>,
  paths: DatasetPaths,
  describe: Describe<Manifest, Snapshot>,
  check: (manifest: Manifest, folder: string, isLive: boolean) => void = () => {},
): DatasetStatus<Snapshot> {
  const toStatus = (id: string | null | undefined, isLive: boolean): Snapshot | null => {
    if (id === null || id === undefined) return null;
    const folder = join(paths.snapshots, id);
    const verified_at = readVerifiedAt(folder);
    try {
      const manifest = dataset.readManifest(folder);
      check(manifest, folder, isLive);
      return { id, ...describe(manifest), verified_at, problem: null } as Snapshot;
    } catch (error) {
      return { id, ...describe(undefined), verified_at, problem: toErrorText(error) } as Snapshot;
    }
  };
  return withDiskFaults(paths.root, () => {
    const pointer = getPointer(paths);
    return {
      live: toStatus(pointer?.live, true),
      previous: toStatus(pointer?.previous, false),
      held: pointer?.held ?? false,
      last_import: readLastImport(paths, pointer?.live),
    };
  });
}

export function toErrorText(error: unknown): string {
  return error instanceof Error ? error.message : 'It cannot be read.';
}
