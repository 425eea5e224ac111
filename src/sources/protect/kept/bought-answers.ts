// Answers of a party that were paid for, and may be used again for as long as the purpose of who asks allows. Whatever the store says: an
// answer comes out of here only where this installation sealed it, to the same question, and its time is not over.

import type { FreshFor } from '../../../domain/checks/fresh-for.ts';
import type { KeptAnswerUse } from '../../../domain/person/evidence.ts';
import type { Asked } from '../../reply.ts';
import { untilAborted } from '../deadline.ts';
import type { KeptOf } from './answer-keys.ts';
import { type BoughtParts, createGuard, createSealedEntries } from './sealed-entries.ts';

export interface BoughtAnswers<Value> {
  /** Never rejects: a store that fails costs a call, never an answer. */
  find(
    asked: Asked,
    purpose: string | null,
    bounds?: LookBounds,
  ): Promise<{ readonly value: Value; readonly kept: KeptAnswerUse } | undefined>;
  /** Never rejects. `sinceMs`: from when on an erasure takes it; now unless it is given. */
  keep(asked: Asked, purpose: string | null, value: Value, sinceMs?: number): Promise<void>;
  /** Never rejects. */
  discard(asked: Asked): Promise<void>;
}

interface LookBounds {
  /** An age makes the time that the purpose allows shorter. */
  readonly ageMsMax: number;
  /** The look may take this long. The value is undefined if it may take as long as any other. */
  readonly waitMsMax: number | undefined;
}

interface BoughtAnswersOptions extends BoughtParts, KeptOf {
  readonly freshFor: FreshFor;
  /** One look may take this long, unless its caller says otherwise. */
  readonly waitMsMax: number;
  /** The store reports an operation that failed. */
  readonly onFault: (error: unknown) => void;
}

interface Entry {
  readonly atMs: number;
  readonly purpose: string;
  readonly value: unknown;
}

/** The clocks of two nodes may differ by so much; an answer from later than that has no age to go by. */
const skewMsMax = 60_000;

export function createBoughtAnswers<Value>(options: BoughtAnswersOptions): BoughtAnswers<Value> {
  const { clock, freshFor, onFault } = options;
  const lifeMs = Math.max(...Object.values(freshFor));
  const entries = createSealedEntries<Entry>({ ...options, kind: 'bought' });
  /** Returns undefined for an unlisted purpose, and for none. */
  const findFreshMs = (purpose: string | null): number | undefined =>
    purpose !== null && Object.hasOwn(freshFor, purpose) ? freshFor[purpose] : undefined;

  const guard = createGuard(onFault);

  /** Callers have no deadline yet, so a store that hangs must not delay them. */
  const findEntry = async (asked: Asked, waitMsMax: number): Promise<Entry | undefined> => {
    const looking: Promise<Entry | undefined | 'late'> = entries.find(asked);
    const found = await untilAborted(looking, AbortSignal.timeout(waitMsMax), 'late');
    if (found === 'late') throw Object.assign(new Error('The store did not answer in time'), { code: 'LATE' });
    return found;
  };

  return {
    async find(asked, purpose, bounds) {
      const freshMs = findFreshMs(purpose);
      if (freshMs === undefined) return undefined;
      const { ageMsMax = Number.POSITIVE_INFINITY, waitMsMax = options.waitMsMax } = bounds ?? {};
      const entry = await guard(() => findEntry(asked, waitMsMax));
      if (entry === undefined) return undefined;
      const ageMs = clock.nowMs() - entry.atMs;
      if (ageMs >= freshMs || ageMs > ageMsMax || ageMs < -skewMsMax) return undefined;
      const kept = { ageSeconds: Math.max(0, Math.floor(ageMs / 1000)), purpose: entry.purpose };
      return { value: entry.value as Value, kept };
    },
    async keep(asked, purpose, value, sinceMs) {
      if (purpose === null || findFreshMs(purpose) === undefined) return;
      const atMs = clock.nowMs();
      const times = { atMs: sinceMs ?? atMs, expiresAtMs: atMs + lifeMs };
      await guard(() => entries.keep(asked, { atMs, purpose, value }, times));
    },
    discard: (asked) => guard(() => entries.end(asked)),
  };
}
