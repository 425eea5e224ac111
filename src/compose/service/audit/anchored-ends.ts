// What anchors know of the ends of chains, for a node that has forgotten them: a pod whose folders went with the one before it would take an
// older copy of the shared audit for the newest one.

import { type AnchorDestination, toAnchorReason } from '../../../app/audit/anchors/anchor-destination.ts';
import { type AnchorDocument, parseAnchor } from '../../../app/audit/anchors/anchor-document.ts';
import { createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { toStateFolder } from '../../parts/audit/audit-settings.ts';
import type { Core } from '../core.ts';

/** A start waits no longer than this. */
const deadlineMs = 10_000;
const dayMs = 86_400_000;
/** An installation at which nothing was recorded for longer has no end worth the search. */
const daysMax = 31;

/** Before the audit is opened. Only where nodes share it: then the chains of all of them are there. */
export async function rememberAnchored(
  { config, clock, logger }: Pick<Core, 'config' | 'clock' | 'logger'>,
  secret: MasterSecret,
): Promise<void> {
  if (config['audit.anchor'].length === 0 || config.store === null) return;
  const memory = openRememberedHeads(toStateFolder(config));
  if (memory.list().length > 0) return;
  const { openAnchorDestinations } = await import('../../parts/audit/anchor-destinations.ts');
  const places = openAnchorDestinations(config, clock).filter(({ read }) => read !== undefined);
  const signal = AbortSignal.timeout(deadlineMs);
  const found = await Promise.all(
    places.map((place) =>
      findNewest(place, clock.nowMs(), signal).catch((error: unknown) => {
        const internal = `${place.address} cannot be used: ${toAnchorReason(error)}`;
        logger.write('error', 'audit_anchor_unread', { component: place.name, internal });
        return undefined;
      }),
    ),
  );
  await Promise.all(places.map((place) => place.close()));
  const [newest] = found.filter((one) => one !== undefined).sort((one, other) => other.madeAtMs - one.madeAtMs);
  const check = createAuditCheck(toAuditSecrets(secret));
  // Each document has all chains that there were. An accepted loss may have taken the end of an earlier one.
  for (const head of newest?.heads ?? []) {
    if (!check.isOurs(head)) continue;
    memory.remember(head.chain, { sequence: head.sequence, hash: Buffer.from(head.hash, 'hex') }, true);
  }
  memory.close();
  if (newest !== undefined)
    logger.write('info', 'audit_end_from_anchor', { internal: new Date(newest.madeAtMs).toISOString() });
}

async function findNewest(
  place: AnchorDestination,
  nowMs: number,
  signal: AbortSignal,
): Promise<AnchorDocument | undefined> {
  for (let back = 0; back < daysMax; back++) {
    const day = `${new Date(nowMs - back * dayMs).toISOString().slice(0, 10)}/`;
    let newest: AnchorDocument | undefined;
    for await (const { text } of place.read?.(day, signal) ?? []) {
      const document = parseAnchor(text);
      if (document !== undefined && document.madeAtMs >= (newest?.madeAtMs ?? 0)) newest = document;
    }
    if (newest !== undefined) return newest;
  }
  return undefined;
}
