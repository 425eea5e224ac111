// For unit tests of the use cases: what they hand to the audit, and an audit that can be told to fail.

import type { AuditEntry } from '../../src/app/audit/entry.ts';
import type { AuditLog } from '../../src/app/audit/ports.ts';
import { createRecordVerification } from '../../src/app/audit/write/record-verification.ts';
import type { Clock } from '../../src/app/clock.ts';

export function createRecorded(clock: Clock, isStrict = false) {
  const entries: AuditEntry[] = [];
  let isFailing = false;
  const log: AuditLog = {
    append: async (entry) => {
      if (isFailing) throw new Error('SQLITE_FULL');
      entries.push(entry);
    },
    note: (entry) => {
      if (!isFailing) entries.push(entry);
    },
    isWritable: () => !isFailing,
  };
  const hasResult = async (requestId: string) =>
    entries.some((entry) => entry.kind === 'cpf' && entry.requestId === requestId);
  const policy = { policyVersion: 'policy-1', policyHash: 'hash' };
  /** The same audit, where so many verifications may go without an intent. */
  const withoutIntents = (withoutIntentMax: number) =>
    createRecordVerification({ log, hasResult, clock, ...policy, isStrict, withoutIntentMax });
  return {
    entries,
    record: withoutIntents(0),
    withoutIntents,
    fail: () => {
      isFailing = true;
    },
  };
}
