// Looks for many short pieces of bytes in one pass over files of any size.

import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ifThere } from '../../errors.ts';

export interface FoundPiece {
  /** The piece begins at this position in the file. */
  readonly at: number;
  readonly bytes: number;
}

export type FindInFile = (path: string) => Promise<readonly FoundPiece[]>;

const startBytes = 4;
const blockBytes = 1024 * 1024;
/** Enough to know where to look; what else is there is found by the next search. */
const foundMax = 10_000;

/** The pieces as bytes in the characters of a text, four of them at least. A file that is gone holds nothing. */
export function createFinder(pieces: ReadonlySet<string>): FindInFile {
  const byStart = Map.groupBy(pieces, (piece) => piece.slice(0, startBytes));
  const longest = Math.max(startBytes, ...[...pieces].map(({ length }) => length));
  // A bit for each three bytes with which a piece starts; nearly every place in a file is ruled out by it.
  const starts = new Uint8Array(2 ** 21);
  for (const start of byStart.keys()) {
    const three = Buffer.from(start, 'latin1').readUIntBE(0, 3);
    starts[three >> 3] = (starts[three >> 3] as number) | (1 << (three & 7));
  }

  function findInBlock(block: Buffer, offset: number, found: FoundPiece[]): void {
    let three = 0;
    for (let end = 0; end < block.length; end++) {
      three = ((three << 8) | (block[end] as number)) & 0xffffff;
      if (((starts[three >> 3] as number) & (1 << (three & 7))) === 0 || end < 2) continue;
      const at = end - 2;
      for (const piece of byStart.get(block.toString('latin1', at, at + startBytes)) ?? []) {
        if (block.toString('latin1', at, at + piece.length) === piece) {
          found.push({ at: offset + at, bytes: piece.length });
        }
      }
    }
  }

  return async (path) => {
    const descriptor = ifThere(() => openSync(path, 'r'));
    const found: FoundPiece[] = [];
    if (descriptor === undefined || pieces.size === 0) return found;
    try {
      const buffer = Buffer.allocUnsafe(blockBytes);
      for (let offset = 0; found.length < foundMax; offset += blockBytes - longest) {
        const count = readSync(descriptor, buffer, 0, blockBytes, offset);
        findInBlock(buffer.subarray(0, count), offset, found);
        if (count < blockBytes) break;
        await nextTurn();
      }
      return found;
    } finally {
      closeSync(descriptor);
    }
  };
}
