// Cuts a stream of bytes into rows and fields of the Receita's dialect without making strings: every field in double quotes,
// an inner quote doubled, `;` and line breaks allowed inside quotes. It knows nothing of what the columns mean.

export type RejectReason =
  | 'broken_quotes'
  | 'wrong_column_count'
  | 'row_too_long'
  | 'invalid_number'
  | 'invalid_check_digits';

export interface RowHandler {
  /** `starts` and `ends` hold the fields without their quotes; inner quotes are still doubled. A reason refuses the row. */
  row(bytes: Uint8Array, starts: Int32Array, ends: Int32Array): RejectReason | undefined;
  rejected(line: number, reason: RejectReason): void;
}

const quote = 34;
const semicolon = 59;
const lineFeed = 10;
const carriageReturn = 13;
/** The longest real row has under 2,000 bytes. A longer one is a quote that was never closed. */
const rowBytesMax = 64 * 1024;
const incomplete = -1;
const broken = -2;

export class RowScanner {
  rows = 0;
  rejected = 0;
  /** `endedInsideRow` tells whether the last row was left unfinished: the file may be cut short. */
  endedInsideRow = false;
  readonly #columns: number;
  readonly #handler: RowHandler;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #work = new Uint8Array(2 * rowBytesMax);
  #used = 0;
  #line = 1;
  /** Line breaks inside the fields of the row just scanned. */
  #innerLines = 0;
  #fields = 0;
  #resyncing = false;
  #finishing = false;

  constructor(columns: number, handler: RowHandler) {
    this.#columns = columns;
    this.#handler = handler;
    // One place more than a row may have, so that a row with too many fields is seen to have them.
    this.#starts = new Int32Array(columns + 2);
    this.#ends = new Int32Array(columns + 2);
  }

  push(chunk: Uint8Array): void {
    const total = this.#used + chunk.length;
    // Room for the NUL after the end, and for looking two bytes ahead of it.
    if (this.#work.length < total + 3) {
      const larger = new Uint8Array(total + rowBytesMax);
      larger.set(this.#work.subarray(0, this.#used));
      this.#work = larger;
    }
    this.#work.set(chunk, this.#used);
    this.#used = total;
    this.#consume(total, false);
  }

  finish(): void {
    if (this.#used === 0) return;
    this.#finishing = true;
    if (this.#work[this.#used - 1] !== lineFeed) this.push(Uint8Array.of(lineFeed));
    this.#consume(this.#used, true);
    this.#used = 0;
  }

  #consume(end: number, last: boolean): void {
    const work = this.#work;
    work[end] = 0;
    let at = 0;
    while (at < end) {
      if (this.#resyncing) {
        at = this.#resync(at, end, last);
        if (this.#resyncing) break;
        continue;
      }
      const next = this.#scanRow(work, at, end);
      if (next >= 0) {
        this.#accept(work);
        at = next;
      } else if (next === incomplete && !last && end - at < rowBytesMax) {
        break;
      } else {
        this.rows++;
        this.endedInsideRow = last && next === incomplete;
        this.#reject(next === incomplete && !last ? 'row_too_long' : 'broken_quotes');
        this.#resyncing = true;
        at++;
      }
    }
    work.copyWithin(0, at, end);
    this.#used = end - at;
  }

  #accept(work: Uint8Array): void {
    const reason =
      this.#fields === this.#columns ? this.#handler.row(work, this.#starts, this.#ends) : 'wrong_column_count';
    this.rows++;
    // A whole row may be refused for what it says; only one that lacks its end says that the file does.
    this.endedInsideRow = this.#finishing && this.#fields < this.#columns;
    if (reason !== undefined) this.#reject(reason);
    this.#line += 1 + this.#innerLines;
  }

  #reject(reason: RejectReason): void {
    this.rejected++;
    this.#handler.rejected(this.#line, reason);
  }

  /**
   * Returns the position after the row's line end, `incomplete` or `broken`. This function reads rows in their usual form, with every field in
   * quotes and LF at the end. It leaves any other row to the second function. The work buffer holds a NUL at `end`, so that the loop needs no bound
   * of its own.
   */
  #scanRow(work: Uint8Array, from: number, end: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    const lastField = this.#columns - 1;
    if (work[from] !== quote) return this.#scanUnusualRow(work, from, end);
    let at = from + 1;
    let field = 0;
    let innerLines = 0;
    starts[0] = at;
    for (;;) {
      const code = work[at] as number;
      if (code > quote) {
        at++;
      } else if (code === quote) {
        const next = work[at + 1];
        if (next === semicolon && work[at + 2] === quote && field < lastField) {
          ends[field++] = at;
          at += 3;
          starts[field] = at;
        } else if (next === quote) {
          at += 2;
        } else if (next === lineFeed) {
          ends[field] = at;
          this.#fields = field + 1;
          this.#innerLines = innerLines;
          return at + 2;
        } else {
          return this.#scanUnusualRow(work, from, end);
        }
      } else {
        if (at >= end) return incomplete;
        if (code === lineFeed) innerLines++;
        at++;
      }
    }
  }

  /** Fields without quotes, lines that end in CR LF, too many fields, quotes that are not doubled, the end of the buffer. */
  #scanUnusualRow(work: Uint8Array, from: number, end: number): number {
    let at = from;
    let field = 0;
    let innerLines = 0;
    for (;;) {
      if (work[at] === quote && at < end) {
        this.#starts[field] = ++at;
        while (at < end && (work[at] !== quote || (work[at + 1] === quote && at + 1 < end))) {
          if (work[at] === lineFeed) innerLines++;
          at += work[at] === quote ? 2 : 1;
        }
        this.#ends[field] = at++;
      } else {
        this.#starts[field] = at;
        while (at < end && work[at] !== semicolon && work[at] !== lineFeed && work[at] !== quote) at++;
        this.#ends[field] = at > from && work[at] === lineFeed && work[at - 1] === carriageReturn ? at - 1 : at;
      }
      if (field <= this.#columns) field++;
      if (at >= end) return incomplete;
      const separator = work[at++];
      if (separator === semicolon) continue;
      if (separator === carriageReturn && at >= end) return incomplete;
      if (separator === carriageReturn && work[at] === lineFeed) at++;
      else if (separator !== lineFeed) return broken;
      this.#fields = field;
      this.#innerLines = innerLines;
      return at;
    }
  }

  /** Moves on to the next line that starts like a row, so that one broken row costs one row and not the rest of the file. */
  #resync(from: number, end: number, last: boolean): number {
    const work = this.#work;
    for (let at = from; at < end; at++) {
      if (work[at] !== lineFeed) continue;
      if (at + 11 >= end && !last) return at;
      this.#line++;
      if (at + 11 >= end || startsLikeRow(work, at + 1)) {
        this.#resyncing = false;
        return at + 1;
      }
    }
    if (last) this.#resyncing = false;
    return end;
  }
}

/** `"12ABC345"` and a separator: the root opens every row of the three groups. */
function startsLikeRow(work: Uint8Array, at: number): boolean {
  if (work[at] !== quote || work[at + 9] !== quote || work[at + 10] !== semicolon) return false;
  for (let index = at + 1; index < at + 9; index++) {
    const code = work[index] as number;
    if (code < 48 || code > 90 || (code > 57 && code < 65)) return false;
  }
  return true;
}
