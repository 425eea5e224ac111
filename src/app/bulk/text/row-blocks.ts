// Cuts a stream of bytes into blocks of whole rows, so that the rows of a block can be read anywhere: here, or by another thread.
// A line break inside quotation marks does not end a row. It knows nothing of encodings beyond ASCII being ASCII in them.

import type { RowFault } from '../../../domain/rows/row-words.ts';

/** Whole rows; or one that is broken, with its first line only. */
export interface RowBlock {
  readonly bytes: Uint8Array;
  /** Of its first row, counted from 1. */
  readonly line: number;
  readonly fault: RowFault | undefined;
}

export interface BlockOptions {
  /** The byte between two cells; undefined where every line is a row, whatever is quoted in it. */
  readonly delimiter: number | undefined;
  /** LF, or CR in files of an old Macintosh. */
  readonly lineEnd: number;
  readonly blockBytes?: number;
}

const quote = 34;
export const rowBytesMax = 1024 * 1024;
const usualBlockBytes = 256 * 1024;

export async function* toRowBlocks(chunks: AsyncIterable<Uint8Array>, options: BlockOptions): AsyncGenerator<RowBlock> {
  const cutter = new RowCutter(options);
  const blockBytes = options.blockBytes ?? usualBlockBytes;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += blockBytes) {
      yield* cutter.push(chunk.subarray(from, from + blockBytes));
    }
  }
  yield* cutter.finish();
}

class RowCutter {
  readonly #delimiter: number | undefined;
  readonly #lineEnd: number;
  #pending: Uint8Array = new Uint8Array(0);
  #line = 1;
  /** The rest of a row that is too long goes by unread. */
  #isSkipping = false;

  constructor({ delimiter, lineEnd }: BlockOptions) {
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd;
  }

  *push(chunk: Uint8Array): Generator<RowBlock> {
    const bytes = this.#pending.length === 0 ? chunk : join(this.#pending, chunk);
    yield* this.#cut(bytes, false);
  }

  *finish(): Generator<RowBlock> {
    if (this.#pending.length > 0) yield* this.#cut(this.#pending, true);
  }

  *#cut(whole: Uint8Array, isLast: boolean): Generator<RowBlock> {
    let bytes = whole;
    if (this.#isSkipping) bytes = this.#skip(bytes);
    while (bytes.length > 0) {
      const end = this.#findEnd(bytes);
      if (end > 0) yield this.#take(bytes.subarray(0, end), undefined);
      const rest = bytes.subarray(end);
      const isQuoted = this.#isOpen(rest);
      if (!isLast && rest.length <= rowBytesMax) {
        // A copy: what is left of a chunk must not keep all of it.
        this.#pending = new Uint8Array(rest);
        return;
      }
      if (rest.length === 0) break;
      if (isLast && !isQuoted && rest.length <= rowBytesMax) {
        yield this.#take(rest, undefined);
        break;
      }
      bytes = yield* this.#breakOff(rest, isQuoted);
    }
    this.#pending = new Uint8Array(0);
  }

  /** Gives up the first line of what has no end, and goes on with the next one. */
  *#breakOff(rest: Uint8Array, isQuoted: boolean): Generator<RowBlock, Uint8Array> {
    const lineEnd = rest.indexOf(this.#lineEnd);
    const end = lineEnd < 0 ? rest.length : lineEnd + 1;
    yield this.#take(
      rest.subarray(0, Math.min(end, 4096)),
      isQuoted && end <= rowBytesMax ? 'unclosed_quote' : 'row_too_long',
    );
    if (lineEnd >= 0) {
      if (end > 4096) this.#line++;
      return rest.subarray(end);
    }
    this.#isSkipping = true;
    return new Uint8Array(0);
  }

  #skip(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(this.#lineEnd);
    if (end < 0) return new Uint8Array(0);
    this.#isSkipping = false;
    this.#line++;
    return bytes.subarray(end + 1);
  }

  #take(bytes: Uint8Array, fault: RowFault | undefined): RowBlock {
    const line = this.#line;
    this.#line += countOf(bytes, this.#lineEnd);
    return { bytes, line, fault };
  }

  /** After the end of the last whole row; 0 where there is none. */
  #findEnd(bytes: Uint8Array): number {
    if (this.#delimiter === undefined || bytes.indexOf(quote) < 0) return bytes.lastIndexOf(this.#lineEnd) + 1;
    return this.#walk(bytes).end;
  }

  #isOpen(bytes: Uint8Array): boolean {
    return this.#delimiter !== undefined && bytes.indexOf(quote) >= 0 && this.#walk(bytes).isQuoted;
  }

  /** A quotation mark opens a cell only at its beginning, and two of them inside are one. `csv.ts` reads by the same rule. */
  #walk(bytes: Uint8Array): { readonly end: number; readonly isQuoted: boolean } {
    const delimiter = this.#delimiter;
    const lineEnd = this.#lineEnd;
    let end = 0;
    let isStart = true;
    let isQuoted = false;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isQuoted) {
        if (byte !== quote) continue;
        if (bytes[at + 1] === quote) at++;
        else isQuoted = false;
      } else if (byte === lineEnd) {
        end = at + 1;
        isStart = true;
      } else if (byte === delimiter) {
        isStart = true;
      } else {
        if (byte === quote && isStart) isQuoted = true;
        isStart = false;
      }
    }
    return { end, isQuoted };
  }
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count++;
  return count;
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
