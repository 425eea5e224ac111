// Which web pages any key is for. A browser asks before it sends the key, so this is all that can be told then; what a page may read is
// decided by the key's own list.

import type { Clock } from '../clock.ts';
import type { KeyStore } from './ports.ts';

export type IsWebOrigin = (origin: string) => Promise<boolean>;

interface WebOriginsOptions {
  readonly keys: Pick<KeyStore, 'hasWebOrigin'>;
  readonly clock: Clock;
}

interface Known {
  readonly answer: Promise<boolean>;
  untilMs: number;
}

/** An entry lives this long. It admits no request, so a key that ends is refused at once even if its origin stays known. */
const keptMs = 60_000;
/** A stranger's page that asks again and again is looked up no more often. */
const strangerMs = 2_000;
const knownMax = 10_000;

export function createIsWebOrigin({ keys, clock }: WebOriginsOptions): IsWebOrigin {
  const known = new Map<string, Known>();

  async function look(origin: string): Promise<boolean> {
    return await keys.hasWebOrigin(origin, clock.nowMs());
  }

  return async (origin) => {
    const nowMs = clock.monotonicMs();
    const kept = known.get(origin);
    if (kept !== undefined && nowMs < kept.untilMs) return kept.answer;
    if (known.size >= knownMax) known.clear();
    const asked: Known = { answer: look(origin), untilMs: nowMs + strangerMs };
    known.set(origin, asked);
    try {
      const isKnown = await asked.answer;
      if (isKnown) asked.untilMs = nowMs + keptMs;
      return isKnown;
    } catch (error) {
      known.delete(origin);
      throw error;
    }
  };
}
