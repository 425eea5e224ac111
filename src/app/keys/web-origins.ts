// Which web pages any key is for. A browser asks before it sends the key, so this is all that can be told then; what a page may read is
// decided by the key's own list.

import type { KeyRecord } from '../../domain/access/api-key.ts';
import { isUsable } from '../../domain/access/api-key.ts';
import type { Clock } from '../clock.ts';
import type { KeyStore } from './ports.ts';

export type IsWebOrigin = (origin: string) => Promise<boolean>;

interface WebOriginsOptions {
  readonly keys: Pick<KeyStore, 'list'>;
  readonly clock: Clock;
}

/** Nobody is admitted by it: what ends late here ends at once with the key. */
const keptMs = 60_000;
/** Strangers ask, too: however many do, the keys are read no more often. */
const readAgainMs = 2_000;

export function createIsWebOrigin({ keys, clock }: WebOriginsOptions): IsWebOrigin {
  let origins: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const nowMs = clock.nowMs();
      const usable = (await keys.list()).filter((key: KeyRecord) => isUsable(key, nowMs));
      origins = new Set(usable.flatMap(({ corsOrigins }) => corsOrigins ?? []));
    } finally {
      readAtMs = clock.monotonicMs();
      reading = undefined;
    }
  }

  return async (origin) => {
    const ageMs = clock.monotonicMs() - readAtMs;
    if (ageMs >= (origins.has(origin) ? keptMs : readAgainMs)) {
      reading ??= read();
      await reading;
    }
    return origins.has(origin);
  };
}
