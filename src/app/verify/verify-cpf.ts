// Asks the three sources about a person, and decides. A source that is down is evidence. Before one of them is called, it is written
// down that it will be; before an answer leaves, what came of it.

import { type PersonQuery, sourceNames, type UnavailableReason } from '../../domain/person/evidence.ts';
import { decidePerson, type PersonDecision, type PersonEvidence } from '../../domain/person/person.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { AppError } from '../../errors.ts';
import type { RecordVerification } from '../audit/record-verification.ts';
import type { Caller } from '../caller.ts';
import { andThen, type Eventual } from '../eventual.ts';
import { toObserver } from '../observer.ts';
import type { Clock, PersonSources, SourceAnswer } from '../ports.ts';
import { type Answers, askUnknown, findKnown, type KnownAnswers, listUnknown } from './ask-sources.ts';
import type { ObserveVerification } from './observe-verification.ts';

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
  /** Verifications whose intent is on its way to the disk: each of them is about to call the live sources. */
  let waiting = 0;

  /** To be asked in the same turn of the event loop as the sources are. */
  const findOverload = (chosen: PersonSources, besides: number): AppError | undefined =>
    sourceNames.every((name) => chosen[name].canAdmit(besides))
      ? undefined
      : new AppError('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });

  /** Nobody is called whose call is not written down. Where all is known, nobody is called. */
  function ask(chosen: PersonSources, query: PersonQuery, caller: Caller, known: KnownAnswers): Eventual<Answers> {
    const parties = listUnknown(known);
    const callUnknown = () => askUnknown(chosen, query, known, deadlineMs);
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
    waiting++;
    try {
      await intent;
    } finally {
      waiting--;
    }
  }

  return (query, caller) => {
    const chosen = sources[caller.mode];
    if (chosen === undefined) throw new AppError('sources_not_configured');
    record.refuseUnrecorded('cpf', caller);
    const overload = findOverload(chosen, caller.mode === 'live' ? waiting : 0);
    if (overload !== undefined) throw overload;
    const startedAtMs = clock.monotonicMs();
    const asked = andThen(findKnown(chosen, query), (known) => ask(chosen, query, caller, known));
    return andThen(asked, (answers) => {
      const evidence = toEvidence(answers);
      const failure = findMissing(chosen, answers);
      const decision = failure === undefined ? (decidePerson(query, evidence, policy) ?? null) : null;
      // Also without a decision: the sources were asked, and some may have noted it on the person's file.
      // One moment for the answer and its record: read again, it is the same.
      const processedAtMs = clock.nowMs();
      return andThen(record.person({ query, evidence, decision, startedAtMs, processedAtMs }, caller), () => {
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
        return { decision, policyVersion: policy.version, answers, processedAtMs };
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
