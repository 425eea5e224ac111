// Proves one record without reading the whole audit: from the record before it up to the next head that we signed.

import { emptyChain } from '../chain.ts';
import type { SignedHead } from '../head.ts';
import type { AuditRow, AuditTrail } from '../ports.ts';
import type { AuditCheck } from './audit-check.ts';
import { type AuditBreak, checkPart } from './check-part.ts';
import type { Place } from './covers.ts';

export type RecordProof =
  /** No record from it up to the signed head was changed, removed or moved. */
  | { readonly kind: 'signed'; readonly head: SignedHead }
  /** It follows from the record before it; the head after it is signed within a minute. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'broken'; readonly sequence: number; readonly fault: AuditBreak };

interface ProveRecordOptions {
  readonly trail: Pick<AuditTrail, 'find' | 'findHead'>;
  readonly check: AuditCheck;
}

const pageRows = 500;

export async function proveRecord(place: Place, { trail, check }: ProveRecordOptions): Promise<RecordProof> {
  const { chain } = place;
  const [before] = await trail.find({ chain }, { order: 'newest', limit: 1, after: place });
  const start = before === undefined ? emptyChain : { sequence: before.sequence, hash: Buffer.from(before.hash) };
  const head = await trail.findHead(place);
  const until = head?.sequence ?? place.sequence;

  async function* pages(): AsyncIterable<readonly AuditRow[]> {
    for (let after = start.sequence; after < until; ) {
      const limit = Math.min(pageRows, until - after);
      const rows = await trail.find({ chain }, { order: 'oldest', limit, after: { chain, sequence: after } });
      yield rows.filter(({ sequence }) => sequence <= until);
      after = rows.at(-1)?.sequence ?? until;
    }
  }

  const heads = head === undefined ? [] : [head];
  const { broken } = await checkPart({ chain, start, until, heads }, pages(), check);
  if (broken !== undefined) return { kind: 'broken', sequence: broken.sequence, fault: broken.fault };
  return head === undefined ? { kind: 'unsigned' } : { kind: 'signed', head };
}
