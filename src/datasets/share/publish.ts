// Puts a snapshot of this machine where others can take it: piece by piece, then the list of them, then the one small document that
// says that it is there. Stopped anywhere before that last step, nobody sees any of it, and the next run goes on from there.

import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { DatedSnapshot } from '../../app/datasets/dataset-name.ts';
import type { Judgement } from '../../app/datasets/judgement.ts';
import { checkPublished } from '../../app/datasets/pull-snapshot.ts';
import { OperatorError } from '../../errors.ts';
import type { Dataset } from '../folder/dataset.ts';
import { findPointer, toDatasetPaths } from '../folder/store.ts';
import { clearAbandoned } from './clear-abandoned.ts';
import {
  encodeShared,
  type Latest,
  latestName,
  parseContents,
  type SharedSnapshot,
  toContentsName,
} from './contents.ts';
import { type SendOptions, sendFiles, sumOf } from './send.ts';
import { documentBytesMax, findLatest, toDated, type WritableShare } from './shared-snapshots.ts';
import { isSignedBy, signSnapshot } from './signing.ts';
import { checkAll } from './whole-check.ts';

export interface PublishOptions extends SendOptions {
  readonly directory: string;
  /** `live`, `previous` or an id. */
  readonly snapshot: string;
  /** The share keeps this many snapshots, including this one. */
  readonly keep: number;
  readonly overridden: readonly string[];
  /** The private key to sign it with. */
  readonly signingKey?: KeyObject | undefined;
  readonly clock: Clock;
  readonly onCheck: (share: number) => void;
}

export interface Published {
  readonly kind: 'published' | 'already_there';
  readonly snapshot: DatedSnapshot;
  /** The bytes of all files as they travel, and how many were sent now. */
  readonly bytes: number;
  readonly storedBytes: number;
  readonly sentBytes: number;
  readonly removed: readonly string[];
  /** Snapshots whose upload was given up, and whose pieces went now; or why that could not be looked at. */
  readonly cleared: readonly string[];
  readonly notCleared: string | null;
  readonly overridden: readonly Judgement[];
}

export async function publishSnapshot(options: PublishOptions): Promise<Published> {
  const { dataset, depot, signal, clock, signingKey } = options;
  const folder = findSnapshotFolder(dataset, options.directory, options.snapshot);
  const manifest = dataset.readManifest(folder);
  const { id } = manifest;
  const dated = toDated(manifest);
  const before = await findLatest(options, signal);
  const [first] = before?.snapshots ?? [];
  const overridden = checkPublished(dataset, dated, first && toDated(first), options.overridden);
  if (first?.id === id && (signingKey === undefined || isSignedBy(dataset, first, [createPublicKey(signingKey)]))) {
    const none = { storedBytes: 0, sentBytes: 0, removed: [], cleared: [], notCleared: null, overridden };
    return { kind: 'already_there', snapshot: dated, bytes: first.bytes, ...none };
  }
  await checkAll(dataset, folder, { gently: false, signal, onProgress: options.onCheck });
  const { contents, sentBytes } = await sendFiles(folder, id, options);
  const encoded = encodeShared(dataset, contents);
  await depot.write(toContentsName(id), encoded, signal);
  const bytes = sumOf(contents.files, (file) => file.bytes);
  const described = {
    id,
    data_as_of: manifest.data_as_of,
    imported_at: manifest.imported_at,
    bytes,
    contents_sha256: hash('sha256', encoded, 'hex'),
  };
  const signature = signingKey && signSnapshot(dataset, described, signingKey);
  const entry: SharedSnapshot = { ...described, ...(signature === undefined ? {} : { signature }) };
  const others = (before?.snapshots ?? []).filter((other) => other.id !== id);
  const kept = others.slice(0, options.keep - 1);
  const latest: Latest = { published_at: new Date(clock.nowMs()).toISOString(), snapshots: [entry, ...kept] };
  await depot.write(latestName, encodeShared(dataset, latest), signal);
  const removed = await removeSnapshots(options, others.slice(options.keep - 1), signal);
  const storedBytes = sumOf(contents.files, ({ pieces }) => sumOf(pieces, (piece) => piece.stored_bytes));
  const tidied = await tidyUp(options, clock.nowMs(), signal);
  return { kind: 'published', snapshot: dated, bytes, storedBytes, sentBytes, removed, ...tidied, overridden };
}

/** Removes older snapshots. The new one is already published and stays so even if this step fails. */
async function tidyUp(
  share: WritableShare,
  nowMs: number,
  signal: AbortSignal,
): Promise<Pick<Published, 'cleared' | 'notCleared'>> {
  try {
    return { cleared: await clearAbandoned(share, nowMs, signal), notCleared: null };
  } catch (error) {
    return { cleared: [], notCleared: error instanceof Error ? error.message : String(error) };
  }
}

function findSnapshotFolder(dataset: Dataset, directory: string, wanted: string): string {
  const { name, noun, version } = dataset;
  const paths = toDatasetPaths(dataset, directory);
  const pointer = findPointer(paths);
  if (pointer === undefined)
    throw new OperatorError(`No ${noun} has been imported: run \`confere ${name} import PATH\`.`);
  const id = wanted === 'live' ? pointer.live : wanted === 'previous' ? pointer.previous : wanted;
  if (id === null) throw new OperatorError(`There is no previous ${version.en} to publish.`);
  if (id !== pointer.live && id !== pointer.previous)
    throw new OperatorError(`There is no ${version.en} ${id} here: see \`confere ${name} status --json\`.`);
  return join(paths.snapshots, id);
}

/** Removes snapshots. The list changes first, so that no machine begins to fetch one that is about to be removed. */
async function removeSnapshots(
  { dataset, depot }: WritableShare,
  snapshots: readonly SharedSnapshot[],
  signal: AbortSignal,
): Promise<string[]> {
  for (const { id } of snapshots) {
    const listed = await depot.read(toContentsName(id), documentBytesMax, signal);
    if (listed === undefined) continue;
    const contents = parseContents(dataset, listed, id);
    await depot.remove(toContentsName(id), signal);
    for (const { object } of contents.files.flatMap(({ pieces }) => pieces)) await depot.remove(object, signal);
  }
  return snapshots.map(({ id }) => id);
}
