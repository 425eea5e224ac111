// Writes down what was found of those who are watched, some at a time. It counts only once the comparison is finished.

import type { Seal } from '../seal.ts';
import type { StoredWatch, WatchStore } from './ports.ts';
import { sealChange, type Told, toTold, type WatchedItem } from './told-changes.ts';

/** An event itself carries at most this many changes. The address of the changes serves all others. */
const toldMax = 100;

export interface Appended<Item extends WatchedItem> {
  /** The first of them. */
  readonly told: readonly Told<Item>[];
  readonly lastChange: number;
}

export function createAppendTold(store: Pick<WatchStore, 'appendChanges'>, seal: Seal) {
  return async <Item extends WatchedItem>(
    { id, lastChange }: StoredWatch,
    found: AsyncIterable<readonly Item[]>,
  ): Promise<Appended<Item>> => {
    let number = lastChange;
    const told: Told<Item>[] = [];
    for await (const some of found) {
      for (const item of some.slice(0, toldMax - told.length)) told.push(toTold(lastChange + told.length + 1, item));
      await store.appendChanges(
        id,
        some.map((item) => sealChange(seal, id, ++number, item)),
      );
    }
    return { told, lastChange: number };
  };
}
