// Whether a process may take another's silence for its end. A store that refuses writes refuses everybody's: those who could not show that
// they live get the time to do so once it takes writes again.

import { renewEveryMs } from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';

/** Time for two signs of life. */
const steadyMs = 2 * renewEveryMs;

export function createSteadiness({ monotonicMs }: Pick<Clock, 'monotonicMs'>) {
  let refusedAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Watches a call to the store and notes when it fails. */
    async watch<Result>(asked: Promise<Result>): Promise<Result> {
      try {
        return await asked;
      } catch (error) {
        refusedAtMs = monotonicMs();
        throw error;
      }
    },
    isSteady: () => monotonicMs() - refusedAtMs >= steadyMs,
  };
}
