// What an operator does with snapshots besides importing: look, go back to the previous one, check.

import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import type { RegistryStatus, SnapshotStatus } from '../app/registry/registry-status.ts';
import { withDiskFaults } from '../datasets/folder/disk-fault.ts';
import { readLastImport } from '../datasets/folder/import-log.ts';
import { parseRecord, readIfPresent, readVerifiedAt, recordVerified, writeDurably } from '../datasets/folder/notes.ts';
import { getPointer, release, rollBack } from '../datasets/folder/rollback.ts';
import { checkNow } from '../datasets/folder/whole-check.ts';
import { OperatorError } from '../errors.ts';
import { registryDataset } from './dataset.ts';
import { readManifest, toRecordsInfo } from './snapshot/manifest.ts';
import { publishedFile, toRegistryPaths } from './snapshot/registry-paths.ts';

interface PublishedNote {
  readonly month: string;
  readonly fingerprint: string;
}

export function readRegistryStatus(directory: string): RegistryStatus {
  const paths = toRegistryPaths(directory);
  const toStatus = (id: string | null | undefined): SnapshotStatus | null =>
    id === null || id === undefined ? null : describe(id, join(paths.snapshots, id));
  return withDiskFaults(directory, () => {
    const pointer = getPointer(paths);
    return {
      live: toStatus(pointer?.live),
      previous: toStatus(pointer?.previous),
      held: pointer?.held ?? false,
      last_import: readLastImport(paths, pointer?.live),
    };
  });
}

/** Makes the previous snapshot live again, after reading all of it; the one that was live becomes the previous. */
export function rollBackRegistry(
  directory: string,
  clock: Clock,
  onProgress?: (share: number) => void,
): RegistryStatus {
  rollBack(registryDataset, directory, clock, onProgress);
  return readRegistryStatus(directory);
}

/** Ends the hold of a rollback: the next update imports what is newer. */
export function releaseRegistry(directory: string, clock: Clock): RegistryStatus {
  release(registryDataset, directory, clock);
  return readRegistryStatus(directory);
}

/** What the live snapshot was downloaded from; undefined where nobody noted it. */
export function findLivePublished(directory: string): PublishedNote | undefined {
  const paths = toRegistryPaths(directory);
  const pointer = getPointer(paths);
  if (pointer === undefined) return undefined;
  const note = parseRecord(readIfPresent(join(paths.snapshots, pointer.live, publishedFile)));
  const { month, fingerprint } = note ?? {};
  return typeof month === 'string' && typeof fingerprint === 'string' ? { month, fingerprint } : undefined;
}

export function recordPublished(directory: string, snapshot: string, note: PublishedNote): void {
  writeDurably(join(toRegistryPaths(directory).snapshots, snapshot, publishedFile), `${JSON.stringify(note)}\n`);
}

/** Reads all of the live snapshot. Throws an OperatorError where it is damaged. */
export function verifyRegistry(directory: string, clock: Clock, onProgress: (share: number) => void): RegistryStatus {
  const paths = toRegistryPaths(directory);
  const pointer = getPointer(paths);
  if (pointer === undefined)
    throw new OperatorError('No registry has been imported: run `confere registry import PATH`.');
  const folder = join(paths.snapshots, pointer.live);
  const problem = checkNow(registryDataset, folder, onProgress);
  if (problem !== undefined) {
    throw new OperatorError(
      `The records in ${folder} are damaged: ${problem.message} Verification continues without them. Import the files again, or go back to the previous snapshot.`,
    );
  }
  recordVerified(folder, clock.nowMs());
  return readRegistryStatus(directory);
}

function describe(id: string, folder: string): SnapshotStatus {
  const verified_at = readVerifiedAt(folder);
  try {
    const { data_as_of, bytes, imported_at, counts, records } = readManifest(folder);
    const { establishments, companies } = counts;
    const records_bytes = records === undefined || records === null ? null : toRecordsInfo(records).bytes;
    const holds = { data_as_of, establishments, companies, bytes, records_bytes, imported_at };
    return { id, ...holds, verified_at, problem: null };
  } catch (error) {
    const none = { data_as_of: null, establishments: null, companies: null, bytes: null, records_bytes: null };
    const problem = error instanceof Error ? error.message : 'It cannot be read.';
    return { id, ...none, imported_at: null, verified_at, problem };
  }
}
