// Where the rows of an edition stand in its file. A large list has hundreds of thousands, so they are kept as plain figures.

/** Where the line of a row stands, without its end, and what it was when all of the edition was read and found whole. */
export interface RowPlace {
  readonly start: number;
  readonly bytes: number;
  readonly sum: number;
}

export class RowPlaces {
  readonly #starts: Float64Array;
  readonly #lengths: Uint32Array;
  readonly #sums: Float64Array;

  constructor(rows: number) {
    this.#starts = new Float64Array(rows);
    this.#lengths = new Uint32Array(rows);
    this.#sums = new Float64Array(rows);
  }

  get rows(): number {
    return this.#starts.length;
  }

  keep(row: number, { start, bytes, sum }: RowPlace): void {
    this.#starts[row] = start;
    this.#lengths[row] = bytes;
    this.#sums[row] = sum;
  }

  get(row: number): RowPlace {
    return {
      start: this.#starts[row] as number,
      bytes: this.#lengths[row] as number,
      sum: this.#sums[row] as number,
    };
  }
}
