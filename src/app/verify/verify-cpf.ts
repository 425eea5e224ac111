// Asks the three sources about a person, in parallel under one deadline, and decides. A source that is down is evidence.

import {
  type PersonQuery,
  type SourceName,
  sourceNames,
  type UnavailableReason,
} from '../../domain/person/evidence.ts';
import { decidePerson, type PersonDecision, type PersonEvidence } from '../../domain/person/person.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { AppError } from '../../errors.ts';
import type { RecordVerification } from '../audit/record-verification.ts';
import type { Caller } from '../caller.ts';
import { andThen, type Eventual } from '../eventual.ts';
import { toObserver } from '../observer.ts';
import type { Clock, PersonSources, SourceAnswer } from '../ports.ts';
import type { ObserveVerification } from './observe-verification.ts';

type Answers = Readonly<Record<SourceName, SourceAnswer>>;

export interface PersonVerification {
  readonly decision: PersonDecision;
  readonly policyVersion: string;
  readonly answers: Answers;
  readonly processedAtMs: number;
}

export type VerifyCpf = (query: PersonQuery, caller: Caller) => Eventual<PersonVerification>;

interface VerifyCpfOptions {
  /** A test key never reaches a live source; a live key never sees sandbox data. */
  readonly sources: { readonly live: PersonSources | undefined; readonly test: PersonSources };
  readonly policy: RiskPolicy;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly record: RecordVerification;
  readonly observe?: ObserveVerification;
}

const retryAfterSeconds = 5;
const overloadRetryAfterSeconds = 1;
const requiredDetail = {
  en: 'A source that this service insists on did not answer, so there is no result. Try again after `Retry-After`.',
  pt: 'Uma fonte que este serviço exige não respondeu, por isso não há resultado. Tente de novo depois de `Retry-After`.',
};

export function createVerifyCpf(options: VerifyCpfOptions): VerifyCpf {
  const { sources, policy, clock, deadlineMs, record } = options;
  const observe = toObserver(options.observe);
  return (query, caller) => {
    const chosen = sources[caller.mode];
    if (chosen === undefined) throw new AppError('sources_not_configured');
    record.refuseUnrecorded('cpf', caller);
    if (!sourceNames.every((name) => chosen[name].canAdmit())) {
      throw new AppError('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });
    }
    const startedAtMs = clock.monotonicMs();
    return andThen(askAll(chosen, query, deadlineMs), (answers) => {
      const evidence = toEvidence(answers);
      const failure = findMissing(chosen, answers);
      const decision = failure === undefined ? (decidePerson(query, evidence, policy) ?? null) : null;
      // Also without a decision: the sources were asked, and some may have noted it on the person's file.
      return andThen(record.person({ query, evidence, decision, startedAtMs }, caller), () => {
        const status = decision?.status ?? 'sources_unavailable';
        observe({
          operation: 'cpf',
          caller,
          status,
          riskLevel: decision?.riskLevel ?? null,
          answers,
          fallbackCalls: 0,
        });
        if (decision === null) throw failure ?? toNothingKnown(answers);
        return { decision, policyVersion: policy.version, answers, processedAtMs: clock.nowMs() };
      });
    });
  };
}

function toEvidence(answers: Answers): PersonEvidence {
  return {
    bureau_a: answers.bureau_a.evidence,
    bureau_b: answers.bureau_b.evidence,
    fraud_registry: answers.fraud_registry.evidence,
  };
}

function findMissing(sources: PersonSources, answers: Answers): AppError | undefined {
  const missing = sourceNames.find((name) => sources[name].required && findReason(answers[name]) !== null);
  if (missing === undefined) return undefined;
  const internal = `${missing} is required: ${findReason(answers[missing])}`;
  return new AppError('sources_unavailable', { retryAfterSeconds, internal, detail: requiredDetail });
}

function toNothingKnown(answers: Answers): AppError {
  const internal = sourceNames.map((name) => `${name}: ${findReason(answers[name]) ?? 'answered'}`).join(', ');
  return new AppError('sources_unavailable', { retryAfterSeconds, internal });
}

export function findReason({ evidence }: SourceAnswer): UnavailableReason | null {
  return evidence.kind === 'unavailable' ? evidence.reason : null;
}

function askAll(sources: PersonSources, query: PersonQuery, deadlineMs: number): Eventual<Answers> {
  const deadline = new AbortController();
  const bureau_a = sources.bureau_a.ask(query, deadline.signal);
  const bureau_b = sources.bureau_b.ask(query, deadline.signal);
  const fraud_registry = sources.fraud_registry.ask(query, deadline.signal);
  const isPending = bureau_a instanceof Promise || bureau_b instanceof Promise || fraud_registry instanceof Promise;
  // The sandbox has answered by now, and then no time can run out.
  return isPending
    ? awaitAll([bureau_a, bureau_b, fraud_registry], deadline, deadlineMs)
    : { bureau_a, bureau_b, fraud_registry };
}

async function awaitAll(
  asked: readonly [Eventual<SourceAnswer>, Eventual<SourceAnswer>, Eventual<SourceAnswer>],
  deadline: AbortController,
  deadlineMs: number,
): Promise<Answers> {
  // The reason tells the sources that their time was over, not that the caller lost interest.
  const timer = setTimeout(() => deadline.abort(new DOMException('the deadline is over', 'TimeoutError')), deadlineMs);
  try {
    const [bureau_a, bureau_b, fraud_registry] = await Promise.all(asked);
    return { bureau_a, bureau_b, fraud_registry };
  } finally {
    clearTimeout(timer);
  }
}
