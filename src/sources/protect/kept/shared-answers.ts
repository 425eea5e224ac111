// Answers that several machines share. Whatever the store says, does not say or says too late: an answer comes out of here only where this
// installation sealed it, about this person, within its time. Its source must be described and asked as it is now. All else is a miss.

import type { AnswerStore, KeptAnswer } from '../../../app/verify/ports.ts';
import type { Asked } from '../../reply.ts';
import { untilAborted } from '../deadline.ts';
import { type AnswerKeys, type KeptOf, pad, toSharedName, tryToOpen } from './answer-keys.ts';

/** The result of one look, or of one attempt to keep; `joined` is the answer to a question that another machine was asking. */
export type SharedOutcome =
  | 'hit'
  | 'joined'
  | 'miss'
  | 'late'
  | 'damaged'
  | 'unreachable'
  | Exclude<Awaited<ReturnType<AnswerStore['keep']>>, 'unreachable'>;

interface SharedAnswers<Value> {
  find(asked: Asked, keys: AnswerKeys): Promise<{ readonly value: Value; readonly lifeMs: number } | undefined>;
  keep(asked: Asked, keys: AnswerKeys, value: Value): Promise<void>;
}

interface SharedAnswersOptions extends KeptOf {
  readonly store: AnswerStore;
  readonly lifeMsMax: number;
  /** One look may take this long. */
  readonly waitMsMax: number;
  readonly onOutcome: (outcome: SharedOutcome) => void;
}

interface Entry {
  /** Keyed hash of how the answer was made and of all that was asked. */
  readonly of: string;
  /** When, by the clock of who asked: a server that does not forget in time is not believed. */
  readonly atMs: number;
  readonly value: unknown;
}

export function createSharedAnswers<Value>(options: SharedAnswersOptions): SharedAnswers<Value> {
  const { store, clock, source, making, lifeMsMax, waitMsMax, onOutcome } = options;
  const toOf = ({ key }: Asked, { toName }: AnswerKeys) => toName('of', making, key);
  const without = (outcome: SharedOutcome): undefined => void onOutcome(outcome);
  /** Equal questions get one answer together, and each comes to keep it. */
  const beingKept = new Set<string>();

  return {
    async find(asked, keys) {
      const name = toSharedName(keys, source, asked.number);
      const inTime = AbortSignal.timeout(waitMsMax);
      const kept = await untilAborted<KeptAnswer | { readonly kind: 'late' }>(store.find(name), inTime, {
        kind: 'late',
      });
      if (kept.kind !== 'found') return without(kept.kind === 'none' ? 'miss' : kept.kind);
      const entry = tryToOpen(keys, name, kept.sealed) as Entry | undefined;
      if (entry === undefined) return without('damaged');
      // By the clock of the server and by ours: where one of them is wrong, it lives for less.
      const lifeMs = Math.min(kept.lifeMs, lifeMsMax, entry.atMs + lifeMsMax - clock.nowMs());
      if (entry.of !== toOf(asked, keys) || lifeMs <= 0) return without('miss');
      onOutcome('hit');
      return { value: entry.value as Value, lifeMs };
    },
    async keep(asked, keys, value) {
      const name = toSharedName(keys, source, asked.number);
      if (beingKept.has(name)) return;
      beingKept.add(name);
      try {
        const entry: Entry = { of: toOf(asked, keys), atMs: clock.nowMs(), value };
        onOutcome(await store.keep(name, keys.toSeal(name).close(pad(JSON.stringify(entry)), name), lifeMsMax));
      } finally {
        beingKept.delete(name);
      }
    },
  };
}
