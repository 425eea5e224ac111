// Asks the sources about a person, and decides. A source that is down is evidence. Before one of them is called, it is written
// down that it will be; before an answer leaves, its result.

import { listAwaited, type Plan } from '../../domain/checks/plan.ts';
import type { PersonQuery, VerifiedNeeds } from '../../domain/person/evidence.ts';
import type { PersonDecision } from '../../domain/person/person.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import type { BriefScreening } from '../../domain/screening/brief.ts';
import { AppError } from '../../errors.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { RecordVerification } from '../audit/write/record-verification.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import { toObserver } from '../observer.ts';
import { type Answers, askUnknown, findKnown, type KnownAnswers, toUnasked } from './ask-sources.ts';
import { listCallsMade, toRecordedCosts } from './calls-made.ts';
import { type Chosen, findBudgetRefusal, isAnswer, listCallable, toChosen } from './chosen-sources.ts';
import { decideAnswers } from './decide-answers.ts';
import type { ObserveVerification } from './observe-verification.ts';
import type { PersonSources, ScreenVerified } from './ports.ts';
import { runPlan } from './run-plan.ts';
import type { SpendingLimits } from './spending-limits.ts';

export interface PersonVerification {
  readonly decision: PersonDecision;
  readonly policyVersion: string;
  readonly answers: Answers;
  /** As the plan declares them; null where the contract's own rule decided. */
  readonly verifiedNeeds: VerifiedNeeds | null;
  readonly processedAtMs: number;
  /** What the lists say, where the operator screens in verifications. */
  readonly brief?: BriefScreening | undefined;
}

export interface VerifyCpf {
  (query: PersonQuery, caller: Caller): Eventual<PersonVerification>;
  /** Undefined where a source has no answer yet, and `waiting.keep` took it upon itself to wait for it. */
  (query: PersonQuery, caller: Caller, waiting: Waiting): Eventual<PersonVerification | undefined>;
}

/** For a caller to whom it can be said that the answer comes later. */
export interface Waiting {
  readonly keep: KeepPending;
  /** The caller prefers that. Who does not is told so only where the plan says `async: wait` of the source. */
  readonly isPreferred: boolean;
}

/** A verification for whose last answers the caller is willing to wait. */
export interface OpenVerification extends Pick<PersonVerification, 'answers' | 'verifiedNeeds'> {
  readonly query: PersonQuery;
  readonly caller: Caller;
  readonly askedAtMs: number;
}

/** Whether it is kept. Never rejects: without it the caller gets what there is. */
export type KeepPending = (open: OpenVerification) => Promise<boolean>;

interface VerifyCpfOptions {
  /** A test key never reaches a live source; a live key never sees sandbox data. */
  readonly sources: { readonly live: PersonSources | undefined; readonly test: PersonSources };
  /** By which the live sources are asked; undefined: all at once. The sandbox keeps what its people promise. */
  readonly plan?: Plan | undefined;
  readonly policy: RiskPolicy;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly record: RecordVerification;
  /** What live sources and keys may spend; undefined: any amount. */
  readonly budgets?: SpendingLimits | undefined;
  /** Undefined: nobody looks at lists. */
  readonly screen?: ScreenVerified | undefined;
  readonly observe?: ObserveVerification;
}

const overloadRetryAfterSeconds = 1;

export function createVerifyCpf(options: VerifyCpfOptions): VerifyCpf {
  const { policy, clock, deadlineMs, record, budgets, screen } = options;
  const chosenFor = {
    live: options.sources.live && toChosen(options.sources.live, options.plan),
    test: toChosen(options.sources.test, undefined),
  };
  const observe = toObserver(options.observe);
  const awaited = listAwaited(options.plan);
  /** Verifications whose intent is on its way to the disk: each of them is about to call the live sources. */
  let unwritten = 0;

  /** To be asked in the same turn of the event loop as the sources are. */
  const findOverload = ({ askedFirst }: Chosen, besides: number): AppError | undefined =>
    askedFirst.every((source) => source.canAdmit(besides))
      ? undefined
      : new AppError('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });

  /** Whoever is over a budget is not asked. What may be spent is reserved for all stages: a request is refused before anybody is asked. */
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
      const allowed = sources.map(
        (source, place) => known[place] ?? (skipped.has(source.name) ? toUnasked(source, 'budget') : undefined),
      );
      answers = await ask(chosen, query, caller, allowed);
      return answers;
    } finally {
      settle(listCallsMade(answers));
    }
  }

  /** Nobody is called whose call is not written down. Where all is known, nobody is called. */
  function ask(chosen: Chosen, query: PersonQuery, caller: Caller, known: KnownAnswers): Eventual<Answers> {
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

  const isToWait = (answers: Answers, { isPreferred }: Waiting): boolean =>
    answers.some(({ source, order }) => order !== undefined && (isPreferred || awaited.has(source)));

  return ((query: PersonQuery, caller: Caller, waiting?: Waiting) => {
    const chosen = chosenFor[caller.mode];
    if (chosen === undefined) throw new AppError('sources_not_configured');
    record.refuseUnrecorded('cpf', caller);
    const overload = findOverload(chosen, caller.mode === 'live' ? unwritten : 0);
    if (overload !== undefined) throw overload;
    const startedAtMs = clock.monotonicMs();
    const verifiedNeeds = chosen.plan?.verifiedNeeds ?? null;
    const asked = andThen(findKnown(chosen.sources, query, caller.purpose), (known) =>
      budgets === undefined || caller.mode === 'test'
        ? ask(chosen, query, caller, known)
        : askWithin(budgets, chosen, query, caller, known),
    );
    const conclude = (answers: Answers, screening: VerifiedScreening | undefined) => {
      const { decision, failure } = decideAnswers(chosen, { query, answers, policy, verifiedNeeds, screening });
      // Also without a decision: the sources were asked, and some may have noted it on the person's file.
      // One moment for the answer and its record: read again, it is the same.
      const processedAtMs = clock.nowMs();
      const calls = listCallsMade(answers);
      const decided = { query, evidence: answers, verifiedNeeds, decision, ...(screening && { screening }) };
      const facts = { ...decided, startedAtMs, processedAtMs, ...toRecordedCosts(calls) };
      return andThen(record.person(facts, caller), () => {
        const status = decision?.status ?? 'sources_unavailable';
        observe({
          operation: 'cpf',
          caller,
          status,
          riskLevel: decision?.riskLevel ?? null,
          answers,
          calls,
        });
        const give = (): PersonVerification => {
          if (decision === null) throw failure;
          const { version: policyVersion } = policy;
          return { decision, policyVersion, answers, verifiedNeeds, processedAtMs, brief: screening?.brief };
        };
        if (waiting === undefined || !isToWait(answers, waiting)) return give();
        const open = { query, caller, answers, verifiedNeeds, askedAtMs: processedAtMs };
        return waiting.keep(open).then((isKept) => (isKept ? undefined : give()));
      });
    };
    return andThen(asked, (answers) =>
      andThen(screen?.person(query, answers, caller), (screening) => conclude(answers, screening)),
    );
  }) as VerifyCpf;
}
