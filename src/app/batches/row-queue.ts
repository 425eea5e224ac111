// The rows of one batch that this process works on: taken a portion at a time, let go of when all of a portion are settled, and kept for as
// long as the process shows that it lives.

import type { BatchStore, Portion, StoredBatch } from './ports.ts';

export interface QueuedRow {
  readonly row: number;
  /** The portion that it belongs to. */
  readonly firstRow: number;
}

export interface RowQueue {
  /** Undefined where nothing is to be had now. */
  next(): Promise<QueuedRow | undefined>;
  /** Takes more, where there is more. */
  hasMore(): Promise<boolean>;
  settled(row: QueuedRow): Promise<void>;
  /** It comes again after all others. */
  putOff(row: QueuedRow): void;
  /** Its portion is another process's. */
  drop(row: QueuedRow): void;
  isHolding(): boolean;
  /** Whether others had all that was left at the last look. */
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
  /** How many rows of each portion are not settled yet. */
  const open = new Map<number, number>();
  let isLeftToOthers = false;
  let taking: Promise<boolean> | undefined;

  async function add({ firstRow, rows }: Portion): Promise<void> {
    if (rows.length === 0) return store.release(id, firstRow);
    open.set(firstRow, rows.length);
    ready.push(...rows.map((row) => ({ row, firstRow })));
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
    async settled({ firstRow }) {
      const left = (open.get(firstRow) ?? 0) - 1;
      if (left > 0) open.set(firstRow, left);
      else if (open.delete(firstRow)) await store.release(id, firstRow);
    },
    putOff: (row) => void later.push(row),
    drop({ firstRow }) {
      open.delete(firstRow);
      ready = ready.filter((queued) => queued.firstRow !== firstRow);
      later = later.filter((queued) => queued.firstRow !== firstRow);
    },
    isHolding: () => open.size > 0,
    isLeftToOthers: () => isLeftToOthers,
  };
}

/** Keeps the portions of all batches that are worked on here, with one write for all. What is told to end is kept no longer. */
export function createRenewal(
  store: Pick<BatchStore, 'renew'>,
  everyMs: number,
  onFault: ((error: unknown) => void) | undefined,
): { begin(id: string, signal: AbortSignal): () => void } {
  const running = new Map<string, AbortSignal>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;

  async function renew(): Promise<void> {
    const ids = [...running].filter(([, { aborted }]) => !aborted).map(([id]) => id);
    if (isRenewing || ids.length === 0) return;
    isRenewing = true;
    await store.renew(ids).catch((error: unknown) => onFault?.(error));
    isRenewing = false;
  }

  return {
    begin(id, signal) {
      running.set(id, signal);
      timer ??= setInterval(() => void renew(), everyMs).unref();
      return () => {
        // Another one may have begun while this one was taken for hung.
        if (running.get(id) === signal) running.delete(id);
        if (running.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
