// The bodies of webhooks as types: decide by `type`. A newer service may send one that is not here: answer 2xx and leave it.

import type { BatchCounts, BatchEnd, WatchChange } from './contract.ts';

interface EventOf<Type extends string, Data> {
  readonly type: Type;
  /** When it happened, as `2026-11-15T12:00:00.000Z`. */
  readonly timestamp: string;
  readonly data: Data;
}

/** Sent by `confere webhooks test`. */
export type WebhookTestEvent = EventOf<'webhook.test', { readonly webhook_id: string }>;

/** A batch is worked off, or ended before its last row for `reason`. */
export type BatchFinishedEvent = EventOf<
  'batch.finished',
  {
    readonly batch_id: string;
    readonly status: 'completed' | 'failed';
    readonly reason: BatchEnd | null;
    readonly rows: number;
    readonly counts: BatchCounts;
  }
>;

/** Companies of a watch changed with the newest data. */
export type WatchChangedEvent = EventOf<
  'watch.changed',
  {
    readonly watch_id: string;
    readonly data_as_of: string;
    /** What changed before this data is not known: compare your own records. */
    readonly missed: boolean;
    readonly changes_total: number;
    /** The first hundred; `watches.changes(watch_id, { after })` gives all of them. */
    readonly changes: readonly WatchChange[];
    readonly after: string;
  }
>;

export type WebhookEvent = WebhookTestEvent | BatchFinishedEvent | WatchChangedEvent;
