// Puts a snapshot of this machine where others can take it: piece by piece, then the list of them, then the one small document that
// says that it is there. Stopped anywhere before that last step, nobody sees any of it, and the next run goes on from there.

import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Clock } from '../../app/ports.ts';
import type { Judgement, JudgementName } from '../../app/registry/judge-draft.ts';
import { checkPublished, type DatedSnapshot } from '../../app/registry/pull-registry.ts';
import type { DownloadWatch } from '../../app/registry/update-registry.ts';
import { OperatorError } from '../../errors.ts';
import { recordsFile, recordsIndexFile, tablesFile } from '../records/records-file.ts';
import { type Manifest, manifestFile, readManifest } from '../snapshot/manifest.ts';
import { blocksFile, indexFile } from '../snapshot/snapshot.ts';
import { findPointer, publishedFile, toRegistryPaths } from '../snapshot/store.ts';
import { forEachAtOnce } from './at-once.ts';
import { clearAbandoned } from './clear-abandoned.ts';
import {
  type Contents,
  encodeContents,
  encodeLatest,
  type Latest,
  latestName,
  type Piece,
  parseContents,
  type SharedFile,
  type SharedSnapshot,
  toContentsName,
  toPieceName,
} from './contents.ts';
import type { WritablePlace } from './places/place.ts';
import { documentBytesMax, findLatest, toDated } from './shared-snapshots.ts';
import { isSignedBy, signSnapshot } from './signing.ts';
import { checkWhole } from './whole-check.ts';

export interface PublishOptions {
  readonly directory: string;
  /** `live`, `previous` or an id. */
  readonly snapshot: string;
  readonly place: WritablePlace;
  /** How many snapshots stay there, this one included. */
  readonly keep: number;
  readonly overridden: readonly JudgementName[];
  /** The private key to sign it with. */
  readonly signingKey?: KeyObject | undefined;
  readonly piecesAtOnce: number;
  readonly pieceBytes?: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onCheck: (share: number) => void;
  readonly watch: DownloadWatch;
}

export interface Published {
  readonly kind: 'published' | 'already_there';
  readonly snapshot: DatedSnapshot;
  /** Of the files, as they travelled, and how much of that was sent now. */
  readonly bytes: number;
  readonly storedBytes: number;
  readonly sentBytes: number;
  readonly removed: readonly string[];
  /** Snapshots whose upload was given up, and whose pieces went now; or why that could not be looked at. */
  readonly cleared: readonly string[];
  readonly notCleared: string | null;
  readonly overridden: readonly Judgement[];
}

/** Small enough to hold some of them in memory and to lose one to a broken connection; the country makes a thousand. */
const pieceBytesDefault = 8 << 20;
/** Packing that gains less is not worth the unpacking. */
const packedShareMax = 0.9;
const pack = promisify(zstdCompress);

export async function publishSnapshot(options: PublishOptions): Promise<Published> {
  const { place, signal, clock, signingKey } = options;
  const folder = findSnapshotFolder(options.directory, options.snapshot);
  const manifest = readManifest(folder);
  const { id } = manifest;
  const dated = { id, dataAsOf: manifest.data_as_of, importedAt: manifest.imported_at };
  const before = await findLatest(place, signal);
  const [first] = before?.snapshots ?? [];
  const overridden = checkPublished(dated, first && toDated(first), options.overridden);
  if (first?.id === id && (signingKey === undefined || isSignedBy(first, [createPublicKey(signingKey)]))) {
    const none = { storedBytes: 0, sentBytes: 0, removed: [], cleared: [], notCleared: null, overridden };
    return { kind: 'already_there', snapshot: dated, bytes: first.bytes, ...none };
  }
  await checkWhole(folder, { gently: false, signal, onProgress: options.onCheck });
  const { contents, sentBytes } = await sendFiles(folder, manifest, options);
  const encoded = encodeContents(contents);
  await place.write(toContentsName(id), encoded, signal);
  const bytes = sumOf(contents.files, (file) => file.bytes);
  const described = {
    id,
    data_as_of: manifest.data_as_of,
    imported_at: manifest.imported_at,
    bytes,
    contents_sha256: hash('sha256', encoded, 'hex'),
  };
  const signature = signingKey && signSnapshot(described, signingKey);
  const entry: SharedSnapshot = { ...described, ...(signature === undefined ? {} : { signature }) };
  const others = (before?.snapshots ?? []).filter((other) => other.id !== id);
  const kept = others.slice(0, options.keep - 1);
  const latest: Latest = { published_at: new Date(clock.nowMs()).toISOString(), snapshots: [entry, ...kept] };
  await place.write(latestName, encodeLatest(latest), signal);
  const removed = await removeSnapshots(place, others.slice(options.keep - 1), signal);
  const storedBytes = sumOf(contents.files, ({ pieces }) => sumOf(pieces, (piece) => piece.stored_bytes));
  const tidied = await tidyUp(place, clock.nowMs(), signal);
  return { kind: 'published', snapshot: dated, bytes, storedBytes, sentBytes, removed, ...tidied, overridden };
}

/** It is published by now, and stays so whatever becomes of this. */
async function tidyUp(
  place: WritablePlace,
  nowMs: number,
  signal: AbortSignal,
): Promise<Pick<Published, 'cleared' | 'notCleared'>> {
  try {
    return { cleared: await clearAbandoned(place, nowMs, signal), notCleared: null };
  } catch (error) {
    return { cleared: [], notCleared: error instanceof Error ? error.message : String(error) };
  }
}

function findSnapshotFolder(directory: string, wanted: string): string {
  const paths = toRegistryPaths(directory);
  const pointer = findPointer(paths);
  if (pointer === undefined)
    throw new OperatorError('No registry has been imported: run `confere registry import PATH`.');
  const id = wanted === 'live' ? pointer.live : wanted === 'previous' ? pointer.previous : wanted;
  if (id === null) throw new OperatorError('There is no previous snapshot to publish.');
  if (id !== pointer.live && id !== pointer.previous)
    throw new OperatorError(`There is no snapshot ${id} here: see \`confere registry status --json\`.`);
  return join(paths.snapshots, id);
}

function listFiles(folder: string, { records }: Manifest): string[] {
  const ofRecords = records === undefined || records === null ? [] : [recordsIndexFile, tablesFile, recordsFile];
  // A note that not every snapshot has.
  const notes = existsSync(join(folder, publishedFile)) ? [publishedFile] : [];
  // The manifest first: whoever takes the snapshot looks at it before anything else.
  return [manifestFile, ...notes, indexFile, ...ofRecords, blocksFile];
}

interface Sent {
  readonly contents: Contents;
  readonly sentBytes: number;
}

/** All files are opened before the first is read: an import that ends meanwhile may remove them, and they stay readable. */
async function sendFiles(folder: string, manifest: Manifest, options: PublishOptions): Promise<Sent> {
  const { place, signal, watch, pieceBytes = pieceBytesDefault } = options;
  await using opened = new AsyncDisposableStack();
  const files: { readonly name: string; readonly handle: FileHandle; readonly bytes: number }[] = [];
  for (const name of listFiles(folder, manifest)) {
    const handle = opened.adopt(await open(join(folder, name), 'r'), (one) => one.close());
    files.push({ name, handle, bytes: (await handle.stat()).size });
  }
  watch.onStart(
    files.length,
    sumOf(files, (file) => file.bytes),
  );
  const done: SharedFile[] = [];
  let sentBytes = 0;
  for (const { name, handle, bytes } of files) {
    const pieces: Piece[] = [];
    const indexes = Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, index) => index);
    await forEachAtOnce(indexes, options.piecesAtOnce, signal, async (index, both) => {
      const raw = await readPiece(handle, index * pieceBytes, Math.min(pieceBytes, bytes - index * pieceBytes));
      const sha256 = hash('sha256', raw, 'hex');
      const packed = await pack(raw);
      const encoding = packed.length < raw.length * packedShareMax ? 'zstd' : 'identity';
      const stored = encoding === 'zstd' ? packed : raw;
      const object = toPieceName(manifest.id, name, index, sha256);
      if (!(await place.has(object, stored.length, both))) {
        await place.write(object, stored, both);
        sentBytes += stored.length;
      }
      pieces[index] = { object, bytes: raw.length, stored_bytes: stored.length, encoding, sha256 };
      watch.onBytes(raw.length);
    });
    done.push({ name, bytes, pieces });
    watch.onFile({ kind: 'downloaded', name, bytes });
  }
  return { contents: { id: manifest.id, files: done }, sentBytes };
}

async function readPiece(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done, position + done);
    if (bytesRead === 0) throw new OperatorError('A file of the snapshot became shorter while it was read.');
    done += bytesRead;
  }
  return buffer;
}

/** The list goes first: nobody begins to take what is about to go. */
async function removeSnapshots(
  place: WritablePlace,
  snapshots: readonly SharedSnapshot[],
  signal: AbortSignal,
): Promise<string[]> {
  for (const { id } of snapshots) {
    const listed = await place.read(toContentsName(id), documentBytesMax, signal);
    if (listed === undefined) continue;
    const contents = parseContents(listed, id);
    await place.remove(toContentsName(id), signal);
    for (const { object } of contents.files.flatMap(({ pieces }) => pieces)) await place.remove(object, signal);
  }
  return snapshots.map(({ id }) => id);
}

function sumOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0);
}
