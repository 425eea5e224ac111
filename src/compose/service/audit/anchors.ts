// Sends the ends of the audit to the places of `audit.anchor` while the service runs. On one
// data directory, the process that holds the lease does it; with a shared store each node does, which is harmless.

import { createSendAnchors, type SendAnchors } from '../../../app/audit/anchors/send-anchors.ts';
import { createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import type { Job } from '../../../app/jobs/run-jobs.ts';
import type { AuditReader } from '../../../stores/audit/trail/audit-reader.sqlite.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { randomShare } from '../../parts/random-share.ts';
import type { Core } from '../core.ts';

export interface Anchors {
  readonly job: Job;
  states: SendAnchors['states'];
}

/** The process asks for permission again after this time if it was refused. */
const askAgainMs = 10_000;

/** Returns undefined if no place is set; no anchor module is then loaded. */
export async function openAnchors(
  { config, stores: { secret }, clock, logger, metrics, opened }: Core,
  reader: Pick<AuditReader, 'lastHeads'>,
): Promise<Anchors | undefined> {
  if (config['audit.anchor'].length === 0) return undefined;
  const { openAnchorDestinations } = await import('../../parts/audit/anchor-destinations.ts');
  const places = openAnchorDestinations(config, clock);
  opened.defer(async () => {
    await Promise.all(places.map((place) => place.close()));
  });
  const count = (place: string, outcome: 'sent' | 'failed', amount = 1) =>
    metrics.count('confere_audit_anchors_total', { place, outcome }, amount);
  for (const { name } of places) for (const outcome of ['sent', 'failed'] as const) count(name, outcome, 0);
  const sender = createSendAnchors({
    places,
    // What somebody else wrote there is not vouched for.
    findHeads: async () => {
      const heads = await reader.lastHeads();
      const isOurs = (check = createAuditCheck(toAuditSecrets(secret))) => heads.filter((head) => check.isOurs(head));
      const ours = isOurs();
      if (ours.length === heads.length) return ours;
      secret.refresh();
      return isOurs();
    },
    everyMs: config['audit.anchor_minutes'] * 60_000,
    clock,
    random: randomShare,
    onSent: ({ name, address }, isBack) => {
      count(name, 'sent');
      if (isBack) logger.write('info', 'audit_anchor_recovered', { component: name, internal: address });
    },
    onFailed: ({ name, address }, reason, isFirst) => {
      count(name, 'failed');
      if (isFirst)
        logger.write('error', 'audit_anchor_failed', {
          component: name,
          internal: `${address} cannot be used: ${reason}`,
        });
    },
  });
  let askedAtMs = Number.NEGATIVE_INFINITY;
  return {
    job: {
      name: 'anchors',
      hasWork: async () => {
        if (!sender.isDue() || clock.monotonicMs() - askedAtMs < askAgainMs) return false;
        askedAtMs = clock.monotonicMs();
        return true;
      },
      run: ({ signal }) => sender.sendDue(signal),
    },
    states: sender.states,
  };
}
