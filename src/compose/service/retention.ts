// Deletes what expires by itself, and keeps how far deleting has come, for the next start. Says so where it had to fall behind the calendar,
// and looks when the oldest of everything is due, so that a deletion that has stopped is seen.

import { createPurgeJob, withPauses } from '../../app/jobs/purge-jobs.ts';
import type { DueTimes } from '../../app/jobs/retention.ts';
import { toEngine } from '../backend/engine.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

const everyMs = 10 * 60_000;
/** A machine that slept for a night, or a service that was off for one, is even within an hour. */
const quietMs = 3_600_000;
const lookEveryMs = 3_600_000;

export interface Retention extends Feature {
  /** Returns the due times that the last look found. */
  dueTimes(): DueTimes;
}

export function openRetention({ config, stores, clock, purgeClock, logger }: Core): Retention {
  const { readDueTimes } = toEngine(config);
  let due: DueTimes = {};
  let wasBehind = false;
  function tell(): void {
    const behindMs = purgeClock.behindMs();
    const isBehind = behindMs > quietMs;
    if (isBehind && !wasBehind) {
      const hours = Math.round(behindMs / 3_600_000);
      logger.write('warn', 'purges_held_back', {
        internal: `by ${hours} h: the clock jumped, or the service was off. Deleting catches up ten times as fast as time passes. Is the clock right?`,
      });
    }
    if (!isBehind && wasBehind) logger.write('info', 'purges_caught_up', {});
    wasBehind = isBehind;
  }
  const questions = stores.questions === undefined ? [] : [{ name: 'question purge', store: stores.questions }];
  const expiring = [
    { name: 'call purge', store: stores.calls },
    // Also where no step keeps any more.
    { name: 'kept answer purge', store: stores.boughtAnswers },
    ...questions,
  ];
  return {
    dueTimes: () => due,
    jobs: [
      ...expiring.map((each) => createPurgeJob({ ...each, clock, purgeClock })),
      withPauses({ name: 'retention', clock, everyMs }, async () => {
        tell();
        await stores.purgeTime.keep(purgeClock.nowMs());
      }),
      // Every process tells it, as its metrics do: what one has seen before it lost the lease would look like a fault.
      {
        ...withPauses({ name: 'retention look', clock, everyMs: lookEveryMs }, async () => {
          due = (await readDueTimes()) ?? {};
        }),
        isEverywhere: true,
      },
    ],
  };
}
