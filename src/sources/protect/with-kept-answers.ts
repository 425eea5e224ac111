// What is kept of a party's answers, as one layer around its calls: for a moment whatever the purpose, and for as long as a purpose allows.
// Where several processes would ask the same, one of them does, and what it bought is kept before the next one has its turn.

import type { ComeAnswer } from '../../app/verify/ports.ts';
import type { KeptAnswerUse } from '../../domain/person/evidence.ts';
import type { Asked, Layer, Reply, Subject } from '../reply.ts';
import type { AnswerCache } from './kept/answer-cache.ts';
import type { BoughtAnswers } from './kept/bought-answers.ts';
import { type Buying, type SharedAskingOptions, withBuying, withSharedAsking } from './with-shared-asking.ts';

export interface KeptAnswers<Value> {
  /** Finds an answer without a call. The value is undefined if no answers are kept. */
  readonly find:
    | ((asked: Asked, purpose: string | null) => Promise<{ value: Value; kept?: KeptAnswerUse } | undefined>)
    | undefined;
  readonly around: Layer<Subject, Value>;
  /** Returns the uses of an answer that came to an order. The answer is undefined if it holds nothing to keep. */
  toComeAnswer(asked: Asked, purpose: string | null, value: Value | undefined): Omit<ComeAnswer, 'kind' | 'evidence'>;
}

interface KeptAnswersOptions<Value> {
  /** The cache keeps answers for a moment, regardless of the purpose. */
  readonly cache: AnswerCache<Value> | undefined;
  /** The store keeps answers for as long as a purpose allows. */
  readonly bought: BoughtAnswers<Value> | undefined;
  /** Several processes decide here which of them asks. The value is undefined if no other process could ask the same. */
  readonly turns: Omit<SharedAskingOptions<Subject, Value>, 'toKey' | 'buying'> | undefined;
  readonly toAsked: (subject: Subject) => Asked;
  /** An answer with gaps may be whole the next time, so it is not kept. */
  readonly isComplete: (value: Value) => boolean;
}

export function createKeptAnswers<Value>(options: KeptAnswersOptions<Value>): KeptAnswers<Value> {
  const { cache, bought, turns, toAsked, isComplete } = options;

  /** Excludes an answer that was already kept, because it is not fresh. It would serve every purpose for a moment. */
  const findFresh = (reply: Reply<Value>): { readonly value: Value } | undefined =>
    reply.kind === 'found' && reply.kept === undefined && isComplete(reply.value) ? reply : undefined;

  const buying: Buying<Subject, Value> | undefined = bought && {
    async find(subject, ageMsMax, purpose) {
      const found = await bought.find(toAsked(subject), purpose, { ageMsMax, waitMsMax: turns?.waitMsMax });
      return found && { kind: 'found', ...found };
    },
    async keep(subject, reply, purpose) {
      const fresh = findFresh(reply);
      if (fresh !== undefined) await bought.keep(toAsked(subject), purpose, fresh.value);
    },
  };

  const withBought: Layer<Subject, Value> = (ask) => {
    if (turns !== undefined)
      return withSharedAsking(ask, { ...turns, toKey: (subject) => toAsked(subject).key, buying });
    return buying === undefined ? ask : withBuying(ask, buying);
  };

  return {
    find:
      cache === undefined && bought === undefined
        ? undefined
        : async (asked, purpose) => {
            const value = await cache?.find(asked);
            return value === undefined ? bought?.find(asked, purpose) : { value };
          },
    around(ask) {
      const asking = withBought(ask);
      if (cache === undefined) return asking;
      return async (subject, signal, purpose) => {
        const reply = await asking(subject, signal, purpose);
        const fresh = findFresh(reply);
        // Not waited for: the caller needs the answer, and nothing else.
        if (fresh !== undefined) void cache.keep(toAsked(subject), fresh.value);
        return reply;
      };
    },
    toComeAnswer(asked, purpose, value) {
      const whole = value !== undefined && isComplete(value) ? value : undefined;
      return {
        keep: async (sinceMs) => {
          if (whole !== undefined) await bought?.keep(asked, purpose, whole, sinceMs);
        },
        discard: async () => bought?.discard(asked),
        confirm: () => {
          if (whole !== undefined) void cache?.keep(asked, whole);
        },
      };
    },
  };
}
