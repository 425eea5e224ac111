// Opens the audit for the service, which writes it and forgets what is due.

import { createHash } from 'node:crypto';
import type { AuditPurge, AuditTrail } from '../../app/audit/ports.ts';
import { purgeAudit } from '../../app/audit/purge-audit.ts';
import type { Clock } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import { type RiskPolicy, toPolicyDocument } from '../../domain/risk/risk-policy.ts';
import { AppError, toFaultCode } from '../../errors.ts';
import { refuseNewerAudit } from '../../stores/audit/audit-database.sqlite.ts';
import type { ThreadedAuditLog } from '../../stores/audit/audit-log.ts';
import { type AuditReader, createAuditReader } from '../../stores/audit/audit-reader.sqlite.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { openConfiguredAuditLog, toAuditRetention } from '../parts/audit-settings.ts';

/** The policy in force as the audit keeps it: two policies may carry one version, but not one hash. */
export function toKeptPolicy(policy: RiskPolicy): { readonly hash: string; readonly document: string } {
  const document = JSON.stringify(toPolicyDocument(policy));
  return { hash: createHash('sha256').update(document).digest('base64url'), document };
}

interface OpenAuditLogOptions {
  readonly config: Config;
  readonly secret: MasterSecret;
  readonly clock: Clock;
  readonly policy: RiskPolicy;
  readonly logger: Logger;
  readonly onCommit: (records: number, durationMs: number) => void;
  readonly onRecovered: () => void;
}

export function openAuditLog({
  config,
  secret,
  clock,
  policy,
  logger,
  onCommit,
  onRecovered,
}: OpenAuditLogOptions): ThreadedAuditLog {
  if (config.store === null) refuseNewerAudit(config.data_dir);
  return openConfiguredAuditLog(config, secret, {
    policy: toKeptPolicy(policy),
    clock,
    deadlineMs: config['audit.deadline_ms'],
    onCommit,
    onChange: (change) => {
      if (change.kind === 'failed') logger.write('error', 'audit_failed', { internal: change.fault });
      else {
        logger.write('info', 'audit_recovered', {});
        onRecovered();
      }
    },
  });
}

/** For the console: what it cannot read is refused as what it is. */
export function openAuditReader(config: Config, shared: AuditTrail | undefined): AuditReader {
  if (shared === undefined) return createAuditReader(config.data_dir);
  const orUnavailable = <Result>(read: Promise<Result>): Promise<Result> =>
    read.catch((error: unknown) => {
      throw new AppError('audit_unavailable', { retryAfterSeconds, internal: toFaultCode(error) });
    });
  return {
    find: (filter, page) => orUnavailable(shared.find(filter, page)),
    findHead: (place) => orUnavailable(shared.findHead(place)),
    findPolicy: (hash) => orUnavailable(shared.findPolicy(hash)),
    close: async () => {},
  };
}

const retryAfterSeconds = 5;
const purgeEveryMs = 6 * 3_600_000;

interface AuditPurgeOptions extends Pick<OpenAuditLogOptions, 'config' | 'clock' | 'logger'> {
  readonly audit: AuditPurge;
}

/** Forgets what is due now and from time to time; returns the function that stops it. */
export function startAuditPurge({ config, clock, logger, audit }: AuditPurgeOptions): () => void {
  const retention = toAuditRetention(config);
  let isStopped = false;
  const run = () =>
    purgeAudit({ store: audit, clock, retention }).then(
      ({ contents, details }) => {
        if (contents + details === 0) return;
        logger.write('info', 'audit_purged', { internal: `${contents} records, details of ${details}` });
      },
      (error: unknown) => {
        // An audit that is closed forgets the rest at the next start.
        if (isStopped) return;
        logger.write('error', 'audit_not_purged', { internal: String((error as Error).message) });
      },
    );
  void run();
  const timer = setInterval(run, purgeEveryMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
