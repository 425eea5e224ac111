// A batch as a row of either engine.

import { rowStatuses, type StoredBatch } from '../../app/batches/ports.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { riskLevels } from '../../domain/risk/risk-policy.ts';

export const counted = [...rowStatuses, ...riskLevels.map((level) => `risk_${level}` as const)] as const;
export type Counted = (typeof counted)[number];

export interface BatchRow extends Readonly<Record<Counted, number>> {
  readonly id: string;
  readonly key_id: KeyId;
  readonly purpose: string | null;
  /** SQLite knows no boolean. */
  readonly explain: boolean | number;
  readonly screen_language: StoredBatch['screenLanguage'];
  readonly webhook_id: string | null;
  readonly repeat_id: string | null;
  readonly created_at_ms: number;
  readonly state: StoredBatch['state'];
  readonly reason: StoredBatch['reason'];
  readonly row_count: number;
  readonly fingerprint: string | null;
  readonly finished_at_ms: number | null;
  readonly expires_at_ms: number | null;
  readonly erasures: number;
}

export function toBatch(row: BatchRow): StoredBatch {
  return {
    id: row.id,
    keyId: row.key_id,
    purpose: row.purpose,
    explain: Boolean(row.explain),
    screenLanguage: row.screen_language,
    webhookId: row.webhook_id,
    repeatId: row.repeat_id,
    createdAtMs: row.created_at_ms,
    state: row.state,
    reason: row.reason,
    rows: row.row_count,
    counts: {
      answered: row.answered,
      invalid: row.invalid,
      failed: row.failed,
      outcome_unknown: row.outcome_unknown,
    },
    risks: { low: row.risk_low, medium: row.risk_medium, high: row.risk_high },
    fingerprint: row.fingerprint,
    finishedAtMs: row.finished_at_ms,
    expiresAtMs: row.expires_at_ms,
    erasures: row.erasures,
  };
}
