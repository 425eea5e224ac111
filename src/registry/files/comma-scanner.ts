// Cuts a stream of bytes into the rows of the files of tax regimes: commas between fields, quotes only where somebody put them, a
// header in the first line. The same handler as that of the other dialect; a row of another form is refused and counted.

import type { RowHandler } from './row-scanner.ts';

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;
const comma = 44;
/** No row has a tenth of this. */
const rowBytesMax = 4096;

export class CommaScanner {
  rows = 0;
  rejected = 0;
  endedInsideRow = false;
  readonly #columns: number;
  readonly #handler: RowHandler;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #rest: Uint8Array = new Uint8Array(0);
  #line = 0;

  constructor(columns: number, handler: RowHandler) {
    this.#columns = columns;
    this.#handler = handler;
    this.#starts = new Int32Array(columns);
    this.#ends = new Int32Array(columns);
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
      this.#take(bytes, from, end);
      from = end + 1;
    }
    // What has no end after so many bytes is no row; its end is looked for, and it is refused then.
    this.#rest = Uint8Array.from(bytes.subarray(Math.max(from, bytes.length - 2 * rowBytesMax)));
  }

  finish(): void {
    this.endedInsideRow = false;
    if (this.#rest.length > 0) this.#take(this.#rest, 0, this.#rest.length);
    this.#rest = new Uint8Array(0);
  }

  #take(bytes: Uint8Array, from: number, lineEnd: number): void {
    const end = lineEnd > from && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    this.#line++;
    if (end === from || (this.#line === 1 && !isDigit(bytes[from] as number) && bytes[from] !== quote)) return;
    this.rows++;
    const reason =
      end - from > rowBytesMax
        ? ('row_too_long' as const)
        : this.#split(bytes, from, end)
          ? this.#handler.row(bytes, this.#starts, this.#ends)
          : ('wrong_column_count' as const);
    if (reason === undefined) return;
    this.rejected++;
    this.#handler.rejected(this.#line, reason);
  }

  #split(bytes: Uint8Array, from: number, end: number): boolean {
    let column = 0;
    for (let at = from; at <= end; column++) {
      if (column === this.#columns) return false;
      const isQuoted = bytes[at] === quote;
      let to = isQuoted ? at + 1 : at;
      const mark = isQuoted ? quote : comma;
      while (to < end && bytes[to] !== mark) to++;
      this.#starts[column] = isQuoted ? at + 1 : at;
      this.#ends[column] = to;
      at = (isQuoted ? to + 1 : to) + 1;
    }
    return column === this.#columns;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
