// What our own anchors know of the ends of chains, looked at before the audit is opened. A node that has forgotten them takes them from
// there: a pod whose folders went with the one before it would take an older copy of the shared audit for the newest one. And where the
// audit does not hold what an anchor names, the node remembers that end, so that the audit is refused.

import { type AnchorDestination, toAnchorReason } from '../../../app/audit/anchors/anchor-destination.ts';
import { parseAnchor } from '../../../app/audit/anchors/anchor-document.ts';
import { type HeadsVerdict, judgeHeads, type KeptHead } from '../../../app/audit/anchors/judge-heads.ts';
import { type AuditCheck, createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import type { AuditSecrets } from '../../../app/audit/record.ts';
import { toFaultCode } from '../../../errors.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toEngine } from '../../backend/engine.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { toStateFolder } from '../../parts/audit/audit-settings.ts';
import type { Core } from '../core.ts';

/** A start waits no longer than this. */
const deadlineMs = 10_000;
const dayMs = 86_400_000;
/** An installation at which nothing was recorded for longer has no end worth the search. */
const daysMax = 31;

type Parts = Pick<Core, 'config' | 'clock' | 'logger'>;

/** Remembers the anchored ends before the audit is opened. */
export async function rememberAnchored(core: Parts, secret: MasterSecret): Promise<void> {
  const { config, logger } = core;
  if (config['audit.anchor'].length === 0) return;
  const secrets = toAuditSecrets(secret);
  const check = createAuditCheck(secrets);
  const newest = await readNewest(core, check);
  if (newest.length === 0) return;
  const memory = openRememberedHeads(toStateFolder(config));
  const isNew = memory.list().length === 0;
  const remember = ({ head }: KeptHead) =>
    memory.remember(head.chain, { sequence: head.sequence, hash: Buffer.from(head.hash, 'hex') }, { isDurable: true });
  try {
    const verdict = await judgeEnds(core, newest, { check, secrets });
    const disagreeing = verdict?.broken ?? [];
    for (const broken of disagreeing) {
      const { head, place, where, fault } = broken;
      // Where heads alone are gone, the records follow from each other: `audit verify` names it.
      if (fault !== 'the signed head was removed from the audit') remember(broken);
      const internal = `record ${head.sequence} of ${head.chain}: ${fault} (${where})`;
      logger.write('error', 'audit_anchor_disagrees', { component: place, internal });
    }
    if (!isNew) return;
    // An accepted loss may have taken the end of an earlier one.
    const unknown = new Set([...disagreeing, ...(verdict?.lost ?? [])].map(({ head }) => head.chain));
    for (const kept of newest) if (!unknown.has(kept.head.chain)) remember(kept);
    const newestMs = Math.max(...newest.map(({ keptAtMs }) => keptAtMs));
    logger.write('info', 'audit_end_from_anchor', { internal: new Date(newestMs).toISOString() });
  } finally {
    memory.close();
  }
}

/** Reads the furthest end of each chain that we signed. */
async function readNewest({ config, clock, logger }: Parts, check: AuditCheck): Promise<readonly KeptHead[]> {
  const { openAnchorDestinations } = await import('../../parts/audit/anchor-destinations.ts');
  const places = openAnchorDestinations(config, clock).filter(({ read }) => read !== undefined);
  const signal = AbortSignal.timeout(deadlineMs);
  const found = await Promise.all(
    places.map((place) =>
      findNewest(place, { nowMs: clock.nowMs(), signal, check }).catch((error: unknown) => {
        const internal = `${place.address} cannot be used: ${toAnchorReason(error)}`;
        logger.write('error', 'audit_anchor_unread', { component: place.name, internal });
        return [];
      }),
    ),
  );
  await Promise.all(places.map((place) => place.close()));
  return keepFurthest(found.flat());
}

interface Search {
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly check: AuditCheck;
}

/** Finds the ends of the last day that has any. An invalid or foreign anchor hides no valid one. */
async function findNewest(place: AnchorDestination, { nowMs, signal, check }: Search): Promise<readonly KeptHead[]> {
  for (let back = 0; back < daysMax; back++) {
    const day = `${new Date(nowMs - back * dayMs).toISOString().slice(0, 10)}/`;
    let newest: readonly KeptHead[] = [];
    for await (const { where, text, provenAtMs } of place.read?.(day, signal) ?? []) {
      const document = parseAnchor(text);
      if (document === undefined) continue;
      const keptAtMs = provenAtMs ?? document.madeAtMs;
      const kept = document.heads.map((head) => ({ head, place: place.name, where, keptAtMs }));
      newest = keepFurthest([...newest, ...kept.filter(({ head }) => isFurther(newest, head) && check.isOurs(head))]);
    }
    if (newest.length > 0) return newest;
  }
  return [];
}

function isFurther(known: readonly KeptHead[], { chain, sequence }: KeptHead['head']): boolean {
  return known.every(({ head }) => head.chain !== chain || head.sequence < sequence);
}

function keepFurthest(all: readonly KeptHead[]): readonly KeptHead[] {
  const chains = new Map<string, KeptHead>();
  for (const kept of all) {
    const known = chains.get(kept.head.chain);
    if (known === undefined || known.head.sequence < kept.head.sequence) chains.set(kept.head.chain, kept);
  }
  return [...chains.values()];
}

/** Returns undefined if the audit cannot be read now: its writer reports that fault. */
async function judgeEnds(
  { config, logger }: Parts,
  newest: readonly KeptHead[],
  { check, secrets }: { readonly check: AuditCheck; readonly secrets: readonly AuditSecrets[] },
): Promise<HeadsVerdict | undefined> {
  try {
    const trail = await toEngine(config).openProvenTrail(() => secrets);
    if (trail === undefined) return { agreed: 0, dropped: 0, broken: newest.map(toMissing), lost: [] };
    try {
      return await judgeHeads(newest, { trail, check });
    } finally {
      await trail.close();
    }
  } catch (error) {
    logger.write('error', 'audit_anchor_unread', { internal: `the audit cannot be read: ${toFaultCode(error)}` });
    return undefined;
  }
}

const toMissing = (kept: KeptHead) => ({ ...kept, fault: 'the whole chain is missing' as const });
