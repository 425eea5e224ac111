// Random bytes: the port, small portions at the price of one large one, and identifiers made of them. A call into the system's generator
// costs more than what it gives.

import type { Clock } from './clock.ts';

/** Uniformly random bytes, fit for secrets. */
export type RandomBytes = (length: number) => Uint8Array;

const poolBytes = 4_096;

/** No byte is given twice, and none is given that was drawn before it was created. For portions far smaller than the pool. */
export function createPooledRandom(randomBytes: RandomBytes): RandomBytes {
  let pool = new Uint8Array(0);
  return (length) => {
    if (pool.length < length) pool = Uint8Array.from(randomBytes(Math.max(poolBytes, length)));
    const portion = pool.slice(0, length);
    pool = pool.subarray(length);
    return portion;
  };
}

const timeDigits = 12;
const randomDigits = 20;
const drawnAtOnce = 256;

/**
 * A prefix (`req_` is a request), the milliseconds since 1970 in hexadecimal, then 80 random bits: they sort by time. Randomness is drawn for
 * many at once, and requests of the same millisecond share its digits.
 */
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
