// Proves the audit: every record's hash follows from its content, the record before it and our key, every signed head is one that we
// signed and agrees with its record, and so does every head that was kept elsewhere. Names the first record that does not hold.
// It signs nothing and writes nothing: what it has found good is not made good by it.

import { type ChainEnd, emptyChain, hashContent } from './chain.ts';
import type { SignedHead } from './head.ts';
import type { IntentCollector, OpenIntent } from './open-intents.ts';
import type { AuditRow, AuditTrail } from './ports.ts';
import type { AuditCheck, JudgeLink, Link } from './proof/audit-check.ts';
import { isKeyedBeginning } from './proof/chain-acts.ts';
import { hashPolicy } from './proof/kept-policy.ts';
import type { RememberedHead } from './proof/remembered-head.ts';
import { type AuditContent, hashDetails, parseContent } from './record.ts';

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
      /** Records whose sealed evidence was forgotten. */
      readonly withoutEvidence: number;
      /** Chains with records of which no head was given that was kept elsewhere. */
      readonly withoutKeptHead: readonly string[];
      /** Intents that nothing completed: those parties may have been called, and may send a bill. */
      readonly unfinished: readonly OpenIntent[];
    }
  | { readonly kind: 'broken'; readonly chain: string; readonly sequence: number; readonly fault: AuditBreak };

export type AuditBreak =
  | 'a record is missing'
  | 'the record was changed'
  | 'the details were changed'
  | 'the record does not follow from the one before it'
  | 'the record does not carry our MAC'
  | 'the signature of the head is not ours'
  | 'the record is not the one that the signed head names'
  | 'records up to the signed head are missing'
  | 'the record is not the one that this machine wrote'
  | 'records that this machine wrote are missing'
  | 'the evidence of the record is gone before its time'
  | 'the policy of the record is missing'
  | 'the policy of the record was changed';

/** What of a trail is proven. Without `policies` only the chains are. */
export type ProvenTrail = Pick<AuditTrail, 'heads' | 'scan' | 'starts'> & Partial<Pick<AuditTrail, 'policies'>>;

interface VerifyAuditOptions {
  readonly trail: ProvenTrail;
  readonly check: AuditCheck;
  /** Copies of signed heads that were kept elsewhere. */
  readonly keptHeads?: readonly SignedHead[];
  /** The ends that this machine remembers of what it wrote; to be read before the audit is. */
  readonly remembered?: readonly RememberedHead[];
  /** Evidence of records from this moment on must still be there; not asked about when not set. */
  readonly evidenceSinceMs?: number;
  readonly onProgress?: (records: number) => void;
  /** Where intents without a record are to be listed: what finds the rest of a request, and from when on requests may still be in work. */
  readonly intents?: { readonly collector: IntentCollector; readonly inWorkFromMs: number };
}

interface ChainState {
  end: ChainEnd;
  readonly judge: JudgeLink;
  /** Of the last record; undefined before the first. */
  link: Link | undefined;
  readonly heads: SignedHead[];
  nextHead: number;
  lastSigned: number;
  /** What this machine remembers of it, until it was found. */
  remembered: RememberedHead | undefined;
}

export async function verifyAudit({
  trail,
  check,
  keptHeads = [],
  remembered = [],
  evidenceSinceMs,
  onProgress,
  intents,
}: VerifyAuditOptions): Promise<AuditVerdict> {
  const heads = [...(await trail.heads()), ...keptHeads];
  const forged = heads.find((head) => !check.isOurs(head));
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
    const judge = check.openChain(name);
    const state: ChainState = {
      end: start,
      judge,
      link: undefined,
      heads: own,
      nextHead: 0,
      lastSigned: start.sequence,
      remembered: remembered.find(({ chain, sequence }) => chain === name && sequence > start.sequence),
    };
    chains.set(name, state);
    return state;
  };
  for (const { chain } of [...heads, ...remembered]) getChain(chain);

  const replaced = heads.find(({ chain, sequence, hash }) => {
    const start = starts.get(chain);
    return start?.sequence === sequence && start.hash.toString('hex') !== hash;
  });
  if (replaced !== undefined) return broken(replaced, 'the record is not the one that the signed head names');

  const policyUses = new Map<string, AuditRow>();
  let withoutEvidence = 0;
  let records = 0;
  let purged = 0;
  for await (const row of trail.scan()) {
    const content = row.content === null ? undefined : parseContent(row.content);
    const fault = follow(getChain(row.chain), row, content);
    intents?.collector.see(row, content);
    if (fault !== undefined) return broken(row, fault);
    if (row.content === null) purged++;
    if (content?.detailsHash != null && row.sealedDetails === null) {
      withoutEvidence++;
      if (evidenceSinceMs !== undefined && content.atMs >= evidenceSinceMs)
        return broken(row, 'the evidence of the record is gone before its time');
    }
    if (content?.policyHash != null && !policyUses.has(content.policyHash)) policyUses.set(content.policyHash, row);
    if (++records % 10_000 === 0) onProgress?.(records);
  }
  const hasKeyed = remembered.length > 0 || [...chains.values()].some(({ link }) => link === 'keyed');
  let unsigned = 0;
  for (const [name, state] of chains) {
    const missing = state.heads[state.nextHead];
    if (missing !== undefined) return broken(missing, 'records up to the signed head are missing');
    if (state.remembered !== undefined) return broken(state.remembered, 'records that this machine wrote are missing');
    // Before anything here was keyed, a service that was killed left plain records after its last head. Now anybody could have.
    if (hasKeyed && state.link === 'plain' && state.end.sequence > state.lastSigned)
      return broken({ chain: name, sequence: state.lastSigned + 1 }, 'the record does not carry our MAC');
    unsigned += state.end.sequence - state.lastSigned;
  }
  const dropped = [...starts.values()].reduce((sum, { sequence }) => sum + sequence, 0);
  const policies = await trail.policies?.();
  for (const [hash, row] of policies === undefined ? [] : policyUses) {
    const policy = policies?.find((kept) => kept.hash === hash);
    if (policy === undefined) return broken(row, 'the policy of the record is missing');
    if (hashPolicy(policy.document) !== hash) return broken(row, 'the policy of the record was changed');
  }
  const withoutKeptHead = [...chains.entries()]
    .filter(([name, { end }]) => end.sequence > 0 && !keptHeads.some(({ chain }) => chain === name))
    .map(([name]) => name);
  const counts = { records, chains: chains.size, heads: heads.length, unsigned, purged, dropped, withoutEvidence };
  const unfinished = (await intents?.collector.finish(intents.inWorkFromMs)) ?? [];
  return { kind: 'intact', ...counts, withoutKeptHead, unfinished };
}

function follow(state: ChainState, row: AuditRow, parsed: AuditContent | undefined): AuditBreak | undefined {
  if (row.sequence !== state.end.sequence + 1) return 'a record is missing';
  const contentHash = row.content === null ? row.contentHash : hashContent(row.content);
  if (contentHash === null) return 'the record was changed';
  const link = state.judge(state.end, contentHash, row.hash);
  if (link === undefined) {
    // Whether the content or the link is wrong cannot be told from the hash alone.
    return parsed === undefined ? 'the record was changed' : 'the record does not follow from the one before it';
  }
  if (link === 'plain' && state.link === 'keyed') return 'the record does not carry our MAC';
  if (link === 'keyed' && state.link === 'plain' && !isKeyedBeginning(parsed, state.end))
    return 'the record does not follow from the one before it';
  if (row.content !== null && row.sealedDetails !== null) {
    if (parsed?.detailsHash !== hashDetails(row.sealedDetails)) return 'the details were changed';
  }
  const end: ChainEnd = { sequence: row.sequence, hash: Buffer.from(row.hash) };
  state.end = end;
  state.link = link;
  if (state.remembered?.sequence === end.sequence) {
    if (state.remembered.hash !== end.hash.toString('hex')) return 'the record is not the one that this machine wrote';
    state.remembered = undefined;
  }
  if (state.heads[state.nextHead]?.sequence !== end.sequence) return undefined;
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
