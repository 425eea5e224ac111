// After a switch of the registry: what changed of the companies of one watch is written down, and then told. Killed in the middle, the
// comparison is made again from its beginning; nothing of half of one is ever shown.

import { isUsable } from '../../domain/access/api-key.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Clock } from '../clock.ts';
import type { CreateEvent } from '../events/new-event.ts';
import type { PlainTurn } from '../jobs/watched-work.ts';
import type { KeyStore } from '../keys/ports.ts';
import type { RowSeal } from '../sealed-rows.ts';
import { type Appended, createAppendTold } from './append-told.ts';
import { findCompanies } from './intake/list-forms.ts';
import type { OpenComparison, RegistryComparer, SnapshotName, StoredWatch, WatchStore } from './ports.ts';
import type { WatchedChange } from './told-changes.ts';

interface CompareWatchesOptions {
  readonly store: WatchStore;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly comparer: RegistryComparer;
  readonly seal: RowSeal;
  readonly clock: Clock;
  readonly createEvent: CreateEvent;
}

export type CompareWatch = (id: string, live: SnapshotName, turn: PlainTurn) => Promise<void>;

export function createCompareWatch(options: CompareWatchesOptions): CompareWatch {
  const { store, keys, comparer, seal, clock, createEvent } = options;
  const appendTold = createAppendTold(store, seal);

  /** Yields the company numbers of a watch. The numbers of a damaged part are not compared. */
  async function* readNumbers(id: string, beat: () => void, onLost: () => void): AsyncGenerator<readonly Cnpj[]> {
    for (let part = 0; ; part++) {
      beat();
      const list = await store.findList(id, part);
      if (list === undefined) return;
      const numbers = findCompanies(seal, id, list);
      if (numbers === undefined) onLost();
      else yield numbers;
    }
  }

  function toEvent(watch: StoredWatch, live: SnapshotName, found: Found) {
    const { lastChange } = watch;
    const total = found.lastChange - lastChange;
    if (total === 0 && !found.isMissed) return null;
    return createEvent(watch, 'watch.changed', {
      watch_id: watch.id,
      data_as_of: live.dataAsOf,
      missed: found.isMissed,
      changes_total: total,
      changes: found.told,
      after: String(lastChange),
    });
  }

  return async (id, live, turn) => {
    const watch = await store.find(id);
    if (watch === undefined) return;
    const key = (await keys.find(watch.keyId))?.record;
    // Nobody can read it any more, nor delete it.
    if (key === undefined || key.revokedAtMs !== null) return void (await store.delete(id, watch.keyId));
    await store.discardUnfinished(id);
    let found: Found = { told: [], lastChange: watch.lastChange, isMissed: false };
    const isExpired = !isUsable(key, clock.nowMs());
    if (isExpired) found = { ...found, isMissed: watch.snapshot !== null };
    else if (watch.snapshot !== null) {
      let isLost = false;
      const onLost = () => {
        isLost = true;
      };
      const numbers = readNumbers(id, turn.beat, onLost);
      const comparison = await comparer.compare(watch.snapshot, live.id, numbers, turn.signal);
      if (comparison === undefined) found = { ...found, isMissed: true };
      else {
        const told = await appendTold(watch, readChanges(comparison, turn));
        found = { ...told, isMissed: isLost };
      }
    }
    turn.signal.throwIfAborted();
    await store.finish(id, {
      from: watch,
      snapshot: live.id,
      lists: watch.lists,
      lastChange: found.lastChange,
      comparedAtMs: clock.nowMs(),
      isMissed: found.isMissed,
      event: isExpired ? null : toEvent(watch, live, found),
    });
  };
}

interface Found extends Appended<WatchedChange> {
  readonly isMissed: boolean;
}

async function* readChanges(
  { before, after, changes }: OpenComparison,
  turn: PlainTurn,
): AsyncGenerator<readonly WatchedChange[]> {
  for await (const some of changes) {
    turn.signal.throwIfAborted();
    turn.beat();
    yield some.map((change) => ({ ...change, from: before.dataAsOf, to: after.dataAsOf }));
  }
}
