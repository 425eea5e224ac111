// Proves the audit: every record's hash follows from its content and the record before it, every signed head is one that we
// signed and agrees with its record, and so does every head that was kept elsewhere. Names the first record that does not hold.

import { type ChainEnd, emptyChain, extendChain, hashContent } from './chain.ts';
import type { SignedHead } from './head.ts';
import type { AuditRow, AuditTrail } from './ports.ts';
import { hashDetails, parseContent } from './record.ts';

export type AuditVerdict =
  | {
      readonly kind: 'intact';
      readonly records: number;
      readonly chains: number;
      readonly heads: number;
      /** Records after the last signed head: their removal could not be proven yet. */
      readonly unsigned: number;
      readonly purged: number;
      /** Records of the beginning of chains, which went with their month. */
      readonly dropped: number;
    }
  | { readonly kind: 'broken'; readonly chain: string; readonly sequence: number; readonly fault: AuditBreak };

export type AuditBreak =
  | 'a record is missing'
  | 'the record was changed'
  | 'the details were changed'
  | 'the record does not follow from the one before it'
  | 'the signature of the head is not ours'
  | 'the record is not the one that the signed head names'
  | 'records up to the signed head are missing';

interface VerifyAuditOptions {
  readonly trail: Pick<AuditTrail, 'heads' | 'scan' | 'starts'>;
  readonly isOurs: (head: SignedHead) => boolean;
  /** Copies of signed heads that were kept elsewhere. */
  readonly keptHeads?: readonly SignedHead[];
  readonly onProgress?: (records: number) => void;
}

interface ChainState {
  end: ChainEnd;
  readonly heads: SignedHead[];
  nextHead: number;
  lastSigned: number;
}

export async function verifyAudit({
  trail,
  isOurs,
  keptHeads = [],
  onProgress,
}: VerifyAuditOptions): Promise<AuditVerdict> {
  const heads = [...(await trail.heads()), ...keptHeads];
  const forged = heads.find((head) => !isOurs(head));
  if (forged !== undefined) return broken(forged, 'the signature of the head is not ours');

  const starts = await trail.starts();
  const chains = new Map<string, ChainState>();
  const getChain = (name: string): ChainState => {
    const known = chains.get(name);
    if (known !== undefined) return known;
    const start = starts.get(name) ?? emptyChain;
    // What was signed of records that are gone cannot be compared with them any more.
    const own = heads
      .filter(({ chain, sequence }) => chain === name && sequence > start.sequence)
      .sort((a, b) => a.sequence - b.sequence);
    const state: ChainState = { end: start, heads: own, nextHead: 0, lastSigned: start.sequence };
    chains.set(name, state);
    return state;
  };
  for (const { chain } of heads) getChain(chain);

  const replaced = heads.find(({ chain, sequence, hash }) => {
    const start = starts.get(chain);
    return start?.sequence === sequence && start.hash.toString('hex') !== hash;
  });
  if (replaced !== undefined) return broken(replaced, 'the record is not the one that the signed head names');

  let records = 0;
  let purged = 0;
  for await (const row of trail.scan()) {
    const fault = follow(getChain(row.chain), row);
    if (fault !== undefined) return broken(row, fault);
    if (row.content === null) purged++;
    if (++records % 10_000 === 0) onProgress?.(records);
  }
  let unsigned = 0;
  for (const state of chains.values()) {
    const missing = state.heads[state.nextHead];
    if (missing !== undefined) return broken(missing, 'records up to the signed head are missing');
    unsigned += state.end.sequence - state.lastSigned;
  }
  const dropped = [...starts.values()].reduce((sum, { sequence }) => sum + sequence, 0);
  return { kind: 'intact', records, chains: chains.size, heads: heads.length, unsigned, purged, dropped };
}

function follow(state: ChainState, row: AuditRow): AuditBreak | undefined {
  if (row.sequence !== state.end.sequence + 1) return 'a record is missing';
  const contentHash = row.content === null ? row.contentHash : hashContent(row.content);
  if (contentHash === null) return 'the record was changed';
  const end = extendChain(state.end, contentHash);
  if (!end.hash.equals(row.hash)) {
    // Whether the content or the link is wrong cannot be told from the hash alone.
    return row.content === null || parseContent(row.content) === undefined
      ? 'the record was changed'
      : 'the record does not follow from the one before it';
  }
  if (row.content !== null && row.sealedDetails !== null) {
    if (parseContent(row.content)?.detailsHash !== hashDetails(row.sealedDetails)) return 'the details were changed';
  }
  state.end = end;
  const endHash = end.hash.toString('hex');
  for (let head = state.heads[state.nextHead]; head?.sequence === end.sequence; head = state.heads[++state.nextHead]) {
    if (head.hash !== endHash) return 'the record is not the one that the signed head names';
    state.lastSigned = end.sequence;
  }
  return undefined;
}

function broken(
  { chain, sequence }: { readonly chain: string; readonly sequence: number },
  fault: AuditBreak,
): AuditVerdict {
  return { kind: 'broken', chain, sequence, fault };
}
