// What is known of the background work by those who look on.

import type { LeaseSigns } from './run-jobs.ts';

export interface JobsState {
  /** `due` counts the work that is waiting. It counts only deliveries that have waited for longer than the lease lasts. */
  readonly due: { readonly batches: number; readonly watches: number; readonly webhooks: number };
  /** Where watches of people, and of companies in lists, stand in the lists, as `lists-point` writes it. */
  readonly points: readonly { readonly lists: string; readonly watches: number }[];
  /** The signs of life of the process that holds the lease; null where none does. */
  readonly signs: LeaseSigns | null;
}

/** Reads only, also beside a running service. `live` is the snapshot that watches are compared with. `none`: there is no data yet; `older`: not this version's. */
export type ReadJobs = (nowMs: number, live: string | undefined) => Promise<JobsState | 'none' | 'older'>;
