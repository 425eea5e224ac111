// Keeps the answers that a party was paid for, and finds those that another process has bought meanwhile.

import type { Ask, Asked, Reply, Subject } from '../../reply.ts';
import type { BoughtAnswers } from './bought-answers.ts';

/** Neither rejects. */
export interface Buying<Query, Value> {
  /** What was bought no longer ago than this. */
  find(query: Query, ageMsMax: number): Promise<Reply<Value> | undefined>;
  keep(query: Query, reply: Reply<Value>): Promise<void>;
}

interface BuyingOptions<Value> {
  readonly bought: BoughtAnswers<Value>;
  readonly toAsked: (subject: Subject) => Asked;
  /** An answer with gaps may be whole the next time, so it is not kept. */
  readonly isComplete: (value: Value) => boolean;
}

export function createBuying<Value>({ bought, toAsked, isComplete }: BuyingOptions<Value>): Buying<Subject, Value> {
  return {
    async find(subject, ageMsMax) {
      const found = await bought.find(toAsked(subject), subject.purpose ?? null, ageMsMax);
      return found && { kind: 'found', ...found };
    },
    async keep(subject, reply) {
      if (reply.kind !== 'found' || reply.kept !== undefined || !isComplete(reply.value)) return;
      await bought.keep(toAsked(subject), subject.purpose ?? null, reply.value);
    },
  };
}

export function withBuying<Query, Value>(
  ask: Ask<Query, Value>,
  buying: Buying<Query, Value> | undefined,
): Ask<Query, Value> {
  if (buying === undefined) return ask;
  return async (query, signal) => {
    const reply = await ask(query, signal);
    // Not waited for: the caller needs the answer, and nothing else.
    void buying.keep(query, reply);
    return reply;
  };
}
