// Proves one record without reading the whole audit: from the row before it up to the next head that we signed.

import { emptyChain } from '../chain.ts';
import { findEndOf } from '../groups/parts.ts';
import type { SignedHead } from '../head.ts';
import type { AuditTrail } from '../ports.ts';
import type { AuditCheck } from './audit-check.ts';
import { type AuditBreak, checkPart } from './check-part.ts';
import type { Place } from './covers.ts';

export type RecordProof =
  /** No record from it up to the signed head was changed, removed or moved. */
  | { readonly kind: 'signed'; readonly head: SignedHead }
  /** It follows from the group before it; the head after it is signed within a minute. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'broken'; readonly sequence: number; readonly fault: AuditBreak };

interface ProveRecordOptions {
  readonly trail: Pick<AuditTrail, 'findGroup' | 'findHead' | 'pages'>;
  readonly check: AuditCheck;
}

export async function proveRecord(place: Place, { trail, check }: ProveRecordOptions): Promise<RecordProof> {
  const { chain, sequence } = place;
  const row = await trail.findGroup(chain, sequence);
  const own = row && findEndOf(row, sequence);
  if (row === undefined || own === undefined) return { kind: 'broken', sequence, fault: 'a record is missing' };
  const start = row.before ?? emptyChain;
  const head = await trail.findHead(place);
  const until = head?.sequence ?? own.sequence;
  const pages = trail.pages({ chain, after: row.first - 1, until });
  const heads = head === undefined ? [] : [head];
  const { broken } = await checkPart({ chain, start, until, heads }, pages, check);
  if (broken !== undefined) return { kind: 'broken', sequence: broken.sequence, fault: broken.fault };
  return head === undefined ? { kind: 'unsigned' } : { kind: 'signed', head };
}
