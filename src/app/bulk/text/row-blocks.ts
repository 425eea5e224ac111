// Cuts a stream of bytes into blocks of whole rows, so that the rows of a block can be read anywhere: here, or by another thread.
// A line break inside quotation marks does not end a row. It knows nothing of encodings beyond ASCII being ASCII in them.

import type { RowFault } from '../../../domain/rows/row-words.ts';

/** Whole rows; or one that is broken, with its first line only. */
export interface RowBlock {
  readonly bytes: Uint8Array;
  /** `line` is the line of its first row, counted from 1. */
  readonly line: number;
  readonly fault: RowFault | undefined;
}

export interface BlockOptions {
  /** This byte stands between two cells. The value is undefined if every line is a row, regardless of quotation marks in it. */
  readonly delimiter: number | undefined;
  /** LF, or CR in files of an old Macintosh. */
  readonly lineEnd: number;
  readonly blockBytes?: number;
}

const quote = 34;
export const rowBytesMax = 1024 * 1024;
const usualBlockBytes = 256 * 1024;
/** The report shows this many bytes of a line that is given up. */
const brokenBytesShown = 4096;

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

/** Each byte is walked over once while rows come in, and once more where the row that holds it turns out to be broken. */
class RowCutter {
  readonly #delimiter: number | undefined;
  readonly #lineEnd: number;
  readonly #held = new Held();
  /** The walk stands here at the end of the held bytes. No row ends within them, so every line break in them is quoted. */
  #place: Place = rowStart;
  #line = 1;
  /** The rest of a row that is too long goes by unread. */
  #isSkipping = false;

  constructor({ delimiter, lineEnd }: BlockOptions) {
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd;
  }

  *push(chunk: Uint8Array): Generator<RowBlock> {
    const bytes = this.#isSkipping ? this.#skip(chunk) : chunk;
    const { end, place } = this.#walk(bytes, this.#place);
    this.#place = place;
    if (end > 0) yield this.#take(this.#held.takeWith(bytes.subarray(0, end)), undefined);
    this.#held.append(bytes.subarray(end));
    if (this.#held.bytes.length > rowBytesMax) yield* this.#shed(false);
  }

  *finish(): Generator<RowBlock> {
    const { bytes } = this.#held;
    if (bytes.length === 0) return;
    if (this.#isWhole(bytes)) yield this.#take(bytes, undefined);
    else yield* this.#shed(true);
  }

  #isWhole(rest: Uint8Array): boolean {
    return this.#place.kind !== 'quoted' && rest.length <= rowBytesMax;
  }

  /**
   * Gives up the first line of what has no end. A line behind it is a row if it ends one by itself; if not, its marks run on as those of
   * the first line do, so that nothing has to be walked over again to know where.
   */
  *#shed(isLast: boolean): Generator<RowBlock> {
    for (let isFirst = true; this.#held.bytes.length > 0; isFirst = false) {
      const { bytes } = this.#held;
      const lineEnd = bytes.indexOf(this.#lineEnd);
      const end = lineEnd < 0 ? bytes.length : lineEnd + 1;
      if (!isFirst) {
        const alone = this.#walk(bytes.subarray(0, end), rowStart);
        if (lineEnd < 0) this.#place = alone.place;
        if (alone.end > 0) {
          yield this.#take(this.#held.take(end), undefined);
          continue;
        }
        if (!isLast && bytes.length <= rowBytesMax) return;
        if (isLast && this.#isWhole(bytes)) return yield this.#take(this.#held.take(bytes.length), undefined);
      }
      const isUnclosed = this.#place.kind === 'quoted' && end <= rowBytesMax;
      yield this.#take(
        this.#held.take(end).subarray(0, brokenBytesShown),
        isUnclosed ? 'unclosed_quote' : 'row_too_long',
      );
      if (lineEnd < 0) this.#isSkipping = true;
      else if (end > brokenBytesShown) this.#line++;
    }
    this.#place = rowStart;
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

  /** A quotation mark opens a cell only at its beginning, and two of them inside are one. `csv.ts` reads by the same rule. */
  #walk(bytes: Uint8Array, from: Place): { readonly end: number; readonly place: Place } {
    const delimiter = this.#delimiter;
    const lineEnd = this.#lineEnd;
    if (bytes.length === 0) return { end: 0, place: from };
    if (delimiter === undefined || (!from.isInside && bytes.indexOf(quote) < 0)) {
      const last = bytes.at(-1);
      return { end: bytes.lastIndexOf(lineEnd) + 1, place: last === lineEnd || last === delimiter ? rowStart : inCell };
    }
    let end = 0;
    let place = from;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (place === quoted) {
        if (byte === quote) place = behindMark;
      } else if (byte === quote) {
        place = place === inCell ? inCell : quoted;
      } else if (byte === lineEnd) {
        end = at + 1;
        place = rowStart;
      } else {
        place = byte === delimiter ? rowStart : inCell;
      }
    }
    return { end, place };
  }
}

/** `isInside`: what comes next may be quoted although no mark opens it. */
interface Place {
  readonly kind: 'start' | 'cell' | 'quoted' | 'behind mark';
  readonly isInside: boolean;
}

/** The walk stands at the start of a row or of a cell. */
const rowStart: Place = { kind: 'start', isInside: false };
const inCell: Place = { kind: 'cell', isInside: false };
const quoted: Place = { kind: 'quoted', isInside: true };
/** The walk stands behind a mark inside a quoted cell. The mark is the first of two, or it closes the cell. */
const behindMark: Place = { kind: 'behind mark', isInside: true };

/** Bytes that wait for the rest of their row. Small pieces are added and taken off the front without all of them being copied. */
class Held {
  #buffer = new Uint8Array(0);
  #from = 0;
  #to = 0;

  get bytes(): Uint8Array {
    return this.#buffer.subarray(this.#from, this.#to);
  }

  /** A copy: what is left of a chunk must not keep all of it. */
  append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#to + bytes.length > this.#buffer.length) {
      const { bytes: held } = this;
      const needed = held.length + bytes.length;
      // What was given out stays as it is.
      this.#buffer = new Uint8Array(needed * 2);
      this.#buffer.set(held);
      this.#from = 0;
      this.#to = held.length;
    }
    this.#buffer.set(bytes, this.#to);
    this.#to += bytes.length;
  }

  take(count: number): Uint8Array {
    const taken = this.#buffer.subarray(this.#from, this.#from + count);
    this.#from += count;
    return taken;
  }

  /** All of them, with those behind them. */
  takeWith(bytes: Uint8Array): Uint8Array {
    if (this.#from === this.#to) return bytes;
    const { bytes: held } = this;
    const whole = new Uint8Array(held.length + bytes.length);
    whole.set(held);
    whole.set(bytes, held.length);
    this.#from = this.#to;
    return whole;
  }
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count++;
  return count;
}
