// Writes down each verification with a live key. That parties will be called before they are, or they are not. About a person: the
// result before the answer leaves, or there is no answer. About a company: the answer does not wait, unless the operator wants it to.

import type { VerifiedNeeds } from '../../../domain/person/evidence.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import type { Eventual } from '../../eventual.ts';
import type { CompanyEntry, IntentEntry, OwnFacts, PersonEntry } from '../entry.ts';
import type { AuditLog } from '../ports.ts';
import { recordWithRetries } from './record-with-retries.ts';
import { requireRecord, retryAfterSeconds } from './require-record.ts';

export interface PersonFacts extends Omit<OwnFacts<PersonEntry>, 'verifiedNeeds'> {
  readonly verifiedNeeds: VerifiedNeeds | null;
  readonly startedAtMs: number;
  /** The answer states this time of processing. */
  readonly processedAtMs: number;
}

/** These facts name the parties about to be called and the subject of the call. */
export type IntentFacts = Pick<IntentEntry, 'about' | 'parties'>;

export interface CompanyFacts extends OwnFacts<CompanyEntry> {
  readonly startedAtMs: number;
}

export interface RecordVerification {
  /** Throws `audit_unavailable` while nothing can be recorded: to be asked before any source is. */
  refuseUnrecorded(kind: 'cpf' | 'cnpj', caller: Caller): void;
  /**
   * Resolves once the intent to call these parties is durable; until then, none of them may be called. Returns undefined if the call is not live,
   * or if the operator lets this many verifications of people proceed without an intent.
   */
  intent(facts: IntentFacts, caller: Caller): Promise<void> | undefined;
  /**
   * Records that no party was called after all. The caller does not wait for it, because a remaining intent says only that a call may have
   * happened.
   */
  withdraw(about: IntentFacts['about'], caller: Caller): void;
  person(facts: PersonFacts, caller: Caller): Eventual<void>;
  company(facts: CompanyFacts, caller: Caller): Eventual<void>;
}

interface RecordVerificationOptions {
  readonly log: AuditLog;
  /** Tells whether the audit has the result of this request. */
  readonly hasResult: (requestId: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly policyVersion: string;
  readonly policyHash: string;
  /** Tells whether a company's answer waits for its record, too. An answer with results from lists always does. */
  readonly isStrict: boolean;
  /** `withoutIntentMax` limits the verifications of people that may be in work at one time without an intent. */
  readonly withoutIntentMax?: number;
}

export function createRecordVerification(options: RecordVerificationOptions): RecordVerification {
  const { log, hasResult, clock, policyVersion, policyHash, isStrict, withoutIntentMax = 0 } = options;
  /** Requests that may have called somebody, and have no record on the disk. */
  const untraced = new Set<string>();

  const toAsked = ({ requestId, keyId, purpose, batchId }: Caller, startedAtMs: number) => ({
    atMs: clock.nowMs(),
    requestId,
    keyId,
    purpose,
    ...(batchId !== undefined && { batchId }),
    latencyMs: clock.monotonicMs() - startedAtMs,
    policyVersion,
    policyHash,
  });

  const toIntent = (facts: IntentFacts, { requestId, keyId, purpose, batchId }: Caller): IntentEntry => ({
    kind: 'intent',
    atMs: clock.nowMs(),
    requestId,
    keyId,
    purpose,
    ...(batchId !== undefined && { batchId }),
    ...facts,
  });

  function withdraw(about: IntentFacts['about'], caller: Caller): void {
    const isTraced = !untraced.delete(caller.requestId);
    if (isTraced && caller.mode === 'live') log.note(toIntent({ about, parties: [] }, caller));
  }

  function mayGoWithout({ about }: IntentFacts): boolean {
    return about.kind === 'cpf' && untraced.size < withoutIntentMax;
  }

  return {
    refuseUnrecorded(kind, { mode }) {
      if (mode === 'live' && (kind === 'cpf' || isStrict) && !log.isWritable()) {
        throw new AppError('audit_unavailable', { retryAfterSeconds });
      }
    },
    intent(facts, caller) {
      if (caller.mode !== 'live') return undefined;
      // What was in work when it failed is lost at most, and nothing that begins later.
      if (!log.isWritable()) return Promise.reject(new AppError('audit_unavailable', { retryAfterSeconds }));
      if (mayGoWithout(facts)) {
        untraced.add(caller.requestId);
        return undefined;
      }
      return requireRecord(log.append(toIntent(facts, caller))).catch((error: unknown) => {
        // It may have arrived, or arrive yet: a disk that is too slow is no disk that refuses.
        withdraw(facts.about, caller);
        throw error;
      });
    },
    withdraw,
    person({ startedAtMs, processedAtMs, verifiedNeeds, ...facts }, caller) {
      if (caller.mode !== 'live') return undefined;
      const asked = { ...toAsked(caller, startedAtMs), atMs: processedAtMs };
      // Without what else is known of the answers: a decision is made of these alone, and made again of them. That one was kept from
      // before changes no decision, and says why its party was not called.
      const evidence = facts.evidence.map(({ source, roles, evidence: said, kept }) => ({
        ...{ source, roles, evidence: said },
        ...(kept && { kept }),
      }));
      const entry = { kind: 'cpf', ...asked, ...facts, evidence, ...(verifiedNeeds && { verifiedNeeds }) } as const;
      const { requestId, patience } = caller;
      const isThere = () => hasResult(requestId);
      const written = patience ? recordWithRetries(entry, { log, isThere, ...patience }) : log.append(entry);
      return requireRecord(
        written.finally(() => untraced.delete(requestId)),
        true,
      );
    },
    company({ startedAtMs, ...facts }, caller) {
      if (caller.mode !== 'live') return undefined;
      const entry = { kind: 'cnpj', ...toAsked(caller, startedAtMs), ...facts } as const;
      // Nobody learns what the lists say without a record of it, as with a screening by itself.
      const isRequired = isStrict || facts.screening !== undefined;
      return isRequired ? requireRecord(log.append(entry)) : log.note(entry);
    },
  };
}
