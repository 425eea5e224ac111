// Asks the sources about a person, and decides. A source that is down is evidence. Before one of them is called, it is written
// down that it will be; before an answer leaves, its result.

import { listAwaited, type Plan } from '../../domain/checks/plan.ts';
import type { PersonQuery, VerifiedNeeds } from '../../domain/person/evidence.ts';
import type { PersonDecision } from '../../domain/person/person.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { AppError } from '../../errors.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { Caller } from '../caller.ts';
import { andThen, type Eventual } from '../eventual.ts';
import { toObserver } from '../observer.ts';
import { type AskRecordedOptions, createAskRecorded } from './ask/ask-recorded.ts';
import { type Answers, findKnown, nothingKnown } from './ask/ask-sources.ts';
import { listCallsMade, toRecordedCosts } from './ask/calls-made.ts';
import { toChosen } from './ask/chosen-sources.ts';
import { decideAnswers } from './decide-answers.ts';
import { type ObserveVerification, toPersonAct } from './observe-verification.ts';
import type { PersonSources, ScreenVerified } from './ports.ts';

export interface PersonVerification {
  readonly decision: PersonDecision;
  readonly policyVersion: string;
  readonly answers: Answers;
  /** The plan declares these needs; null means that the contract's own rule decided. */
  readonly verifiedNeeds: VerifiedNeeds | null;
  readonly processedAtMs: number;
  /** The field holds the result of the lists, if the operator screens in verifications. */
  readonly screening?: VerifiedScreening | undefined;
}

export interface VerifyCpf {
  (query: PersonQuery, caller: Caller): Eventual<PersonVerification>;
  /** Returns undefined if a source has no answer yet and `waiting.keep` has taken over the wait for it. */
  (query: PersonQuery, caller: Caller, waiting: Waiting): Eventual<PersonVerification | undefined>;
}

/** A caller that accepts a later answer passes this object. */
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

/** Stores an open verification and tells whether that succeeded. It never rejects: without storage the caller gets the answers so far. */
export type KeepPending = (open: OpenVerification) => Promise<boolean>;

interface VerifyCpfOptions extends AskRecordedOptions {
  /** A test key never reaches a live source; a live key never sees sandbox data. */
  readonly sources: { readonly live: PersonSources | undefined; readonly test: PersonSources };
  /** The plan orders the calls to live sources; undefined means that all are asked at once. The sandbox keeps the promises of its test people. */
  readonly plan?: Plan | undefined;
  readonly policy: RiskPolicy;
  /** `screen` looks the result up in lists; undefined means that no list is consulted. */
  readonly screen?: ScreenVerified | undefined;
  readonly observe?: ObserveVerification;
}

export function createVerifyCpf(options: VerifyCpfOptions): VerifyCpf {
  const { policy, clock, record, screen } = options;
  const { ask, refuseOverload } = createAskRecorded(options);
  const chosenFor = {
    live: options.sources.live && toChosen(options.sources.live, options.plan),
    test: toChosen(options.sources.test, undefined),
  };
  const observe = toObserver(options.observe);
  const awaited = listAwaited(options.plan);
  const isToWait = (answers: Answers, { isPreferred }: Waiting): boolean =>
    answers.some(({ source, order }) => order !== undefined && (isPreferred || awaited.has(source)));

  return ((query: PersonQuery, caller: Caller, waiting?: Waiting) => {
    const chosen = chosenFor[caller.mode];
    if (chosen === undefined) throw new AppError('sources_not_configured');
    record.refuseUnrecorded('cpf', caller);
    refuseOverload(chosen, caller);
    const startedAtMs = clock.monotonicMs();
    const verifiedNeeds = chosen.plan?.verifiedNeeds ?? null;
    const asked = chosen.haveKept
      ? andThen(findKnown(chosen.sources, query, caller.purpose), (known) => ask(chosen, query, caller, known))
      : ask(chosen, query, caller, nothingKnown);
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
          act: toPersonAct(decision, screening?.brief),
          answers,
          calls,
        });
        const give = (): PersonVerification => {
          if (decision === null) throw failure;
          const { version: policyVersion } = policy;
          return { decision, policyVersion, answers, verifiedNeeds, processedAtMs, screening };
        };
        if (waiting === undefined || !isToWait(answers, waiting)) return give();
        const open = { query, caller, answers, verifiedNeeds, askedAtMs: processedAtMs };
        return waiting.keep(open).then((isKept) => (isKept ? undefined : give()));
      });
    };
    return andThen(asked, (answers) =>
      screen === undefined
        ? conclude(answers, undefined)
        : screen.person(query, answers, caller).then((screening) => conclude(answers, screening)),
    );
  }) as VerifyCpf;
}
