// A batch as a row of either engine.

import { type NewBatch, rowStatuses, type StoredBatch } from '../../app/batches/ports.ts';
import type { ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { riskLevels } from '../../domain/risk/risk-policy.ts';

export const counted = [...rowStatuses, ...riskLevels.map((level) => `risk_${level}` as const)] as const;
export type Counted = (typeof counted)[number];

export interface BatchRow extends Readonly<Record<Counted, number>> {
  readonly id: string;
  readonly key_id: KeyId;
  readonly purpose: string | null;
  readonly explain: number;
  readonly screen_language: StoredBatch['screenLanguage'];
  /** The value null means that the batch waits. */
  readonly at_budget: Exclude<StoredBatch['atBudget'], 'wait'> | null;
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
  readonly checksum: Uint8Array | null;
}

/** A change of a batch's owner or of its result by other means makes the batch invalid. */
export function createBatchProof(proof: RowProof) {
  const isRight = (row: BatchRow) => proof.isRight('batches', row);
  return {
    signBegun: (batch: NewBatch) =>
      proof.sign('batches', { ...toNewRow(batch), state: 'receiving', row_count: 0, erasures: 0 }),
    /** Returns undefined if the row is in another state or is invalid. */
    signChanged: (row: BatchRow | undefined, state: BatchRow['state'], changed: Partial<BatchRow>) =>
      row?.state === state && isRight(row) ? proof.sign('batches', { ...row, ...changed }) : undefined,
    /** One that counts for nothing goes on to. */
    signErased: (row: BatchRow) =>
      row.state !== 'deleted' && isRight(row)
        ? proof.sign('batches', { ...row, fingerprint: null, erasures: row.erasures + 1 })
        : row.checksum,
    isRight,
    toRight: (row: BatchRow | undefined) => (row !== undefined && isRight(row) ? toBatch(row) : undefined),
  };
}

/** Returns the known values of a new batch by their columns. */
export function toNewRow(batch: NewBatch) {
  const { id, keyId, purpose, explain, screenLanguage, atBudget, webhookId, repeatId, createdAtMs } = batch;
  return {
    ...{ id, key_id: keyId, purpose, explain: explain ? 1 : 0, screen_language: screenLanguage },
    // As batches lie there that were begun before one could choose.
    at_budget: atBudget === 'wait' ? null : atBudget,
    ...{ webhook_id: webhookId, repeat_id: repeatId, created_at_ms: createdAtMs },
  };
}

/** Returns the place behind which the next page of a list begins. */
export function toPlaced(row: BatchRow): ListPlace & { readonly row: BatchRow } {
  return { id: row.id, createdAtMs: row.created_at_ms, row };
}

export function toBatch(row: BatchRow): StoredBatch {
  return {
    id: row.id,
    keyId: row.key_id,
    purpose: row.purpose,
    explain: row.explain === 1,
    screenLanguage: row.screen_language,
    atBudget: row.at_budget ?? 'wait',
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
