// The report of usage as both databases give it: sums by key, and by what else the table counts.

import type { UsageReport } from '../app/usage/ports.ts';
import type { KeyId } from '../domain/access/api-key.ts';

export interface UsageRow {
  readonly key_id: KeyId;
  readonly count: number;
  readonly last_at_ms: number;
  readonly operation: 'cpf' | 'cnpj';
  readonly outcome: string;
  readonly source: string;
}

type RowsOf = Readonly<Record<keyof UsageReport, readonly UsageRow[]>>;

export function toUsageReport({ requests, verifications, calls }: RowsOf): UsageReport {
  return {
    requests: requests.map(({ key_id, count, last_at_ms }) => ({ keyId: key_id, count, lastAtMs: last_at_ms })),
    verifications: verifications.map(({ key_id, operation, outcome, count }) => ({
      keyId: key_id,
      operation,
      outcome,
      count,
    })),
    calls: calls.map(({ key_id, source, count }) => ({ keyId: key_id, source, count })),
  };
}
