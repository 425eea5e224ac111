// The company registry as a dataset: which files a snapshot has, and how all of it is read.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckStep, type Dataset, manifestFile } from '../datasets/folder/dataset.ts';
import { openRecordsFile, recordsFile, recordsIndexFile, tablesFile } from './records/records-file.ts';
import { verifyRecords } from './records/verify.ts';
import { type Manifest, readManifest } from './snapshot/manifest.ts';
import { publishedFile, registryName } from './snapshot/registry-paths.ts';
import { blocksFile, indexFile, openSnapshot, type Snapshot } from './snapshot/snapshot.ts';
import { verifySnapshot } from './snapshot/verify.ts';

export const registryDataset: Dataset<Manifest> = { ...registryName, files: listSnapshotFiles, readManifest, verify };

function listSnapshotFiles(folder: string): readonly string[] {
  const { records } = readManifest(folder);
  const ofRecords = records === null ? [] : [recordsIndexFile, tablesFile, recordsFile];
  // A note that not every snapshot has.
  const notes = existsSync(join(folder, publishedFile)) ? [publishedFile] : [];
  return [manifestFile, ...notes, indexFile, ...ofRecords, blocksFile];
}

/** The facts that verification needs first; it can do without the whole records. */
function* verify(folder: string): Generator<CheckStep, Error | undefined> {
  using snapshot = openSnapshot(folder);
  const bytes = snapshot.manifest.bytes / snapshot.manifest.partitions;
  for (const share of verifySnapshot(snapshot)) yield { share: share / 2, bytes };
  return yield* findRecordsProblem(folder, snapshot);
}

/** Returns undefined if the records are whole, or if the import left them out. */
function* findRecordsProblem(folder: string, snapshot: Snapshot): Generator<CheckStep, Error | undefined> {
  try {
    using file = openRecordsFile(folder, snapshot.manifest);
    if (file === undefined) return undefined;
    const bytes = file.about.file_bytes / snapshot.manifest.partitions;
    for (const share of verifyRecords(snapshot, file)) yield { share: (1 + share) / 2, bytes };
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('The records cannot be read.');
  }
}
