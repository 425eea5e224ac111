// Proves the audit: every group's link follows from its records, the group before it and our key; every signed head is one that we
// signed and agrees with its record; an act covers all that is gone. Names the first record that does not hold. It signs nothing and
// writes nothing: what it has found good is not made good by it. Heads that were kept elsewhere are compared by anchors/judge-heads.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainEnd } from './chain.ts';
import type { SignedHead } from './head.ts';
import { findUnfinished, listOpenIntents, type OpenIntent } from './open-intents.ts';
import type { AuditTrail } from './ports.ts';
import type { AuditCheck } from './proof/audit-check.ts';
import { type BrokenPlace, type ChainPart, checkPart, type PartReport, toBroken } from './proof/check-part.ts';
import { judgeCovers, judgePolicies, listReturned } from './proof/judge-covers.ts';
import { planParts } from './proof/plan-parts.ts';
import { putTogether } from './proof/proven-chain.ts';
import type { RememberedHead } from './proof/remembered-head.ts';
import { createSequenceRanges } from './proof/sequence-ranges.ts';

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
      /** Records before what was asked for, which were not read. */
      readonly notRead: number;
      /** Records whose sealed evidence was forgotten. */
      readonly withoutEvidence: number;
      /** The names of those chains that have records. */
      readonly written: readonly string[];
      /** Intents that nothing completed: those parties may have been called, and may send a bill. */
      readonly unfinished: readonly OpenIntent[];
    }
  | ({ readonly kind: 'broken' } & BrokenPlace);

/** The proof uses this part of a trail. */
export type ProvenTrail = Pick<
  AuditTrail,
  'chains' | 'find' | 'findGroup' | 'heads' | 'openIntents' | 'pages' | 'policies' | 'starts'
>;

/** Proves parts in any order and reports on them in their own order. After a broken part, it may leave out the rest. */
export type RunParts = (
  parts: readonly ChainPart[],
  onProgress: ((records: number) => void) | undefined,
) => Promise<readonly PartReport[]>;

interface VerifyAuditOptions {
  readonly trail: ProvenTrail;
  readonly check: AuditCheck;
  /** The ends that this machine remembers of what it wrote; to be read before the audit is. */
  readonly remembered?: readonly RememberedHead[];
  /** Evidence of records from this moment on must still be there, unless an act covers it; not asked about when not set. */
  readonly evidenceSinceMs?: number;
  /** Each chain is read from the last head on that was signed by then: what lies before it is taken for proven. */
  readonly sinceMs?: number;
  readonly onProgress?: (records: number) => void;
  /** Requests from this time on may still be in work. The option asks for a list of intents without a record. */
  readonly inWorkFromMs?: number;
  /**
   * `parts` sets the number of records in a part and the way parts are proven. Without `run`, they are proven one after another. Without `parts`,
   * all of a chain is one part.
   */
  readonly parts?: { readonly recordsPerPart: number; readonly run?: RunParts };
}

export async function verifyAudit(options: VerifyAuditOptions): Promise<AuditVerdict> {
  const { trail, check, remembered = [] } = options;
  const heads = await trail.heads();
  const starts = await trail.starts();
  // The others are looked at with the records that they sign.
  const older = heads.filter(({ chain, sequence }) => sequence <= (starts.get(chain)?.sequence ?? 0));
  const forged = older.find((head) => !check.isOurs(head));
  if (forged !== undefined) return broken(toBroken(forged, 'the signature of the head is not ours'));
  const replaced = older.find(({ chain, sequence, hash }) => {
    const start = starts.get(chain);
    return start?.sequence === sequence && start.hash.toString('hex') !== hash;
  });
  if (replaced !== undefined) return broken(toBroken(replaced, 'the record is not the one that the signed head names'));

  const { recordsPerPart, run } = { recordsPerPart: Number.POSITIVE_INFINITY, ...options.parts };
  const plan = await planParts({ trail, check, heads, remembered, starts, sinceMs: options.sinceMs, recordsPerPart });
  if (plan.kind === 'broken') return broken(plan);
  // Where one part would do, threads take longer to begin than it does.
  const runParts = run && plan.records > recordsPerPart ? run : createOneByOne(trail, check);
  const reports = await runParts(plan.parts, options.onProgress);

  const chains = putTogether(reports);
  const found = chains.find((chain) => chain.broken !== undefined)?.broken;
  if (found !== undefined) return broken(found);
  for (const returned of listReturned(chains)) if (await staysThere(returned, trail)) return broken(returned);
  const { evidenceSinceMs } = options;
  const uncovered =
    judgeCovers(chains, { dropped: plan.dropped, evidenceSinceMs }) ?? judgePolicies(reports, await trail.policies());
  if (uncovered !== undefined) return broken(uncovered);
  const removed = findRemovedHeads(heads, remembered);
  if (removed !== undefined) return broken(removed);
  const [unlisted] = plan.unlisted;
  if (unlisted !== undefined)
    return broken(toBroken({ chain: unlisted, sequence: 1 }, 'the chain was struck off the list of chains'));

  const sum = (count: (report: PartReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  const sumUp = (ends: Iterable<ChainEnd>) => [...ends].reduce((all, { sequence }) => all + sequence, 0);
  const { inWorkFromMs = 0 } = options;
  // Before those are looked for that nothing has completed meanwhile.
  const listed = new Set((await listOpenIntents(trail, inWorkFromMs)).map(({ requestId }) => requestId));
  const open = reports.flatMap((report) => report.open);
  const unfinished = await findUnfinished(open, trail, inWorkFromMs);
  const hidden = unfinished.find(({ requestId }) => !listed.has(requestId));
  if (hidden !== undefined) return broken(toBroken(hidden, 'the intent was struck off the list of open intents'));
  return {
    kind: 'intact',
    records: sum(({ records }) => records),
    chains: chains.length,
    heads: heads.length,
    unsigned: chains.reduce((total, { end, lastSigned }) => total + end.sequence - lastSigned, 0),
    purged: sum(({ gone }) => createSequenceRanges(gone).count()),
    dropped: sumUp(starts.values()),
    notRead: plan.notRead,
    withoutEvidence: sum(({ withoutEvidence }) => withoutEvidence),
    written: chains.filter(({ end }) => end.sequence > 0).map(({ name }) => name),
    unfinished,
  };
}

const looksMax = 10;
const lookEveryMs = 200;

/** An erasure that is under way has written its act, and takes the record a moment later. */
async function staysThere({ chain, sequence }: BrokenPlace, trail: Pick<AuditTrail, 'find'>): Promise<boolean> {
  for (let look = 1; ; look++) {
    const after = { chain, sequence: sequence - 1 };
    const [row] = await trail.find({ chain }, { order: 'oldest', limit: 1, after });
    if (row?.sequence !== sequence || row.content === null) return false;
    if (look === looksMax) return true;
    await sleep(lookEveryMs);
  }
}

/** Finds removed heads. An attacker who removes heads removes proofs, so this machine remembers their number. */
export function findRemovedHeads(
  heads: readonly SignedHead[],
  remembered: readonly RememberedHead[],
): BrokenPlace | undefined {
  const counts = Map.groupBy(heads, ({ chain }) => chain);
  const short = remembered.find(({ chain, heads: known = 0 }) => (counts.get(chain)?.length ?? 0) < known);
  return short && toBroken(short, 'signed heads of the chain are missing');
}

function broken(place: BrokenPlace): AuditVerdict {
  return { kind: 'broken', ...place };
}

function createOneByOne(trail: ProvenTrail, check: AuditCheck): RunParts {
  return async (parts, onProgress) => {
    const reports: PartReport[] = [];
    for (const part of parts) {
      const { chain, start, until } = part;
      const pages = trail.pages({ chain, after: start.sequence, until });
      const report = await checkPart(part, pages, check, onProgress);
      reports.push(report);
      if (report.broken !== undefined) break;
    }
    return reports;
  };
}
