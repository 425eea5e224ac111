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

  build(): (row: number) => string {
    const [bytes, starts] = [Buffer.from(this.#bytes.subarray(0, this.#end)), this.#starts];
    return (row) => bytes.toString('utf8', starts[row], starts[row + 1]);
  }
}
