// Which rows have a key: a compact, immutable table of 32-bit hashes. Two keys may share a hash, so whoever asks looks at the row itself.

import { setImmediate } from 'node:timers/promises';

/** The sort handles this many pairs, about a millisecond of work on a busy machine, and then lets requests run. */
const pairsPerTurn = 1 << 13;

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

  /** Lets others work in between. */
  async build(): Promise<KeyRows> {
    const steps = place(this.#pairs.subarray(0, this.#length));
    for (;;) {
      const step = steps.next();
      if (step.done === true) return new KeyRows(step.value);
      await setImmediate();
    }
  }
}

interface Places {
  readonly shift: number;
  /** Where each bucket begins, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly keys: Uint32Array;
  readonly rows: Uint32Array;
}

function* place(pairs: Uint32Array): Generator<void, Places> {
  const count = pairs.length >>> 1;
  const bits = Math.max(1, 31 - Math.clz32(count | 1));
  const shift = 32 - bits;
  const starts = new Uint32Array((1 << bits) + 1);
  for (let from = 0; from < pairs.length; from += 2 * pairsPerTurn) {
    const end = Math.min(pairs.length, from + 2 * pairsPerTurn);
    for (let index = from; index < end; index += 2) {
      const bucket = (pairs[index] as number) >>> shift;
      starts[bucket] = (starts[bucket] as number) + 1;
    }
    yield;
  }
  let total = 0;
  for (let bucket = 0; bucket < starts.length; bucket++) {
    total += starts[bucket] as number;
    starts[bucket] = total;
    if (bucket % (2 * pairsPerTurn) === 0) yield;
  }
  const [keys, rows] = [new Uint32Array(count), new Uint32Array(count)];
  // From the end, so that each bucket keeps the order of its rows and `starts` ends where each bucket begins.
  for (let end = pairs.length; end > 0; end -= 2 * pairsPerTurn) {
    for (let index = end - 2; index >= Math.max(0, end - 2 * pairsPerTurn); index -= 2) {
      const key = pairs[index] as number;
      const bucket = key >>> shift;
      const next = (starts[bucket] as number) - 1;
      starts[bucket] = next;
      keys[next] = key;
      rows[next] = pairs[index + 1] as number;
    }
    yield;
  }
  return { shift, starts, keys, rows };
}

/** Rows in the order in which they came, by buckets of the keys' first bits. */
export class KeyRows {
  readonly #shift: number;
  readonly #starts: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #rows: Uint32Array;

  constructor({ shift, starts, keys, rows }: Places) {
    this.#shift = shift;
    this.#starts = starts;
    this.#keys = keys;
    this.#rows = rows;
  }

  /** Each as often as rows have it. */
  get keys(): Uint32Array {
    return this.#keys;
  }

  forEach(key: number, visit: (row: number) => void): void {
    const bucket = key >>> this.#shift;
    const end = this.#starts[bucket + 1] as number;
    for (let place = this.#starts[bucket] as number; place < end; place++) {
      if (this.#keys[place] === key) visit(this.#rows[place] as number);
    }
  }
}
