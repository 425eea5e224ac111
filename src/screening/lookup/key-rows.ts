// Which rows have a key: a compact, immutable table of 32-bit hashes. Two keys may share a hash, so whoever asks looks at the row itself.

/** Grows while an index is built. */
export class KeyRowsBuilder {
  #pairs = new Uint32Array(1 << 12);
  #length = 0;

  add(key: number, row: number): void {
    if (this.#length === this.#pairs.length) {
      const wider = new Uint32Array(this.#pairs.length * 2);
      wider.set(this.#pairs);
      this.#pairs = wider;
    }
    this.#pairs[this.#length++] = key;
    this.#pairs[this.#length++] = row;
  }

  build(): KeyRows {
    return new KeyRows(this.#pairs.subarray(0, this.#length));
  }
}

/** Rows in the order in which they came, by buckets of the keys' first bits. */
export class KeyRows {
  readonly #shift: number;
  readonly #starts: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #rows: Uint32Array;

  constructor(pairs: Uint32Array) {
    const count = pairs.length >>> 1;
    const bits = Math.max(1, 31 - Math.clz32(count | 1));
    this.#shift = 32 - bits;
    const starts = new Uint32Array((1 << bits) + 1);
    for (let index = 0; index < pairs.length; index += 2) {
      const bucket = (pairs[index] as number) >>> this.#shift;
      starts[bucket] = (starts[bucket] as number) + 1;
    }
    let total = 0;
    for (let bucket = 0; bucket < starts.length; bucket++) {
      total += starts[bucket] as number;
      starts[bucket] = total;
    }
    this.#keys = new Uint32Array(count);
    this.#rows = new Uint32Array(count);
    // From the end, so that each bucket keeps the order of its rows and `starts` ends where each bucket begins.
    for (let index = pairs.length - 2; index >= 0; index -= 2) {
      const key = pairs[index] as number;
      const bucket = key >>> this.#shift;
      const place = (starts[bucket] as number) - 1;
      starts[bucket] = place;
      this.#keys[place] = key;
      this.#rows[place] = pairs[index + 1] as number;
    }
    this.#starts = starts;
  }

  forEach(key: number, visit: (row: number) => void): void {
    const bucket = key >>> this.#shift;
    const end = this.#starts[bucket + 1] as number;
    for (let place = this.#starts[bucket] as number; place < end; place++) {
      if (this.#keys[place] === key) visit(this.#rows[place] as number);
    }
  }
}
