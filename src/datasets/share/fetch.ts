// Brings the files of a shared snapshot into a folder, piece by piece. What lies there already proves itself by its hash: a run goes on
// where another was cut off, and trusts no file that is half written.

import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import { nowExitCode, OperatorError } from '../../errors.ts';
import type { Depot } from '../depots/depot.ts';
import { readChunk, writeChunk } from '../files/chunks.ts';
import { SnapshotDamage } from '../folder/damage.ts';
import { type Dataset, manifestFile } from '../folder/dataset.ts';
import { forEachAtOnce } from './at-once.ts';
import { type Contents, latestName, type Piece, type SharedFile, type SharedSnapshot } from './contents.ts';

export interface FetchOptions {
  readonly dataset: Dataset;
  readonly depot: Depot;
  /** `listed` holds the entry of the snapshot in `latest.json`. */
  readonly listed: SharedSnapshot;
  readonly contents: Contents;
  readonly folder: string;
  readonly piecesAtOnce: number;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
}

/** Left free on the disk beside the files. */
const spareBytes = 256 << 20;
const unpack = promisify(zstdDecompress);

/** Throws an OperatorError, SnapshotDamage, a DepotFault or a system error. */
export async function fetchFiles(options: FetchOptions): Promise<void> {
  const { dataset, listed, contents, folder, watch } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bytes = contents.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes !== listed.bytes) throw new SnapshotDamage(`The list of files is not as large as ${latestName} says.`);
  await checkSpace(folder, contents.files, bytes);
  watch.onStart(contents.files.length, bytes);
  const [manifest, ...others] = contents.files;
  if (manifest?.name !== manifestFile) throw new SnapshotDamage('The list of files does not begin with the manifest.');
  await fetchFile(manifest, options);
  // Before gigabytes are fetched: another format, or another snapshot than its name and dates say.
  const { id, data_as_of, imported_at } = dataset.readManifest(folder);
  if (id !== listed.id) throw new SnapshotDamage('The manifest is that of another snapshot.');
  if (data_as_of !== listed.data_as_of || imported_at !== listed.imported_at)
    throw new SnapshotDamage(
      `The manifest is of ${data_as_of}, imported at ${imported_at}, and ${latestName} says ${listed.data_as_of}, imported at ${listed.imported_at}.`,
    );
  for (const file of others) await fetchFile(file, options);
}

async function fetchFile(file: SharedFile, { depot, folder, piecesAtOnce, signal, watch }: FetchOptions) {
  const handle = await openForBoth(join(folder, file.name));
  try {
    const { size } = await handle.stat();
    let at = 0;
    const placed = file.pieces.map((piece) => {
      const position = at;
      at += piece.bytes;
      return { piece, position };
    });
    await forEachAtOnce(placed, piecesAtOnce, signal, async ({ piece, position }, both) => {
      const isHere = position + piece.bytes <= size && (await holds(handle, piece, position));
      if (!isHere) await writeChunk(handle, await fetchPiece(depot, piece, both), position);
      watch.onBytes(piece.bytes);
    });
    await handle.truncate(file.bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  watch.onFile({ kind: 'downloaded', name: file.name, bytes: file.bytes });
}

/** One that arrives damaged may have been damaged on its way, so that it is fetched a second time. */
async function fetchPiece(depot: Depot, piece: Piece, signal: AbortSignal): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const stored = await depot.read(piece.object, piece.stored_bytes, signal);
    if (stored === undefined) throw new SnapshotDamage(`${piece.object} is missing.`);
    const raw = await findRaw(stored, piece);
    if (raw !== undefined && hash('sha256', raw, 'hex') === piece.sha256) return raw;
    if (tries === 2) throw new SnapshotDamage(`${piece.object} is damaged.`);
  }
}

async function findRaw(stored: Buffer, { encoding, bytes }: Piece): Promise<Buffer | undefined> {
  if (encoding === 'identity') return stored;
  try {
    return await unpack(stored, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    return undefined;
  }
}

async function holds(handle: FileHandle, { bytes, sha256 }: Piece, position: number): Promise<boolean> {
  const found = await readChunk(handle, bytes, position);
  return found !== undefined && hash('sha256', found, 'hex') === sha256;
}

async function openForBoth(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch {
    return open(path, 'w+');
  }
}

async function checkSpace(folder: string, files: readonly SharedFile[], bytes: number): Promise<void> {
  let here = 0;
  for (const { name } of files) here += await blocksOf(join(folder, name));
  const { bavail, bsize } = await statfs(folder);
  const missing = bytes - here + spareBytes;
  if (bavail * bsize >= missing) return;
  const toGigabytes = (count: number): string => (count / 1e9).toFixed(1);
  throw new OperatorError(
    `The snapshot needs ${toGigabytes(missing)} GB of disk in ${folder}, where ${toGigabytes(bavail * bsize)} GB are free: free some space or set another data directory.`,
    nowExitCode,
  );
}

/** Counts the space that the file really takes: pieces that are still missing are holes. */
async function blocksOf(path: string): Promise<number> {
  try {
    await using handle = await open(path, 'r');
    return (await handle.stat()).blocks * 512;
  } catch {
    return 0;
  }
}
