// Sends the files of a snapshot to a depot, piece by piece; fetch.ts is the other end. What is there already is not sent again.

import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import { OperatorError } from '../../errors.ts';
import type { WritableDepot } from '../depots/depot.ts';
import { readChunk } from '../files/chunks.ts';
import type { Dataset } from '../folder/dataset.ts';
import { forEachAtOnce } from './at-once.ts';
import { type Contents, type Piece, type SharedFile, toPieceName } from './contents.ts';

export interface SendOptions {
  readonly dataset: Dataset;
  readonly depot: WritableDepot;
  readonly piecesAtOnce: number;
  readonly pieceBytes?: number;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
}

/** Small enough to hold some of them in memory and to lose one to a broken connection; the country makes a thousand. */
const pieceBytesDefault = 8 << 20;
/** Packing that gains less is not worth the unpacking. */
const packedShareMax = 0.9;
const pack = promisify(zstdCompress);

interface Sent {
  readonly contents: Contents;
  readonly sentBytes: number;
}

/** All files are opened before the first is read: an import that ends meanwhile may remove them, and they stay readable. */
export async function sendFiles(folder: string, id: string, options: SendOptions): Promise<Sent> {
  const { depot, signal, watch, pieceBytes = pieceBytesDefault } = options;
  await using opened = new AsyncDisposableStack();
  const files: { readonly name: string; readonly handle: FileHandle; readonly bytes: number }[] = [];
  for (const name of options.dataset.files(folder)) {
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
      const position = index * pieceBytes;
      const raw = await readChunk(handle, Math.min(pieceBytes, bytes - position), position);
      if (raw === undefined) throw new OperatorError('A file of the snapshot became shorter while it was read.');
      const sha256 = hash('sha256', raw, 'hex');
      const packed = await pack(raw);
      const encoding = packed.length < raw.length * packedShareMax ? 'zstd' : 'identity';
      const stored = encoding === 'zstd' ? packed : raw;
      const object = toPieceName(id, name, index, sha256);
      if (!(await depot.has(object, stored.length, both))) {
        await depot.write(object, stored, both);
        sentBytes += stored.length;
      }
      pieces[index] = { object, bytes: raw.length, stored_bytes: stored.length, encoding, sha256 };
      watch.onBytes(raw.length);
    });
    done.push({ name, bytes, pieces });
    watch.onFile({ kind: 'downloaded', name, bytes });
  }
  return { contents: { id, files: done }, sentBytes };
}

export function sumOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0);
}
