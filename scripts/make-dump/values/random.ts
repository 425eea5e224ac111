// Randomness that is arithmetic: everything about row i follows from (seed, i), so no table grows with the dump.

/** Mixes two 32-bit numbers into one. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A short stream of random numbers that starts anew for each row; one object serves all rows, because allocation costs. */
export class Random {
  #state = 0;

  restart(seed: number): this {
    this.#state = seed | 0;
    return this;
  }

  /** 0 <= result < limit */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let hash = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return Math.floor((((hash ^ (hash >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  }

  chance(probability: number): boolean {
    return this.below(1_000_000) < probability * 1_000_000;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Picks early items far more often than late ones, as names and streets are distributed. */
  pickSkewed<Item>(items: readonly Item[]): Item {
    const position = this.below(65_536) / 65_536;
    return items[Math.floor(position * position * position * items.length)] as Item;
  }

  digits(count: number): string {
    return String(this.below(10 ** count)).padStart(count, '0');
  }
}

/** A bijection of 0..size-1 that looks random: a Feistel network of four rounds, walked until it lands inside. */
export function createPermutation(size: number, key: number): (index: number) => number {
  const halfBits = Math.max(1, Math.ceil(Math.log2(Math.max(2, size)) / 2));
  const mask = 2 ** halfBits - 1;
  const keys = [1, 2, 3, 4].map((round) => mix(key, round));
  return (index) => {
    let value = index;
    do {
      let left = value >>> halfBits;
      let right = value & mask;
      for (const roundKey of keys) {
        const next = left ^ (mix(right, roundKey) & mask);
        left = right;
        right = next;
      }
      value = left * (mask + 1) + right;
    } while (value >= size);
    return value;
  };
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** x such that (value * x) % modulus === 1; value and modulus share no factor. */
export function modularInverse(value: number, modulus: number): number {
  let [previous, current] = [value % modulus, modulus];
  let [previousFactor, factor] = [1, 0];
  while (current !== 0) {
    const quotient = Math.floor(previous / current);
    [previous, current] = [current, previous - quotient * current];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  return ((previousFactor % modulus) + modulus) % modulus;
}
