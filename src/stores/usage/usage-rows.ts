// The report of usage as both databases give it: sums by key, and by what else the table counts.

import type { CallCount, UsageReport } from '../../app/usage/ports.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { CallOutcome } from '../../domain/prices/call-outcome.ts';

export interface UsageRow {
  readonly key_id: KeyId;
  readonly count: number;
  readonly last_at_ms: number;
  readonly operation: 'cpf' | 'cnpj' | 'screen';
  readonly outcome: string;
  readonly source: string;
  /** Empty where nobody named one. */
  readonly purpose: string;
}

type RowsOf = Readonly<Record<keyof UsageReport, readonly UsageRow[]>>;

export function toUsageReport({ requests, verifications, purposes, calls }: RowsOf): UsageReport {
  return {
    requests: requests.map(({ key_id, count, last_at_ms }) => ({ keyId: key_id, count, lastAtMs: last_at_ms })),
    verifications: verifications.map(({ key_id, operation, outcome, count }) => ({
      keyId: key_id,
      operation,
      outcome,
      count,
    })),
    purposes: purposes.map(({ key_id, operation, outcome, purpose, count }) => ({
      keyId: key_id,
      operation,
      outcome,
      purpose: purpose === '' ? null : purpose,
      count,
    })),
    calls: calls.map(({ key_id, source, count }) => ({ keyId: key_id, source, count })),
  };
}

export interface CallRow extends Pick<UsageRow, 'key_id' | 'source' | 'count'> {
  readonly outcome: CallOutcome;
  /** Empty where nobody named one. */
  readonly purpose: string;
}

export function toCalls(rows: readonly CallRow[]): Omit<CallCount, 'day'>[] {
  return rows.map(({ key_id, source, outcome, purpose, count }) => ({
    keyId: key_id,
    source,
    outcome,
    purpose: purpose === '' ? null : purpose,
    count,
  }));
}
