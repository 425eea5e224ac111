// Asks the chosen sources about a person. Nobody is called whose call is not written down, who is over a budget, or who has too many calls in
// flight.

import type { PersonQuery } from '../../../domain/person/evidence.ts';
import { AppError } from '../../../errors.ts';
import type { RecordVerification } from '../../audit/write/record-verification.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import type { Eventual } from '../../eventual.ts';
import { type Answers, askUnknown, type KnownAnswers, toUnasked } from './ask-sources.ts';
import { listCallsMade } from './calls-made.ts';
import { type Chosen, findBudgetRefusal, findLeftOut, isAnswer, listCallable } from './chosen-sources.ts';
import { runPlan } from './run-plan.ts';
import type { SpendingLimits } from './spending-limits.ts';

export interface AskRecordedOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly record: RecordVerification;
  /** The budgets limit what live sources and keys may spend; undefined allows any amount. */
  readonly budgets?: SpendingLimits | undefined;
}

const overloadRetryAfterSeconds = 1;

export function createAskRecorded({ clock, deadlineMs, record, budgets }: AskRecordedOptions) {
  /** Verifications whose intent is on its way to the disk: each of them is about to call the live sources. */
  let unwritten = 0;

  /** Returns an error if a source is overloaded. The check must run in the same turn of the event loop as the calls to the sources. */
  const findOverload = ({ askedFirst }: Chosen, besides: number): AppError | undefined => {
    for (const source of askedFirst) {
      if (!source.canAdmit(besides))
        return new AppError('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });
    }
    return undefined;
  };

  /** Asks only sources whose budget allows it. The function reserves the spending of all stages first, so that a refusal comes before any call. */
  async function askWithin(
    limits: SpendingLimits,
    chosen: Chosen,
    query: PersonQuery,
    caller: Caller,
    known: KnownAnswers,
  ): Promise<Answers> {
    const { sources } = chosen;
    const parties = listCallable(chosen, known);
    const { skipped, settle } = await limits.reserve(parties, caller.keyId);
    let answers: Answers = [];
    try {
      const refusal = findBudgetRefusal(sources, skipped, parties.length > skipped.size || known.some(isAnswer));
      if (refusal !== undefined) throw refusal;
      const leftOut = caller.atBudget === 'refuse' ? findLeftOut(chosen, skipped) : undefined;
      if (leftOut !== undefined) throw leftOut;
      const allowed = sources.map(
        (source, place) => known[place] ?? (skipped.has(source.name) ? toUnasked(source, 'budget') : undefined),
      );
      answers = await askNoted(chosen, query, caller, allowed);
      return answers;
    } finally {
      settle(listCallsMade(answers));
    }
  }

  /** Records each call before it is made. If all answers are known, the function calls no source. */
  function askNoted(chosen: Chosen, query: PersonQuery, caller: Caller, known: KnownAnswers): Eventual<Answers> {
    const { sources, plan } = chosen;
    // One intent for all stages: it names whoever may be called, and the record that completes it says who was.
    const parties = listCallable(chosen, known);
    const callUnknown = () =>
      plan === undefined
        ? askUnknown(sources, query, known, deadlineMs)
        : runPlan({ plan, sources, query, purpose: caller.purpose, known, deadlineMs, clock });
    if (parties.length === 0) return callUnknown();
    const about = { kind: 'cpf', number: query.cpf } as const;
    const intent = record.intent({ about, parties }, caller);
    const callAdmitted = () => {
      const overload = findOverload(chosen, 0);
      if (overload === undefined) return callUnknown();
      record.withdraw(about, caller);
      throw overload;
    };
    return intent === undefined ? callAdmitted() : awaitIntent(intent).then(callAdmitted);
  }

  async function awaitIntent(intent: Promise<void>): Promise<void> {
    unwritten++;
    try {
      await intent;
    } finally {
      unwritten--;
    }
  }

  return {
    /** Throws where the sources have too many calls in flight. */
    refuseOverload(chosen: Chosen, { mode }: Caller): void {
      const overload = findOverload(chosen, mode === 'live' ? unwritten : 0);
      if (overload !== undefined) throw overload;
    },
    /** Asks the sources whose answers are not known. */
    ask: (chosen: Chosen, query: PersonQuery, caller: Caller, known: KnownAnswers): Eventual<Answers> =>
      budgets === undefined || caller.mode === 'test'
        ? askNoted(chosen, query, caller, known)
        : askWithin(budgets, chosen, query, caller, known),
  };
}
