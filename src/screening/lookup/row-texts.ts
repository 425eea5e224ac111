// A short text for each row, all of them in one piece of memory: strings of their own would take several times as much.

export class RowTextsBuilder {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #end = 0;
  readonly #starts: Uint32Array;
  #row = 0;

  constructor(rows: number) {
    this.#starts = new Uint32Array(rows + 1);
  }

  /** Adds the text of the next row. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#end + bytes > this.#bytes.length) {
      const wider = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + bytes));
      this.#bytes.copy(wider, 0, 0, this.#end);
      this.#bytes = wider;
    }
    this.#end += this.#bytes.write(text, this.#end);
    this.#starts[++this.#row] = this.#end;
  }

  build(): RowTexts {
    return new RowTexts(Buffer.from(this.#bytes.subarray(0, this.#end)), this.#starts);
  }
}

export class RowTexts {
  /** The texts of all rows, in UTF-8. */
  readonly bytes: Buffer;
  readonly #starts: Uint32Array;

  constructor(bytes: Buffer, starts: Uint32Array) {
    this.bytes = bytes;
    this.#starts = starts;
  }

  get(row: number): string {
    return this.bytes.toString('utf8', this.start(row), this.end(row));
  }

  start(row: number): number {
    return this.#starts[row] as number;
  }

  end(row: number): number {
    return this.#starts[row + 1] as number;
  }
}
