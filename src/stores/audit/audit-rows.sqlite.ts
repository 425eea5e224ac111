// Rows of the audit's database as the use cases know them.

import type { SignedHead } from '../../app/audit/head.ts';
import type { AuditRow } from '../../app/audit/ports.ts';

export interface RecordRow {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Buffer;
  readonly content: string | null;
  readonly content_hash: Buffer | null;
  readonly details: Buffer | null;
}

export interface HeadRow {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly at_ms: number;
  readonly signer: string;
  readonly signature: string;
}

export const recordColumns = 'chain, sequence, hash, content, content_hash, details';

/** Of those that nothing has completed, from before then. */
export const openIntentsSql = `SELECT ${recordColumns} FROM every_record
  WHERE (place, request_id) IN (SELECT sequence, request_id FROM open_intents) AND at_ms < ? ORDER BY place`;

export function toAuditRow({ chain, sequence, hash, content, content_hash, details }: RecordRow): AuditRow {
  return { chain, sequence, hash, content, contentHash: content_hash, sealedDetails: details };
}

export function toSignedHead({ at_ms, ...head }: HeadRow): SignedHead {
  return { ...head, atMs: at_ms };
}
