// Writes down each screening with a live key before its answer leaves: who was looked for, in which editions, what was found.

import { AppError } from '../../../errors.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import type { Eventual } from '../../eventual.ts';
import type { ScreenDetails } from '../details.ts';
import type { AuditLog } from '../ports.ts';
import { requireRecord, retryAfterSeconds } from './require-record.ts';

export interface ScreenFacts extends ScreenDetails {
  readonly startedAtMs: number;
  /** The answer states this time of processing. */
  readonly processedAtMs: number;
}

export interface RecordScreening {
  /** Throws `audit_unavailable` while nothing can be recorded. */
  refuseUnrecorded(caller: Caller): void;
  /** Resolves once it is durable. */
  screening(facts: ScreenFacts, caller: Caller): Eventual<void>;
}

interface RecordScreeningOptions {
  readonly log: AuditLog;
  readonly clock: Clock;
}

export function createRecordScreening({ log, clock }: RecordScreeningOptions): RecordScreening {
  return {
    refuseUnrecorded({ mode }) {
      if (mode === 'live' && !log.isWritable()) throw new AppError('audit_unavailable', { retryAfterSeconds });
    },
    screening({ startedAtMs, processedAtMs, ...facts }, { mode, requestId, keyId, purpose, batchId }) {
      if (mode !== 'live') return undefined;
      const latencyMs = clock.monotonicMs() - startedAtMs;
      const ofBatch = batchId !== undefined && { batchId };
      const asked = { atMs: processedAtMs, requestId, keyId, purpose, latencyMs, ...ofBatch };
      return requireRecord(log.append({ kind: 'screen', ...asked, ...facts }));
    },
  };
}
