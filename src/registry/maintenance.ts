// What an operator does with snapshots besides importing: look, go back to the previous one, check.

import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import type { RegistryStatus } from '../app/registry/registry-status.ts';
import { parseRecord, readIfPresent, recordVerified, writeDurably } from '../datasets/folder/notes.ts';
import { getPointer, release, rollBack } from '../datasets/folder/rollback.ts';
import { readDatasetStatus } from '../datasets/folder/status.ts';
import { checkNow } from '../datasets/folder/whole-check.ts';
import { OperatorError } from '../errors.ts';
import { registryDataset } from './dataset.ts';
import { type Manifest, toRecordsInfo } from './snapshot/manifest.ts';
import { publishedFile, toRegistryPaths } from './snapshot/registry-paths.ts';

interface PublishedNote {
  readonly month: string;
  readonly fingerprint: string;
}

export function readRegistryStatus(directory: string): RegistryStatus {
  return readDatasetStatus(registryDataset, toRegistryPaths(directory), describeSnapshot);
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

/** Returns the note of the download that the live snapshot came from, or undefined if no such note exists. */
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

function describeSnapshot(manifest: Manifest | undefined) {
  const { data_as_of = null, imported_at = null, bytes = null, counts, records = null } = manifest ?? {};
  const { establishments = null, companies = null } = counts ?? {};
  const records_bytes = records === null ? null : toRecordsInfo(records).bytes;
  return { data_as_of, establishments, companies, bytes, records_bytes, imported_at };
}
