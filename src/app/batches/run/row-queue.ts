// The rows of one batch that this process works on: taken a portion at a time, let go of when all of a portion are settled, and kept for as
// long as the process shows that it lives.

import type { BatchStore, Portion, StoredBatch } from '../ports.ts';

export interface QueuedRow {
  readonly row: number;
  readonly portion: HeldPortion;
}

/** A portion as it was taken once. The same rows may be taken again, by the same process too, once their time was over. */
interface HeldPortion {
  readonly firstRow: number;
  /** `left` counts the rows of the batch that are not settled yet. */
  left: number;
}

export interface RowQueue {
  /** Returns undefined if no row is available now. */
  next(): Promise<QueuedRow | undefined>;
  /** Takes more, where there is more. */
  hasMore(): Promise<boolean>;
  settled(row: QueuedRow): Promise<void>;
  /** It comes again after all others. */
  putOff(row: QueuedRow): void;
  /** Drops the row, because another process owns its portion. */
  drop(row: QueuedRow): void;
  /** The first rows of the portions that it works on. */
  held(): readonly number[];
  /** Tells whether other processes had all remaining rows at the last look. */
  isLeftToOthers(): boolean;
}

interface RowQueueOptions {
  readonly store: Pick<BatchStore, 'take' | 'release'>;
  readonly batch: Pick<StoredBatch, 'id'>;
  readonly rowsAtOnce: number;
}

export function createRowQueue({ store, batch: { id }, rowsAtOnce }: RowQueueOptions): RowQueue {
  let ready: QueuedRow[] = [];
  let later: QueuedRow[] = [];
  /** By its first row, as it was taken last. */
  const held = new Map<number, HeldPortion>();
  let isLeftToOthers = false;
  let taking: Promise<boolean> | undefined;

  async function add({ firstRow, rows }: Portion): Promise<void> {
    if (rows.length === 0) return store.release(id, firstRow);
    const portion = { firstRow, left: rows.length };
    const before = held.get(firstRow);
    if (before !== undefined) forget(before);
    held.set(firstRow, portion);
    ready.push(...rows.map((row) => ({ row, portion })));
  }

  /** In-flight rows of this portion do not count for another portion that begins with the same row. */
  function forget(portion: HeldPortion): void {
    if (held.get(portion.firstRow) === portion) held.delete(portion.firstRow);
    ready = ready.filter((queued) => queued.portion !== portion);
    later = later.filter((queued) => queued.portion !== portion);
  }

  async function take(): Promise<boolean> {
    const taken = await store.take(id, rowsAtOnce);
    isLeftToOthers = taken === 'others';
    if (typeof taken === 'string') return false;
    await add(taken);
    return true;
  }

  /** One at a time: those who come meanwhile want rows, not portions. */
  const takeMore = () => (taking ??= take().finally(() => (taking = undefined)));

  return {
    async next() {
      for (;;) {
        const first = ready.shift();
        if (first !== undefined) return first;
        if (await takeMore()) continue;
        if (ready.length > 0) continue;
        return later.shift();
      }
    },
    hasMore: async () => (await takeMore()) || later.length > 0,
    async settled({ portion }) {
      portion.left--;
      if (portion.left > 0 || held.get(portion.firstRow) !== portion) return;
      held.delete(portion.firstRow);
      await store.release(id, portion.firstRow);
    },
    putOff: (row) => void later.push(row),
    drop: ({ portion }) => forget(portion),
    held: () => [...held.keys()],
    isLeftToOthers: () => isLeftToOthers,
  };
}

/**
 * Keeps the portions of all batches in work here with one write. It stops keeping a dropped portion, or a portion whose work must end. A caller
 * that waits for one of its rows would otherwise wait forever.
 */
export function createRenewal(
  store: Pick<BatchStore, 'renew'>,
  everyMs: number,
  onFault: ((error: unknown) => void) | undefined,
): { begin(id: string, queue: Pick<RowQueue, 'held'>, signal: AbortSignal): () => void } {
  const running = new Map<string, { readonly queue: Pick<RowQueue, 'held'>; readonly signal: AbortSignal }>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;

  async function renew(): Promise<void> {
    const portions = [...running]
      .filter(([, { signal }]) => !signal.aborted)
      .flatMap(([id, { queue }]) => queue.held().map((firstRow) => ({ id, firstRow })));
    if (isRenewing || portions.length === 0) return;
    isRenewing = true;
    await store.renew(portions).catch((error: unknown) => onFault?.(error));
    isRenewing = false;
  }

  return {
    begin(id, queue, signal) {
      const mine = { queue, signal };
      running.set(id, mine);
      timer ??= setInterval(() => void renew(), everyMs).unref();
      return () => {
        // Another one may have begun while this one was taken for hung.
        if (running.get(id) === mine) running.delete(id);
        if (running.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
