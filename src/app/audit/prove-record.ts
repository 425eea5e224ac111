// Proves one record without reading the whole audit: from the record before it up to the next head that we signed.

import { emptyChain } from './chain.ts';
import type { SignedHead } from './head.ts';
import type { AuditRow, AuditTrail } from './ports.ts';
import type { AuditCheck } from './proof/audit-check.ts';
import { type AuditBreak, verifyAudit } from './verify-audit.ts';

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

export async function proveRecord(
  place: { readonly chain: string; readonly sequence: number },
  { trail, check }: ProveRecordOptions,
): Promise<RecordProof> {
  const { chain } = place;
  const [before] = await trail.find({ chain }, { order: 'newest', limit: 1, after: place });
  const start = before === undefined ? emptyChain : { sequence: before.sequence, hash: Buffer.from(before.hash) };
  const head = await trail.findHead(place);
  const last = head?.sequence ?? place.sequence;

  async function* scan(): AsyncIterable<AuditRow> {
    for (let after = start.sequence; after < last; ) {
      const rows = await trail.find(
        { chain },
        { order: 'oldest', limit: Math.min(pageRows, last - after), after: { chain, sequence: after } },
      );
      yield* rows.filter(({ sequence }) => sequence <= last);
      after = rows.at(-1)?.sequence ?? last;
    }
  }

  const heads = head === undefined ? [] : [head];
  const verdict = await verifyAudit({
    trail: { heads: async () => heads, starts: async () => new Map([[chain, start]]), scan },
    check,
  });
  if (verdict.kind === 'broken') return { kind: 'broken', sequence: verdict.sequence, fault: verdict.fault };
  return head === undefined ? { kind: 'unsigned' } : { kind: 'signed', head };
}
