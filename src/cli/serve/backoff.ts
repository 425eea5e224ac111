// How long to wait before a worker that died is started anew: hardly at all at first, longer each time that it dies young.

import type { Clock } from '../../app/clock.ts';
import { toBackoffMs } from '../../app/waiting/backoff.ts';

/** One that has served for so long died of something else than its start. */
const healthyMs = 60_000;

export function createBackoff(clock: Clock) {
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let deaths = 0;
  return {
    started: () => {
      startedAtMs = clock.monotonicMs();
    },
    /** Gives the time to wait. */
    died: () => {
      deaths = clock.monotonicMs() - startedAtMs >= healthyMs ? 1 : deaths + 1;
      return toBackoffMs(deaths, { firstMs: 100, maxMs: 30_000 });
    },
  };
}
