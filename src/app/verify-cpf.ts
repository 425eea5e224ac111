// Asks the three sources about a person, in parallel under one deadline, and decides. A source that is down is evidence.

import type { KeyMode } from '../domain/api-key.ts';
import { type PersonQuery, type SourceName, sourceNames, type UnavailableReason } from '../domain/evidence.ts';
import { decidePerson, type PersonDecision } from '../domain/person.ts';
import type { RiskPolicy } from '../domain/risk-policy.ts';
import { AppError } from '../errors.ts';
import type { Clock, PersonSources, SourceAnswer } from './ports.ts';

export interface PersonVerification {
  readonly decision: PersonDecision;
  readonly policyVersion: string;
  readonly answers: Readonly<Record<SourceName, SourceAnswer>>;
  readonly processedAtMs: number;
}

export type VerifyCpf = (query: PersonQuery, mode: KeyMode) => Promise<PersonVerification>;

interface VerifyCpfOptions {
  /** A test key never reaches a live source; a live key never sees sandbox data. */
  readonly sources: { readonly live: PersonSources | undefined; readonly test: PersonSources };
  readonly policy: RiskPolicy;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

const retryAfterSeconds = 5;
const overloadRetryAfterSeconds = 1;
const requiredDetail =
  'A source that this service insists on did not answer, so there is no result. Try again after `Retry-After`.';

export function createVerifyCpf({ sources, policy, clock, deadlineMs }: VerifyCpfOptions): VerifyCpf {
  return async (query, mode) => {
    const chosen = sources[mode];
    if (chosen === undefined) throw new AppError('sources_not_configured');
    if (!sourceNames.every((name) => chosen[name].canAdmit())) {
      throw new AppError('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });
    }
    const answers = await askAll(chosen, query, deadlineMs);
    const missing = sourceNames.find((name) => chosen[name].required && toReason(answers[name]) !== null);
    if (missing !== undefined) {
      const internal = `${missing} is required: ${toReason(answers[missing])}`;
      throw new AppError('sources_unavailable', { retryAfterSeconds, internal, detail: requiredDetail });
    }
    const evidence = {
      bureau_a: answers.bureau_a.evidence,
      bureau_b: answers.bureau_b.evidence,
      fraud_registry: answers.fraud_registry.evidence,
    };
    const decision = decidePerson(query, evidence, policy);
    if (decision === undefined) {
      const internal = sourceNames.map((name) => `${name}: ${toReason(answers[name]) ?? 'answered'}`).join(', ');
      throw new AppError('sources_unavailable', { retryAfterSeconds, internal });
    }
    return { decision, policyVersion: policy.version, answers, processedAtMs: clock.nowMs() };
  };
}

export function toReason({ evidence }: SourceAnswer): UnavailableReason | null {
  return evidence.kind === 'unavailable' ? evidence.reason : null;
}

async function askAll(sources: PersonSources, query: PersonQuery, deadlineMs: number) {
  const deadline = new AbortController();
  // The reason tells the sources that their time was over, not that the caller lost interest.
  const timer = setTimeout(() => deadline.abort(new DOMException('the deadline is over', 'TimeoutError')), deadlineMs);
  try {
    const [bureau_a, bureau_b, fraud_registry] = await Promise.all([
      sources.bureau_a.ask(query, deadline.signal),
      sources.bureau_b.ask(query, deadline.signal),
      sources.fraud_registry.ask(query, deadline.signal),
    ]);
    return { bureau_a, bureau_b, fraud_registry };
  } finally {
    clearTimeout(timer);
  }
}
