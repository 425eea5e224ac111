// After a switch of a list, and on each new day: what differs is found once, and everybody who is watched is compared with it. Killed in the
// middle, the comparison is made again from its beginning; nothing of half of one is ever shown.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { createKeptFaults } from '../../jobs/kept-faults.ts';
import type { PlainTurn } from '../../jobs/watched-work.ts';
import type { WatchPoint } from '../ports.ts';
import { type CompareWatchOptions, createCompareWithLists } from './compare-watch.ts';
import type { ListComparer } from './list-comparer.ts';
import {
  type DatedPoint,
  findNextPoint,
  isLiveAt,
  isSwitched,
  keepUnread,
  type LiveLists,
  readPoint,
  toCompared,
  withContents,
  writePoint,
} from './lists-point.ts';
import { listWithdrawnLists, type OpenWithdrawn } from './withdrawn-clearances.ts';

interface CompareListsOptions extends CompareWatchOptions {
  readonly comparer: ListComparer;
  readonly openWithdrawn: OpenWithdrawn;
}

export interface CompareLists {
  hasWork(mode: KeyMode, live: LiveLists): Promise<boolean>;
  run(mode: KeyMode, live: LiveLists, turn: PlainTurn): Promise<void>;
}

export function createCompareLists(options: CompareListsOptions): CompareLists {
  const { store, comparer } = options;
  const { isDue, compare } = createCompareWithLists(options);

  async function hasAny(point: WatchPoint): Promise<boolean> {
    for (const id of await store.listAtPoint(point)) {
      const watch = await store.find(id);
      if (watch !== undefined && (await isDue(watch))) return true;
    }
    return false;
  }

  /** All watches that were last compared at the same point, in one pass. */
  async function comparePoint(point: WatchPoint, live: DatedPoint, turn: PlainTurn): Promise<void> {
    const before = readPoint(point.lists);
    const comparison = await comparer.open(before, toCompared(live), turn.signal);
    const faults = createKeptFaults();
    try {
      const after = withContents(keepUnread(before, live, comparison.unread), comparison.contents ?? new Map());
      const ids = writePoint(after) === point.lists ? [] : await store.listAtPoint(point);
      for (const id of ids) {
        turn.signal.throwIfAborted();
        turn.beat();
        await faults.keep(compare(id, { before, after, comparison, turn }));
      }
    } finally {
      await comparison.close();
    }
    faults.throwFirst();
    if (isSwitched(before, live, comparison.unread)) {
      // The log has its code.
      throw Object.assign(new Error('An edition of a list cannot be read now'), { code: 'list_unreadable' });
    }
  }

  async function* findDue(mode: KeyMode, live: LiveLists) {
    for (const point of await store.listPoints()) {
      const after = point.mode === mode ? findNextPoint(readPoint(point.lists), live) : undefined;
      if (after !== undefined && (await hasAny(point))) yield { point, after };
    }
  }

  /** Once all else is told: then the lists say what the watch was told of them. */
  async function* findWithdrawn(mode: KeyMode, live: LiveLists) {
    for (const id of await store.listWithdrawn(mode)) {
      const watch = await store.find(id);
      if (watch === undefined || watch.lists === null || watch.withdrawn === null) continue;
      const { withdrawn } = watch;
      const point = readPoint(watch.lists);
      const isTold = findNextPoint(point, live) === undefined && isLiveAt(point, live, listWithdrawnLists(withdrawn));
      if (isTold && (await isDue(watch))) yield { id, point, withdrawn };
    }
  }

  return {
    async hasWork(mode, live) {
      for await (const _ of findDue(mode, live)) return true;
      for await (const _ of findWithdrawn(mode, live)) return true;
      return false;
    },
    async run(mode, live, turn) {
      const faults = createKeptFaults();
      for await (const { point, after } of findDue(mode, live)) {
        if (turn.signal.aborted) return;
        await faults.keep(comparePoint(point, after, turn));
      }
      for await (const { id, point, withdrawn } of findWithdrawn(mode, live)) {
        if (turn.signal.aborted) return;
        const comparison = options.openWithdrawn(withdrawn, point.day);
        await faults.keep(compare(id, { before: point, after: point, comparison, withdrawn, turn }));
      }
      faults.throwFirst();
    },
  };
}
