// Compares heads that were kept elsewhere with the audit as it is now: the record that a head names must still be there and be the same.
// Whoever has every secret of the machine can write a history that proves itself; what was kept elsewhere is what it cannot change.

import type { ChainEnd } from '../chain.ts';
import type { SignedHead } from '../head.ts';
import { listRows } from '../list-rows.ts';
import type { AuditTrail } from '../ports.ts';
import type { AuditCheck } from '../proof/audit-check.ts';
import { type AcceptedLoss, parseAcceptedLoss } from '../proof/chain-acts.ts';
import { parseContent } from '../record.ts';

export interface KeptHead {
  readonly head: SignedHead;
  /** `place` names the holder of the head: a destination, or a file. */
  readonly place: string;
  /** The name of it there. */
  readonly where: string;
  readonly keptAtMs: number;
}

export type HeadBreak =
  | 'the signature of the head is not ours'
  | 'the whole chain is missing'
  | 'records up to the kept head are missing'
  | 'the record is not the one that the kept head names'
  | 'the signed head was removed from the audit';

export interface BrokenHead extends KeptHead {
  readonly fault: HeadBreak;
}

/** The record that a kept head names is gone, and an operator has continued without it. */
export interface LostHead extends KeptHead {
  readonly accepted: TakenLoss;
}

interface TakenLoss extends AcceptedLoss {
  readonly atMs: number;
  readonly actor: string;
  /** `chain` names the chain that records the acceptance. */
  readonly chain: string;
  readonly sequence: number;
}

export interface HeadsVerdict {
  /** `agreed` counts the heads that agree with the audit, one for each record. */
  readonly agreed: number;
  /** `dropped` counts the heads of records that were dropped with their months. */
  readonly dropped: number;
  /** The first of each chain. */
  readonly broken: readonly BrokenHead[];
  /** The last of each chain and loss. */
  readonly lost: readonly LostHead[];
}

interface JudgeHeadsOptions {
  readonly trail: Pick<AuditTrail, 'find' | 'findGroup' | 'hashesOf' | 'signedOf' | 'starts'>;
  readonly check: Pick<AuditCheck, 'isSigned'>;
}

const notOurs: HeadBreak = 'the signature of the head is not ours';
const removed: HeadBreak = 'the signed head was removed from the audit';
const atOnce = 1_000;

export async function judgeHeads(
  kept: readonly KeptHead[],
  { trail, check }: JudgeHeadsOptions,
): Promise<HeadsVerdict> {
  const starts = await trail.starts();
  const broken: BrokenHead[] = [];
  let agreed = 0;
  let dropped = 0;
  for (const [chain, heads] of groupByChain(kept)) {
    const start = starts.get(chain)?.sequence ?? 0;
    const comparable = heads.filter(({ head }) => head.sequence >= start);
    dropped += heads.length - comparable.length;
    const found = await compare(chain, comparable, starts.get(chain), trail);
    agreed += comparable.length - found.length;
    // A head that agrees with a record that was proven says no more by its signature, which takes longer to check than all the rest.
    broken.push(...found.map((kept) => (check.isSigned(kept.head) ? kept : { ...kept, fault: notOurs })));
  }
  const isForged = ({ fault }: BrokenHead) => fault === notOurs;
  const losses = broken.every(isForged) ? [] : await findLosses(trail);
  const lost = broken.flatMap((head) => {
    const accepted = isForged(head) ? undefined : losses.find((loss) => covers(loss, head));
    return accepted === undefined ? [] : [{ ...head, accepted }];
  });
  const explained = new Set(lost.map(({ head }) => head));
  const unexplained = broken.filter(({ head }) => !explained.has(head));
  return { agreed, dropped, broken: firstOfEach(unexplained), lost: lastOfEach(lost) };
}

/** Each chain and sequence once for each hash: the first that was kept. */
function groupByChain(kept: readonly KeptHead[]): ReadonlyMap<string, readonly KeptHead[]> {
  const chains = new Map<string, Map<string, KeptHead>>();
  for (const one of kept) {
    const { chain, sequence, hash, signature } = one.head;
    const heads = chains.get(chain) ?? new Map<string, KeptHead>();
    chains.set(chain, heads);
    const name = `${sequence} ${hash} ${signature}`;
    const known = heads.get(name);
    if (known === undefined || known.keptAtMs > one.keptAtMs) heads.set(name, one);
  }
  const inOrder = (heads: Map<string, KeptHead>) =>
    [...heads.values()].sort((one, other) => one.head.sequence - other.head.sequence);
  return new Map([...chains].map(([chain, heads]) => [chain, inOrder(heads)]));
}

async function compare(
  chain: string,
  heads: readonly KeptHead[],
  start: ChainEnd | undefined,
  trail: JudgeHeadsOptions['trail'],
): Promise<readonly BrokenHead[]> {
  const broken: BrokenHead[] = [];
  const last = await trail.findGroup(chain);
  const missing: HeadBreak =
    last === undefined && start === undefined
      ? 'the whole chain is missing'
      : 'records up to the kept head are missing';
  for (let from = 0; from < heads.length; from += atOnce) {
    const part = heads.slice(from, from + atOnce);
    const sequences = part.map(({ head }) => head.sequence);
    const found = await trail.hashesOf(chain, sequences);
    const signed = await trail.signedOf(chain, sequences);
    for (const kept of part) {
      const { sequence, hash } = kept.head;
      const there =
        found.get(sequence) ?? (start?.sequence === sequence ? Buffer.from(start.hash).toString('hex') : undefined);
      if (there === undefined) broken.push({ ...kept, fault: missing });
      else if (there !== hash) broken.push({ ...kept, fault: 'the record is not the one that the kept head names' });
      else if (!signed.has(sequence)) broken.push({ ...kept, fault: removed });
    }
  }
  return broken;
}

/** A loss covers what was written after the records that were left, up to the end that was remembered then, and heads before that end. */
function covers({ lost, chain, sequence }: TakenLoss, { head, fault }: BrokenHead): boolean {
  return lost.some((end) => {
    // Before acts told it: in its own chain, the act is the first record after those that were left.
    const left = end.left ?? (head.chain === chain ? sequence - 1 : 0);
    const isGone = head.sequence > left || fault === removed;
    return end.chain === head.chain && isGone && head.sequence <= end.sequence;
  });
}

async function findLosses(trail: Pick<AuditTrail, 'find'>): Promise<readonly TakenLoss[]> {
  const losses: TakenLoss[] = [];
  for await (const { chain, sequence, content } of listRows(trail, { kind: 'act' })) {
    const act = content === null ? undefined : parseContent(content);
    const loss = parseAcceptedLoss(act);
    if (act !== undefined && loss !== undefined)
      losses.push({ ...loss, atMs: act.atMs, actor: act.actor ?? 'unknown', chain, sequence });
  }
  return losses;
}

function firstOfEach(broken: readonly BrokenHead[]): readonly BrokenHead[] {
  const alike = Map.groupBy(broken, ({ head: { chain }, fault }) => `${chain} ${fault}`);
  return [...alike.values()].flatMap((all) => all.slice(0, 1));
}

function lastOfEach(lost: readonly LostHead[]): readonly LostHead[] {
  const alike = Map.groupBy(lost, ({ head, accepted }) => `${head.chain} ${accepted.chain} ${accepted.sequence}`);
  return [...alike.values()].flatMap((all) => all.slice(-1));
}
