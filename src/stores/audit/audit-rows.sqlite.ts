// Rows of the audit's database as the use cases know them.

import type { SignedHead } from '../../app/audit/head.ts';
import type { AuditRow } from '../../app/audit/ports.ts';

export interface RecordRow {
  readonly sequence: number;
  readonly hash: Buffer;
  readonly content: string | null;
  readonly content_hash: Buffer | null;
  readonly details: Buffer | null;
}

export interface HeadRow {
  readonly sequence: number;
  readonly hash: string;
  readonly at_ms: number;
  readonly signer: string;
  readonly signature: string;
}

export const recordColumns = 'sequence, hash, content, content_hash, details';

export function toAuditRow({ sequence, hash, content, content_hash, details }: RecordRow, chain: string): AuditRow {
  return { chain, sequence, hash, content, contentHash: content_hash, sealedDetails: details };
}

export function toSignedHead({ at_ms, ...head }: HeadRow, chain: string): SignedHead {
  return { chain, ...head, atMs: at_ms };
}
