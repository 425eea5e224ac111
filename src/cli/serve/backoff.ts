// How long to wait before a worker that died is started anew: hardly at all at first, longer each time that it dies young.

import type { Clock } from '../../app/ports.ts';

const firstMs = 100;
const longestMs = 30_000;
/** One that has served for so long died of something else than its start. */
const healthyMs = 60_000;

export interface Backoff {
  started(): void;
  /** Gives the time to wait. */
  died(): number;
}

export function createBackoff(clock: Clock): Backoff {
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let deaths = 0;
  return {
    started: () => {
      startedAtMs = clock.monotonicMs();
    },
    died: () => {
      deaths = clock.monotonicMs() - startedAtMs >= healthyMs ? 1 : deaths + 1;
      return Math.min(longestMs, firstMs * 2 ** (deaths - 1));
    },
  };
}
