// Identifiers: a prefix (`req_` is a request), the milliseconds since 1970 in hexadecimal, then 80 random bits. They sort by time.

import type { Clock } from './clock.ts';
import type { RandomBytes } from './random.ts';

const timeDigits = 12;
const randomDigits = 20;
const drawnAtOnce = 256;

/** Randomness is drawn for many at once, and requests of the same millisecond share its digits. */
export function createRequestIds(clock: Clock, randomBytes: RandomBytes, prefix = 'req_'): () => string {
  let drawn = '';
  let used = 0;
  let timeMs = Number.NaN;
  let time = '';
  return () => {
    if (used === drawn.length) {
      drawn = Buffer.from(randomBytes((drawnAtOnce * randomDigits) / 2)).toString('hex');
      used = 0;
    }
    const nowMs = clock.nowMs();
    if (nowMs !== timeMs) time = nowMs.toString(16).padStart(timeDigits, '0');
    timeMs = nowMs;
    const random = drawn.slice(used, used + randomDigits);
    used += randomDigits;
    return `${prefix}${time}${random}`;
  };
}
