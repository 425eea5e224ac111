// Opens the audit for the service, which writes it and forgets what is due.

import { createHash } from 'node:crypto';
import type { AuditPurge } from '../../../app/audit/ports.ts';
import { adviseOnChainFault } from '../../../app/audit/proof/chain-fault.ts';
import { purgeAudit } from '../../../app/audit/purge-audit.ts';
import type { Config } from '../../../config.ts';
import { type RiskPolicy, toPolicyDocument } from '../../../domain/risk/risk-policy.ts';
import { readNewestRecordMs } from '../../../stores/audit/audit-database.sqlite.ts';
import type { ThreadedAuditLog } from '../../../stores/audit/log/audit-log.ts';
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
        logger.write('error', 'audit_failed', { internal: adviseOnChainFault(change.fault) ?? change.fault });
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

/** Asked once, when the service begins: what it writes itself has the time that is in question. */
async function findNewest(audit: Pick<ThreadedAuditLog, 'check'>, config: Config): Promise<number | undefined> {
  const fault = await audit.check();
  if (fault !== null) throw new Error(fault);
  return readNewestRecordMs(config.data_dir);
}

/** Forgets what is due now and from time to time; returns the function that stops it. */
export function startAuditPurge(
  { config, clock, logger }: Core,
  audit: AuditPurge & Pick<ThreadedAuditLog, 'check'>,
): () => void {
  const retention = toAuditRetention(config);
  const stopping = new AbortController();
  const { signal } = stopping;
  const begun = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  let newest: Promise<number | undefined> | undefined;
  const findNewestMs = () => (newest ??= findNewest(audit, config));
  const run = () =>
    purgeAudit({ store: audit, clock, retention, findNewestMs, begun, signal }).then(
      ({ contents, details }) => {
        if (contents + details === 0) return;
        logger.write('info', 'audit_purged', { internal: `${contents} records, details of ${details}` });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        logger.write('error', 'audit_not_purged', { internal: String((error as Error).message) });
      },
    );
  void run();
  const timer = setInterval(run, purgeEveryMs).unref();
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}
