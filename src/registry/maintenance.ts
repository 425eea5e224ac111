// What an operator does with snapshots besides importing: look, go back to the previous one, check.

import { join } from 'node:path';
import type { Clock } from '../app/ports.ts';
import type { RegistryStatus, SnapshotStatus } from '../app/registry/registry-status.ts';
import { OperatorError } from '../errors.ts';
import { openRecordsFile } from './records/records-file.ts';
import { verifyRecords } from './records/verify.ts';
import { SnapshotDamage } from './snapshot/damage.ts';
import { withDiskFaults } from './snapshot/disk-fault.ts';
import { isImportRunning, takeImportLock } from './snapshot/import-lock.ts';
import { type Manifest, readManifest, toRecordsInfo } from './snapshot/manifest.ts';
import { openSnapshot } from './snapshot/snapshot.ts';
import {
  findPointer,
  type Pointer,
  prepareDirectory,
  publishedFile,
  type RegistryPaths,
  readIfPresent,
  readVerifiedAt,
  recordVerified,
  switchBack,
  toRegistryPaths,
  writeDurably,
  writePointer,
} from './snapshot/store.ts';
import { verifySnapshot } from './snapshot/verify.ts';

interface PublishedNote {
  readonly month: string;
  readonly fingerprint: string;
}

export function readRegistryStatus(directory: string): RegistryStatus {
  const paths = toRegistryPaths(directory);
  const toStatus = (id: string | null | undefined): SnapshotStatus | null =>
    id === null || id === undefined ? null : describe(id, join(paths.snapshots, id));
  return withDiskFaults(directory, () => {
    const pointer = getPointer(directory);
    return {
      live: toStatus(pointer?.live),
      previous: toStatus(pointer?.previous),
      held: pointer?.held ?? false,
      last_import: readLastImport(directory, pointer?.live),
    };
  });
}

/** Makes the previous snapshot live again, after reading all of it; the one that was live becomes the previous. */
export function rollBackRegistry(
  directory: string,
  clock: Clock,
  onProgress: (share: number) => void = () => {},
): RegistryStatus {
  return changePointer(directory, clock, (paths, pointer) => {
    if (pointer === undefined || pointer.previous === null) {
      throw new OperatorError({
        en: 'There is no previous snapshot to go back to.',
        pt: 'Não há uma versão anterior do cadastro para onde voltar.',
      });
    }
    // Damaged records do not bar the way back: verification is whole without them, and they say that they are unavailable.
    const folder = join(paths.snapshots, pointer.previous);
    verifyFacts(folder, (share) => onProgress(share / 2));
    const problem = findRecordsProblem(folder, (share) => onProgress((1 + share) / 2));
    if (problem === undefined) recordVerified(folder, clock.nowMs());
    switchBack(paths, pointer);
  });
}

/** Ends the hold of a rollback: the next update imports what is newer. */
export function releaseRegistry(directory: string, clock: Clock): RegistryStatus {
  return changePointer(directory, clock, (paths, pointer) => {
    if (pointer?.held !== true) throw new OperatorError('Nothing is held: `registry update` imports what is newer.');
    writePointer(paths, { ...pointer, held: false });
  });
}

function changePointer(
  directory: string,
  clock: Clock,
  change: (paths: RegistryPaths, pointer: Pointer | undefined) => void,
): RegistryStatus {
  const paths = toRegistryPaths(directory);
  prepareDirectory(paths);
  const lock = takeImportLock(paths.lock, { pid: process.pid, since: new Date(clock.nowMs()).toISOString() });
  try {
    withDiskFaults(directory, () => change(paths, getPointer(directory)));
  } finally {
    lock.release();
  }
  return readRegistryStatus(directory);
}

/** What the live snapshot was downloaded from; undefined where nobody noted it. */
export function findLivePublished(directory: string): PublishedNote | undefined {
  const pointer = getPointer(directory);
  if (pointer === undefined) return undefined;
  const note = parseRecord(readIfPresent(join(toRegistryPaths(directory).snapshots, pointer.live, publishedFile)));
  const { month, fingerprint } = note ?? {};
  return typeof month === 'string' && typeof fingerprint === 'string' ? { month, fingerprint } : undefined;
}

export function recordPublished(directory: string, snapshot: string, note: PublishedNote): void {
  writeDurably(join(toRegistryPaths(directory).snapshots, snapshot, publishedFile), `${JSON.stringify(note)}\n`);
}

/** Reads all of the live snapshot. Throws an OperatorError where it is damaged. */
export function verifyRegistry(directory: string, clock: Clock, onProgress: (share: number) => void): RegistryStatus {
  const pointer = getPointer(directory);
  if (pointer === undefined)
    throw new OperatorError('No registry has been imported: run `confere registry import PATH`.');
  const folder = join(toRegistryPaths(directory).snapshots, pointer.live);
  verifyFacts(folder, (share) => onProgress(share / 2));
  const problem = findRecordsProblem(folder, (share) => onProgress((1 + share) / 2));
  if (problem !== undefined) {
    throw new OperatorError(
      `The records in ${folder} are not whole: ${problem} Verification goes on without them. Import the files again, or go back to the previous snapshot.`,
    );
  }
  recordVerified(folder, clock.nowMs());
  return readRegistryStatus(directory);
}

function verifyFacts(folder: string, onProgress: (share: number) => void = () => {}): void {
  try {
    const snapshot = openSnapshot(folder);
    try {
      for (const share of verifySnapshot(snapshot)) onProgress(share);
    } finally {
      snapshot.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'It cannot be read.';
    throw new OperatorError({
      en: `The snapshot in ${folder} is not whole: ${reason} Import the files again, or use the other snapshot.`,
      pt: `O snapshot em ${folder} não está inteiro. Importe os arquivos de novo, ou use o outro snapshot.`,
    });
  }
}

/** The facts are known to be whole. Undefined where the records are too, or were left out. */
function findRecordsProblem(folder: string, onProgress: (share: number) => void = () => {}): string | undefined {
  const snapshot = openSnapshot(folder);
  try {
    const file = openRecordsFile(folder, snapshot.manifest);
    if (file === undefined) return undefined;
    try {
      for (const share of verifyRecords(snapshot, file)) onProgress(share);
      return undefined;
    } finally {
      file.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'They cannot be read.';
  } finally {
    snapshot.close();
  }
}

function describe(id: string, folder: string): SnapshotStatus {
  const verified_at = readVerifiedAt(folder);
  let manifest: Manifest;
  try {
    manifest = readManifest(folder);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'It cannot be read.';
    return {
      id,
      data_as_of: null,
      establishments: null,
      companies: null,
      bytes: null,
      records_bytes: null,
      imported_at: null,
      verified_at,
      problem,
    };
  }
  const { data_as_of, bytes, imported_at, counts, records } = manifest;
  return {
    id,
    data_as_of,
    establishments: counts.establishments,
    companies: counts.companies,
    bytes,
    records_bytes: records === undefined || records === null ? null : toRecordsInfo(records).bytes,
    imported_at,
    verified_at,
    problem: null,
  };
}

/** An import that was killed could not record its end: the free lock gives it away, and the pointer whether it had switched. */
function readLastImport(directory: string, live: string | undefined): RegistryStatus['last_import'] {
  const paths = toRegistryPaths(directory);
  const record = parseRecord(readIfPresent(paths.lastImport));
  if (record === undefined) return null;
  if (record['outcome'] !== 'running' || isImportRunning(paths.lock)) return record;
  return { ...record, outcome: record['snapshot'] === live ? 'succeeded' : 'interrupted' };
}

function getPointer(directory: string): Pointer | undefined {
  try {
    return findPointer(toRegistryPaths(directory));
  } catch (error) {
    if (error instanceof SnapshotDamage) throw new OperatorError(error.message);
    throw error;
  }
}

function parseRecord(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
