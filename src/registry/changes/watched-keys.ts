// The keys of watched companies as pairs of words, in the order in which the snapshots are walked. Sorted once by number; the
// partitions of a snapshot take them out of that list without sorting again.

import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { keyLow, partitionOf, rootHigh, rootLow, toQuad } from '../files/cnpj-key.ts';

/** The upper words, and the lower ones at the same places. */
export interface WatchedKeys {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** The key as one number of 64 bits, which a little-endian machine reads out of two words. */
export function toKeyWords(numbers: readonly Cnpj[]): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(2 * numbers.length);
  for (const [index, cnpj] of numbers.entries()) {
    const second = toQuad(cnpj, 4);
    words[2 * index] = keyLow(rootLow(second), toQuad(cnpj, 8));
    words[2 * index + 1] = rootHigh(toQuad(cnpj, 0), second);
  }
  return words;
}

/** In any order, and repeated ones too; the words are sorted in place. */
export function toWatchedKeys(words: Uint32Array<ArrayBuffer>): WatchedKeys {
  new BigUint64Array(words.buffer, words.byteOffset, words.length / 2).sort();
  const high = new Uint32Array(words.length / 2);
  const low = new Uint32Array(words.length / 2);
  let count = 0;
  for (let at = 0; at < words.length; at += 2) {
    const [nextLow, nextHigh] = [words[at] as number, words[at + 1] as number];
    if (count > 0 && high[count - 1] === nextHigh && low[count - 1] === nextLow) continue;
    low[count] = nextLow;
    high[count++] = nextHigh;
  }
  return { high: high.subarray(0, count), low: low.subarray(0, count) };
}

/** The same keys partition by partition, each in order; `starts` has one place more than there are partitions. */
export function toPartitionedKeys(
  { high, low }: WatchedKeys,
  partitions: number,
): WatchedKeys & { readonly starts: Uint32Array } {
  const starts = new Uint32Array(partitions + 1);
  const partitionAt = (index: number) => partitionOf(high[index] as number, (low[index] as number) >>> 21, partitions);
  for (let index = 0; index < high.length; index++) {
    const after = partitionAt(index) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let partition = 0; partition < partitions; partition++) {
    starts[partition + 1] = (starts[partition + 1] as number) + (starts[partition] as number);
  }
  const next = starts.slice();
  const placed = { high: new Uint32Array(high.length), low: new Uint32Array(low.length) };
  for (let index = 0; index < high.length; index++) {
    const partition = partitionAt(index);
    const place = next[partition] as number;
    next[partition] = place + 1;
    placed.high[place] = high[index] as number;
    placed.low[place] = low[index] as number;
  }
  return { ...placed, starts };
}
