// Whether any row may have a key: two bits for each, so that nearly all keys of a question are dropped without a look at a table.

import { setImmediate } from 'node:timers/promises';

/** Each key gets this many bits. Of 300 keys that no row has, hardly one then finds both of its bits set. */
const bitsPerKey = 32;
const [bitsMin, bitsMax] = [1 << 16, 1 << 28];
/** Less than a millisecond of work, after which requests have their turn. */
const keysPerTurn = 1 << 13;

export class KeyFilter {
  #bits: Bits;
  #count = 0;

  constructor(keys: readonly Uint32Array[] = []) {
    this.#bits = new Bits(countAll(keys));
    for (const some of keys) this.#bits.addAll(some);
    this.#count = countAll(keys);
  }

  /** Tells whether a row may have the key; false means that no row has it. */
  mayHave(key: number): boolean {
    return this.#bits.mayHave(key);
  }

  /**
   * Takes the keys of one more list, one at a time, and lets others work in between. Keys of lists that have gone stay in it, until it is full and made
   * anew of `others`: the keys of all lists that answer meanwhile.
   */
  async include(keys: Uint32Array, others: readonly Uint32Array[]): Promise<void> {
    if (this.#count + keys.length <= this.#bits.keysMax) {
      await addInTurns(this.#bits, keys);
      this.#count += keys.length;
      return;
    }
    const all = [...others, keys];
    const wider = new Bits(countAll(all));
    for (const some of all) await addInTurns(wider, some);
    this.#bits = wider;
    this.#count = countAll(all);
  }
}

function countAll(keys: readonly Uint32Array[]): number {
  return keys.reduce((sum, some) => sum + some.length, 0);
}

async function addInTurns(bits: Bits, keys: Uint32Array): Promise<void> {
  for (let from = 0; from < keys.length; from += keysPerTurn) {
    bits.addAll(keys.subarray(from, from + keysPerTurn));
    await setImmediate();
  }
}

class Bits {
  /** The filter holds at most this many keys; more of them would let too much pass. */
  readonly keysMax: number;
  readonly #words: Uint32Array;
  readonly #shift: number;

  constructor(keys: number) {
    const bits = Math.min(bitsMax, Math.max(bitsMin, 2 ** Math.ceil(Math.log2(bitsPerKey * keys))));
    this.keysMax = bits / bitsPerKey;
    this.#words = new Uint32Array(bits >>> 5);
    this.#shift = Math.clz32(bits) + 1;
  }

  addAll(keys: Uint32Array): void {
    for (const key of keys) {
      this.#set(key >>> this.#shift);
      this.#set(remix(key) >>> this.#shift);
    }
  }

  #set(bit: number): void {
    this.#words[bit >>> 5] = (this.#words[bit >>> 5] as number) | (1 << (bit & 31));
  }

  mayHave(key: number): boolean {
    return this.#has(key >>> this.#shift) && this.#has(remix(key) >>> this.#shift);
  }

  #has(bit: number): boolean {
    return (((this.#words[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }
}

/** Other first bits for the same key. */
function remix(key: number): number {
  return Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 0;
}
