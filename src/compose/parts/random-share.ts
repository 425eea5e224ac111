// Chance for jitter: a number from 0 to below 1.

import { randomInt } from 'node:crypto';

export function randomShare(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
