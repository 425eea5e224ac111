// Writes down each verification with a live key. About a person: before the answer leaves, or there is no answer. About a
// company: the answer does not wait, unless the operator wants it to.

import type { PersonQuery } from '../../domain/person/evidence.ts';
import type { PersonDecision, PersonEvidence } from '../../domain/person/person.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { Eventual } from '../eventual.ts';
import type { Clock } from '../ports.ts';
import type { CompanyEntry } from './entry.ts';
import type { AuditLog } from './ports.ts';
import { requireRecord, retryAfterSeconds } from './require-record.ts';

export interface PersonFacts {
  readonly query: PersonQuery;
  readonly evidence: PersonEvidence;
  readonly decision: PersonDecision | null;
  readonly startedAtMs: number;
}

export interface CompanyFacts extends Pick<CompanyEntry, 'query' | 'company' | 'today' | 'dataAsOf' | 'decision'> {
  readonly startedAtMs: number;
}

export interface RecordVerification {
  /** Throws `audit_unavailable` while nothing can be recorded: to be asked before any source is. */
  refuseUnrecorded(kind: 'cpf' | 'cnpj', caller: Caller): void;
  person(facts: PersonFacts, caller: Caller): Eventual<void>;
  company(facts: CompanyFacts, caller: Caller): Eventual<void>;
}

interface RecordVerificationOptions {
  readonly log: AuditLog;
  readonly clock: Clock;
  readonly policyVersion: string;
  readonly policyHash: string;
  /** Whether a company's answer waits for its record, too. */
  readonly isStrict: boolean;
}

export function createRecordVerification(options: RecordVerificationOptions): RecordVerification {
  const { log, clock, policyVersion, policyHash, isStrict } = options;

  const toAsked = ({ requestId, keyId, purpose }: Caller, startedAtMs: number) => ({
    atMs: clock.nowMs(),
    requestId,
    keyId,
    purpose,
    latencyMs: clock.monotonicMs() - startedAtMs,
    policyVersion,
    policyHash,
  });

  return {
    refuseUnrecorded(kind, { mode }) {
      if (mode === 'live' && (kind === 'cpf' || isStrict) && !log.isWritable()) {
        throw new AppError('audit_unavailable', { retryAfterSeconds });
      }
    },
    person({ query, evidence, decision, startedAtMs }, caller) {
      if (caller.mode !== 'live') return undefined;
      const entry = { kind: 'cpf', ...toAsked(caller, startedAtMs), query, evidence, decision } as const;
      return requireRecord(log.append(entry), true);
    },
    company({ query, company, today, dataAsOf, decision, startedAtMs }, caller) {
      if (caller.mode !== 'live') return undefined;
      const asked = toAsked(caller, startedAtMs);
      const entry = { kind: 'cnpj', ...asked, query, company, today, dataAsOf, decision } as const;
      return isStrict ? requireRecord(log.append(entry)) : log.note(entry);
    },
  };
}
