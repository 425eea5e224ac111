// Ends what has had its last day, so that watches look at the customer and the row again. An answer no longer counts it from that day on, whether
// or not this has run.

import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { OperatorAct } from '../../audit/entry.ts';
import type { Clock } from '../../clock.ts';
import { withPauses } from '../../jobs/purge-jobs.ts';
import type { Job } from '../../jobs/run-jobs.ts';
import type { ClearanceStore } from './ports.ts';

interface LapseOptions {
  readonly store: Pick<ClearanceStore, 'listOver' | 'lapse'>;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<unknown>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
}

const everyMs = 10 * 60_000;
const atOnce = 200;

export function createLapseJob({ store, record, clock }: LapseOptions): Job {
  return withPauses({ name: 'judgements', clock, everyMs }, async ({ signal, beat }) => {
    for (;;) {
      const over = await store.listOver(toBrazilDay(clock.nowMs()), atOnce);
      let lapsed = 0;
      for (const { id, mode, subject, row } of over) {
        if (signal.aborted) return;
        beat();
        if (mode === 'live') await record('service', 'clearance_lapsed', `${subject} ${row} ${id}`);
        if (await store.lapse(id)) lapsed += 1;
      }
      // Where none could be ended, the next turn tries again.
      if (lapsed === 0) return;
    }
  });
}
