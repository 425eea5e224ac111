// Takes one column out of CSV while its bytes go by, however large its cells are: nothing of them is held. All other bytes stay as they
// are. The IBAMA writes the borders of an area into one cell, which may have hundreds of megabytes.

import { foldText } from '../../../domain/names/name-text.ts';

const quote = 34;
const lineFeed = 10;
const separator = 59;
const carriageReturn = 13;
/** A header that is longer is none. */
const headerBytesMax = 64 * 1024;

/** Cells lie between semicolons. A file without that column goes by unchanged. */
export async function* withoutColumn(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let start: Buffer = Buffer.alloc(0);
  let skipper: ColumnSkipper | undefined;
  for await (const chunk of chunks) {
    if (skipper !== undefined) {
      yield skipper.push(chunk);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    const end = start.indexOf(lineFeed);
    if (end < 0 && start.length < headerBytesMax) continue;
    skipper = new ColumnSkipper(findColumn(start.subarray(0, Math.max(0, end)), name));
    yield start.subarray(0, end + 1);
    yield skipper.push(start.subarray(end + 1));
  }
  if (skipper === undefined) yield start;
  else yield skipper.finish();
}

function findColumn(header: Buffer, name: string): number {
  const wanted = foldText(name);
  return header
    .toString('latin1')
    .split(';')
    .findIndex((cell) => foldText(cell) === wanted);
}

/** The reader passes at most this many rows that a quotation mark has swallowed on as broken. More would not change the judgement. */
const lostRowsMax = 10_000;
const lostRow = Buffer.from('?\n');

class ColumnSkipper {
  readonly #skipped: number;
  #column = 0;
  /** `behind`: after a mark that closes the cell, or is the first of two. `lost`: until the end of the line nothing is certain. */
  #state: 'start' | 'bare' | 'quoted' | 'behind' | 'lost' = 'start';
  /** Line breaks in the cell that is skipped. */
  #breaks = 0;

  constructor(column: number) {
    this.#skipped = column;
  }

  push(chunk: Uint8Array): Uint8Array {
    if (this.#skipped < 0) return chunk;
    const kept: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#state === 'quoted') {
        const mark = chunk.indexOf(quote, at);
        const end = mark < 0 ? chunk.length : mark;
        if (this.#isSkipping()) this.#breaks += countBreaks(chunk, at, end);
        if (mark < 0) break;
        at = mark;
        this.#state = 'behind';
        continue;
      }
      const byte = chunk[at];
      if (this.#state === 'behind' && byte === quote) {
        this.#state = 'quoted';
      } else if (byte === lineFeed || (byte === separator && this.#state !== 'lost')) {
        // What ends a cell stays, whosever it is.
        if (this.#isSkipping()) from = at;
        this.#state = 'start';
        this.#column = byte === lineFeed ? 0 : this.#column + 1;
        if (this.#column === this.#skipped) kept.push(chunk.subarray(from, at + 1));
        this.#breaks = 0;
      } else if (this.#state === 'behind' && this.#isSkipping() && byte !== carriageReturn) {
        // Something stands behind the mark, so it was none that closes: it has swallowed rows.
        kept.push(this.#toLost());
        this.#state = 'lost';
      } else if (this.#state !== 'lost' && byte !== carriageReturn) {
        this.#state = this.#state === 'start' && byte === quote ? 'quoted' : 'bare';
      }
    }
    if (!this.#isSkipping()) kept.push(chunk.subarray(from));
    return Buffer.concat(kept);
  }

  /** Where the file ends inside a cell that was skipped, a mark that stays open tells its reader. */
  finish(): Uint8Array {
    return this.#isSkipping() && this.#state === 'quoted'
      ? Buffer.concat([Buffer.from('"'), this.#toLost()])
      : Buffer.alloc(0);
  }

  #isSkipping(): boolean {
    return this.#column === this.#skipped || this.#state === 'lost';
  }

  /** The end of this row, and a broken row for each that went by in the cell. */
  #toLost(): Uint8Array {
    const rows = Math.min(this.#breaks, lostRowsMax);
    this.#breaks = 0;
    return Buffer.concat([Buffer.from('\n'), ...Array.from({ length: rows }, () => lostRow)]);
  }
}

function countBreaks(chunk: Uint8Array, from: number, end: number): number {
  let count = 0;
  for (let at = chunk.indexOf(lineFeed, from); at >= 0 && at < end; at = chunk.indexOf(lineFeed, at + 1)) count++;
  return count;
}
