// How long to wait before the next attempt at a transfer.

import { toBackoffMs } from '../../app/waiting/backoff.ts';

const pauseBaseMs = 1000;
const pauseMaxMs = 60_000;
const retryAfterMaxMs = 600_000;

/** Grows from one second to a minute, spread over its upper half; a pause that the server asks for is kept, within reason. */
export function pauseMs(failures: number, retryAfterMs: number | undefined, random: () => number): number {
  const grown = toBackoffMs(failures, { firstMs: pauseBaseMs, maxMs: pauseMaxMs });
  const spread = grown / 2 + (grown / 2) * random();
  return retryAfterMs === undefined ? spread : Math.max(spread, Math.min(retryAfterMs, retryAfterMaxMs));
}
