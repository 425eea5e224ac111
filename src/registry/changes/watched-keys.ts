// The keys of watched companies as pairs of words, in the order in which the snapshots are walked. Sorted once by number; the
// partitions of a snapshot take them out of that list without sorting again.

import type { Cnpj } from '../../domain/cnpj.ts';
import { keyLow, partitionOf, rootHigh, rootLow, toQuad } from '../files/cnpj-key.ts';

/** The upper words, and the lower ones at the same places. */
export interface WatchedKeys {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** The numbers are sorted, and none is there twice. */
export function toWatchedKeys(sorted: readonly Cnpj[]): WatchedKeys {
  const high = new Uint32Array(sorted.length);
  const low = new Uint32Array(sorted.length);
  for (const [index, cnpj] of sorted.entries()) {
    const second = toQuad(cnpj, 4);
    high[index] = rootHigh(toQuad(cnpj, 0), second);
    low[index] = keyLow(rootLow(second), toQuad(cnpj, 8));
  }
  return { high, low };
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
