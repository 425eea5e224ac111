// Counts what people have to do about judgements by now, so that an alert tells of it.

import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { countDue, type DueCounts } from '../../../domain/screening/due-judgement.ts';
import type { Clock } from '../../clock.ts';
import { withPauses } from '../../jobs/purge-jobs.ts';
import type { Job } from '../../jobs/run-jobs.ts';
import type { ClearanceFilter, ClearanceStore } from './ports.ts';

interface LookOptions {
  readonly store: Pick<ClearanceStore, 'list'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
}

const everyMs = 5 * 60_000;
/** An alert needs no exact figure. */
const countedMax = 1_000;
/** An acceptance that is over and has not lapsed yet is told at the next look. */
const wanted: readonly ClearanceFilter[] = [
  { state: 'proposed' },
  { state: 'frozen' },
  { state: 'lapsed', kind: 'accepted' },
];

/** Counts the judgements of live keys that are due now. */
export async function countDueNow({ store, clock }: LookOptions): Promise<DueCounts> {
  const pages = await Promise.all(wanted.map((filter) => store.list('live', countedMax, undefined, filter)));
  const nowMs = clock.nowMs();
  return countDue(pages.flat(), { nowMs, today: toBrazilDay(nowMs) });
}

export function createLookAtDue(options: LookOptions) {
  let found: DueCounts = { freeze: 0, review: 0, approval: 0 };
  const job: Job = {
    ...withPauses({ name: 'judgements due', clock: options.clock, everyMs }, async () => {
      found = await countDueNow(options);
    }),
    // Every process tells it, as its metrics do.
    isEverywhere: true,
  };
  return { job, counts: () => found };
}
