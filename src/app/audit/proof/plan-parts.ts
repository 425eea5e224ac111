// Cuts the chains into parts that can be proven at the same time: each begins with the hash of the record before it.

import { type ChainEnd, emptyChain } from '../chain.ts';
import { findEndOf, listEnds } from '../groups/parts.ts';
import type { SignedHead } from '../head.ts';
import type { AuditTrail } from '../ports.ts';
import type { AuditCheck } from './audit-check.ts';
import { type BrokenPlace, type ChainPart, toBroken } from './check-part.ts';
import type { RememberedHead } from './remembered-head.ts';

interface PlanOptions {
  readonly trail: Pick<AuditTrail, 'chains' | 'findGroup'>;
  readonly check: Pick<AuditCheck, 'isOurs'>;
  /** Each is checked with the record that it signs. */
  readonly heads: readonly SignedHead[];
  readonly remembered: readonly RememberedHead[];
  /** Each entry states the end after which a chain continues once its months were dropped. */
  readonly starts: ReadonlyMap<string, ChainEnd>;
  readonly sinceMs: number | undefined;
  readonly recordsPerPart: number;
}

type Plan =
  | {
      readonly kind: 'plan';
      readonly parts: readonly ChainPart[];
      /** `dropped` holds the entries of `starts` with which the proof begins. */
      readonly dropped: ReadonlyMap<string, ChainEnd>;
      readonly notRead: number;
      /** Chains with records that the list of chains does not name. */
      readonly unlisted: readonly string[];
      /** `records` counts the records to read, as far as the number is known. */
      readonly records: number;
    }
  | ({ readonly kind: 'broken' } & BrokenPlace);

export async function planParts(options: PlanOptions): Promise<Plan> {
  const { trail, check, heads, remembered, starts, sinceMs } = options;
  const chains = await trail.chains();
  const unlisted = chains.filter(({ last, isListed }) => last > 0 && !isListed).map(({ chain }) => chain);
  const lasts = new Map(chains.map(({ chain, last }) => [chain, last]));
  for (const { chain } of [...heads, ...remembered]) if (!lasts.has(chain)) lasts.set(chain, 0);
  const parts: ChainPart[] = [];
  const dropped = new Map(starts);
  let [notRead, records] = [0, 0];
  for (const [chain, last] of lasts) {
    let start = starts.get(chain) ?? emptyChain;
    const begins = sinceMs === undefined ? undefined : findBegin(heads, chain, start, sinceMs);
    if (begins !== undefined) {
      if (!check.isOurs(begins))
        return { kind: 'broken', ...toBroken(begins, 'the signature of the head is not ours') };
      const row = await trail.findGroup(chain, begins.sequence);
      const found = row && findEndOf(row, begins.sequence);
      if (found === undefined)
        return { kind: 'broken', ...toBroken(begins, 'records up to the signed head are missing') };
      if (found.sequence !== begins.sequence || found.hash.toString('hex') !== begins.hash)
        return { kind: 'broken', ...toBroken(begins, 'the record is not the one that the signed head names') };
      notRead += found.sequence - start.sequence;
      start = { sequence: found.sequence, hash: Buffer.from(found.hash) };
      dropped.delete(chain);
    }
    records += Math.max(0, last - start.sequence);
    parts.push(...(await cut(options, { chain, start, last })));
  }
  return { kind: 'plan', parts, dropped, notRead, unlisted, records };
}

/** The last head that was signed by then. */
function findBegin(
  heads: readonly SignedHead[],
  chain: string,
  start: ChainEnd,
  sinceMs: number,
): SignedHead | undefined {
  return heads
    .filter((head) => head.chain === chain && head.sequence > start.sequence && head.atMs <= sinceMs)
    .reduce<SignedHead | undefined>((one, other) => (one && one.sequence >= other.sequence ? one : other), undefined);
}

interface WholeChain {
  readonly chain: string;
  readonly start: ChainEnd;
  readonly last: number;
}

/** Cuts the plan. Signed or remembered heads of records that are gone cannot be compared with them any more. */
async function cut(
  { trail, heads, remembered, recordsPerPart }: PlanOptions,
  { chain, start, last }: WholeChain,
): Promise<readonly ChainPart[]> {
  const own = heads.filter((head) => head.chain === chain).sort((one, other) => one.sequence - other.sequence);
  const known = remembered.find((head) => head.chain === chain);
  const parts: ChainPart[] = [];
  const add = (from: ChainEnd, until: number | undefined) => {
    const isInside = ({ sequence }: { readonly sequence: number }) =>
      sequence > from.sequence && (until === undefined || sequence <= until);
    const inside = known && isInside(known) ? known : undefined;
    parts.push({ chain, start: from, until, heads: own.filter(isInside), remembered: inside });
  };
  let from = start;
  while (last - from.sequence > recordsPerPart) {
    const row = await trail.findGroup(chain, from.sequence + recordsPerPart);
    // One that is missing is found by the part that should hold it.
    const end = row && listEnds(row).at(-1);
    if (end === undefined || end.sequence <= from.sequence || end.sequence >= last) break;
    add(from, end.sequence);
    from = { sequence: end.sequence, hash: Buffer.from(end.hash) };
  }
  add(from, undefined);
  return parts;
}
