// For unit tests of the use cases: what they hand to the audit, and an audit that can be told to fail.

import type { AuditEntry } from '../../src/app/audit/entry.ts';
import { createRecordVerification, type RecordVerification } from '../../src/app/audit/record-verification.ts';
import type { Clock } from '../../src/app/ports.ts';

export interface Recorded {
  readonly entries: AuditEntry[];
  readonly record: RecordVerification;
  fail(): void;
}

export function createRecorded(clock: Clock, isStrict = false): Recorded {
  const entries: AuditEntry[] = [];
  let isFailing = false;
  const record = createRecordVerification({
    log: {
      append: async (entry) => {
        if (isFailing) throw new Error('SQLITE_FULL');
        entries.push(entry);
      },
      note: (entry) => {
        if (!isFailing) entries.push(entry);
      },
      isWritable: () => !isFailing,
    },
    clock,
    policyVersion: 'policy-1',
    policyHash: 'hash',
    isStrict,
  });
  return {
    entries,
    record,
    fail: () => {
      isFailing = true;
    },
  };
}
