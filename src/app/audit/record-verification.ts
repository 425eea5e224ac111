// Writes down each verification with a live key. About a person: that parties will be called before they are, or they are not; what came
// of it before the answer leaves, or there is no answer. About a company: the answer does not wait, unless the operator wants it to.

import type { PersonQuery, SourceName } from '../../domain/person/evidence.ts';
import type { PersonDecision, PersonEvidence } from '../../domain/person/person.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { Eventual } from '../eventual.ts';
import type { Clock } from '../ports.ts';
import type { CompanyEntry, IntentEntry } from './entry.ts';
import type { AuditLog } from './ports.ts';
import { requireRecord, retryAfterSeconds } from './require-record.ts';

export interface PersonFacts {
  readonly query: PersonQuery;
  readonly evidence: PersonEvidence;
  readonly decision: PersonDecision | null;
  readonly startedAtMs: number;
}

export interface IntentFacts {
  readonly query: PersonQuery;
  /** Who is about to be called. */
  readonly parties: readonly SourceName[];
}

export interface CompanyFacts extends Pick<CompanyEntry, 'query' | 'company' | 'today' | 'dataAsOf' | 'decision'> {
  readonly startedAtMs: number;
}

export interface RecordVerification {
  /** Throws `audit_unavailable` while nothing can be recorded: to be asked before any source is. */
  refuseUnrecorded(kind: 'cpf' | 'cnpj', caller: Caller): void;
  /** Resolves once it is durable that these parties will be called; until then none of them may be. Undefined where nobody is behind it. */
  intent(facts: IntentFacts, caller: Caller): Promise<void> | undefined;
  /** Nobody was called after all. Not waited for: an intent that stays says only that somebody may have been. */
  withdraw(query: PersonQuery, caller: Caller): void;
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

  const toIntent = (query: PersonQuery, parties: readonly SourceName[], caller: Caller): IntentEntry => {
    const { requestId, keyId, purpose } = caller;
    return { kind: 'intent', atMs: clock.nowMs(), requestId, keyId, purpose, cpf: query.cpf, parties };
  };

  function withdraw(query: PersonQuery, caller: Caller): void {
    log.note(toIntent(query, [], caller));
  }

  return {
    refuseUnrecorded(kind, { mode }) {
      if (mode === 'live' && (kind === 'cpf' || isStrict) && !log.isWritable()) {
        throw new AppError('audit_unavailable', { retryAfterSeconds });
      }
    },
    intent({ query, parties }, caller) {
      if (caller.mode !== 'live') return undefined;
      return requireRecord(log.append(toIntent(query, parties, caller))).catch((error: unknown) => {
        // It may have arrived, or arrive yet: a disk that is too slow is no disk that refuses.
        withdraw(query, caller);
        throw error;
      });
    },
    withdraw,
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
