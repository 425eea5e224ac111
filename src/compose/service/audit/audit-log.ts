// Opens the audit for the service, which writes it and forgets what is due.

import { createHash } from 'node:crypto';
import type { AuditPurge } from '../../../app/audit/ports.ts';
import { adviseOnChainFault } from '../../../app/audit/proof/chain-fault.ts';
import { purgeAudit } from '../../../app/audit/purge-audit.ts';
import { withPauses } from '../../../app/jobs/purge-jobs.ts';
import type { Job } from '../../../app/jobs/run-jobs.ts';
import { type RiskPolicy, toPolicyDocument } from '../../../domain/risk/risk-policy.ts';
import { explainSlowness, type ThreadedAuditLog } from '../../../stores/audit/log/audit-log.ts';
import { toEngine } from '../../backend/engine.ts';
import { openConfiguredAuditLog, toAuditRetention, toStateFolder } from '../../parts/audit/audit-settings.ts';
import type { Core } from '../core.ts';

/** The policy in force as the audit keeps it: two policies may carry one version, but not one hash. */
export function toKeptPolicy(policy: RiskPolicy): { readonly hash: string; readonly document: string } {
  const document = JSON.stringify(toPolicyDocument(policy));
  return { hash: createHash('sha256').update(document).digest('base64url'), document };
}

export function openAuditLog({ config, stores, clock, policy, logger, metrics }: Core): ThreadedAuditLog {
  toEngine(config).refuseNewerAudit();
  return openConfiguredAuditLog(config, stores.secret, {
    policy: toKeptPolicy(policy),
    clock,
    deadlineMs: config['audit.deadline_ms'],
    onCommit: (records, durationMs) => {
      metrics.count('confere_audit_records_total', {}, records);
      metrics.observe('confere_audit_commit_duration_seconds', {}, durationMs);
    },
    onChange: (change) => {
      if (change.kind === 'failed') {
        // What no retry mends is told in a sentence, with what to do.
        const internal = adviseOnChainFault(change.fault) ?? explainSlowness(change.fault, config['audit.deadline_ms']);
        logger.write('error', 'audit_failed', { internal });
      } else {
        logger.write('info', 'audit_recovered', {});
        if (stores.shared !== undefined) metrics.count('confere_store_reconnects_total', { part: 'audit' });
      }
    },
    onRemembered: (isRemembered) => {
      if (isRemembered) logger.write('info', 'audit_head_remembered', {});
      else logger.write('error', 'audit_head_not_remembered', { internal: toStateFolder(config) });
    },
  });
}

const purgeEveryMs = 6 * 3_600_000;

/** Forgets what is due. */
export function createAuditPurgeJob(
  { config, clock, purgeClock, logger }: Pick<Core, 'config' | 'clock' | 'purgeClock' | 'logger'>,
  store: AuditPurge,
): Job {
  const retention = toAuditRetention(config);
  return withPauses({ name: 'audit purge', clock, everyMs: purgeEveryMs }, async (turn) => {
    const { contents, details } = await purgeAudit({ store, nowMs: purgeClock.nowMs(), retention, turn });
    if (contents + details === 0) return;
    logger.write('info', 'audit_purged', { internal: `${contents} records, details of ${details}` });
  });
}
