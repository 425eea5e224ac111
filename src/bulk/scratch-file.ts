// What does not fit into memory for the length of a run. The file has no name that anybody could open. Its bytes are
// encrypted under a key that only this process has, and only until it is closed.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ScratchFile {
  readonly bytes: number;
  append(bytes: Uint8Array): void;
  /** Reads the bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Buffer;
  /** The same in pieces. */
  pieces(start: number, end: number): AsyncGenerator<Buffer>;
  close(): void;
}

const algorithm = 'aes-256-ctr';
const blockBytes = 16;
const pieceBytes = 64 * 1024;

export function createScratchFile(): ScratchFile {
  const folder = mkdtempSync(join(tmpdir(), 'confere-'));
  const descriptor = openSync(join(folder, 'scratch'), 'wx+', 0o600);
  // Where a file that is open cannot be taken away, it is when it is closed.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.platform !== 'win32') remove();
  const key = randomBytes(32);
  const cipher = createCipheriv(algorithm, key, toCounter(0));
  let written = 0;

  const read = (start: number, end: number): Buffer => {
    const block = Math.floor(start / blockBytes);
    const from = block * blockBytes;
    const sealed = Buffer.allocUnsafe(end - from);
    for (let at = 0; at < sealed.length; ) {
      const count = readSync(descriptor, sealed, at, sealed.length - at, from + at);
      if (count === 0) throw new RangeError('The scratch file has no such place');
      at += count;
    }
    return createDecipheriv(algorithm, key, toCounter(block))
      .update(sealed)
      .subarray(start - from);
  };
  return {
    get bytes() {
      return written;
    },
    append(bytes) {
      const sealed = cipher.update(bytes);
      for (let at = 0; at < sealed.length; ) {
        at += writeSync(descriptor, sealed, at, sealed.length - at, written + at);
      }
      written += sealed.length;
    },
    read,
    async *pieces(start, end) {
      for (let at = start; at < end; at += pieceBytes) {
        yield read(at, Math.min(end, at + pieceBytes));
        await nextTurn();
      }
    },
    close() {
      closeSync(descriptor);
      remove();
    },
  };
}

/** A counter of blocks, as this mode has it. */
function toCounter(block: number): Buffer {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(block), blockBytes - 8);
  return counter;
}
