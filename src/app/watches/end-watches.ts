// A watch of people ends with its last day. Whoever made it is told, because nobody looks for these people any more.

import type { CreateEvent } from '../events/new-event.ts';
import type { WatchStore } from './ports.ts';

interface EndWatchesOptions {
  readonly store: Pick<WatchStore, 'listOver' | 'end'>;
  readonly createEvent: CreateEvent;
}

export type EndWatches = (nowMs: number) => Promise<void>;

export function createEndWatches({ store, createEvent }: EndWatchesOptions): EndWatches {
  return async (nowMs) => {
    for (const watch of await store.listOver(nowMs)) {
      const { id, members, lastChange, untilMs } = watch;
      const data = {
        watch_id: id,
        people: members,
        changes: lastChange,
        until: new Date(untilMs as number).toISOString(),
      };
      await store.end(id, createEvent(watch, 'watch.ended', data));
    }
  };
}
