// Opens the audit: for the service, which writes it, and for the operator, who reads, proves and forgets.

import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { createHeadCheck, createHeadSigner, type HeadSigner, type SignedHead } from '../app/audit/head.ts';
import type { AuditLog, AuditPurge, AuditTrail } from '../app/audit/ports.ts';
import { purgeAudit } from '../app/audit/purge-audit.ts';
import { createReadAudit, type ReadAudit } from '../app/audit/read-audit.ts';
import type { AuditSecrets } from '../app/audit/record.ts';
import type { Clock } from '../app/ports.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { type RiskPolicy, toPolicyDocument } from '../domain/risk-policy.ts';
import { openSqliteAuditLog, type SqliteAuditLog } from '../stores/audit/audit-log.sqlite.ts';
import { openSqliteAuditTrail } from '../stores/audit/audit-trail.sqlite.ts';
import type { MasterSecret } from '../stores/secrets.file.ts';
import type { Logger } from '../telemetry/logger.ts';

/** The policy in force as the audit keeps it: two policies may carry one version, but not one hash. */
export function toKeptPolicy(policy: RiskPolicy): { readonly hash: string; readonly document: string } {
  const document = JSON.stringify(toPolicyDocument(policy));
  return { hash: createHash('sha256').update(document).digest('base64url'), document };
}

/** Of every generation of the master secret, the newest first: it writes, and all of them are for reading. */
export function toAuditSecrets(secret: MasterSecret): readonly [AuditSecrets, ...AuditSecrets[]] {
  const subjectKeys = secret.deriveAll('audit-subject', 32);
  const detailsKeys = secret.deriveAll('audit-details', 32);
  const headSeeds = secret.deriveAll('audit-head', 32);
  const all = subjectKeys.map((subjectKey, index) => ({
    generation: subjectKeys.length - index,
    subjectKey,
    detailsKey: detailsKeys[index] as Uint8Array,
    headSeed: headSeeds[index] as Uint8Array,
  }));
  return all as [AuditSecrets, ...AuditSecrets[]];
}

interface OpenAuditLogOptions {
  readonly config: Config;
  readonly secret: MasterSecret;
  readonly clock: Clock;
  readonly policy: RiskPolicy;
  readonly logger: Logger;
  readonly onCommit: (records: number, durationMs: number) => void;
}

/** For the service. */
export function openAuditLog({ config, secret, clock, policy, logger, onCommit }: OpenAuditLogOptions): SqliteAuditLog {
  return openSqliteAuditLog({
    dataDirectory: config.data_dir,
    secrets: toAuditSecrets(secret)[0],
    policy: toKeptPolicy(policy),
    clock,
    deadlineMs: config['audit.deadline_ms'],
    onCommit,
    onChange: (change) => {
      if (change.kind === 'failed') logger.write('error', 'audit_failed', { internal: change.fault });
      else logger.write('info', 'audit_recovered', {});
    },
  });
}

const purgeEveryMs = 6 * 3_600_000;

interface AuditPurgeOptions extends Pick<OpenAuditLogOptions, 'config' | 'clock' | 'logger'> {
  readonly audit: AuditPurge;
}

/** Forgets what is due now and from time to time; returns the function that stops it. */
export function startAuditPurge({ config, clock, logger, audit }: AuditPurgeOptions): () => void {
  const retention = { recordDays: config['audit.record_days'], detailsDays: config['audit.evidence_days'] };
  const run = () =>
    purgeAudit({ store: audit, clock, retention }).then(
      ({ contents, details }) => {
        if (contents + details === 0) return;
        logger.write('info', 'audit_purged', { internal: `${contents} records, details of ${details}` });
      },
      (error: unknown) => logger.write('error', 'audit_not_purged', { internal: String((error as Error).message) }),
    );
  void run();
  const timer = setInterval(run, purgeEveryMs).unref();
  return () => clearInterval(timer);
}

/** For the commands. */
export interface OperatorAudit {
  readonly log: AuditLog;
  readonly trail: AuditTrail;
  readonly read: ReadAudit;
  /** Who is at the keyboard, as the audit names them. */
  readonly actor: string;
  /** Of every generation of the master secret, the newest first. */
  readonly signers: readonly HeadSigner[];
  readonly isOurs: (head: SignedHead) => boolean;
  close(): Promise<void>;
}

export function openOperatorAudit(config: Config, secret: MasterSecret): OperatorAudit {
  const secrets = toAuditSecrets(secret);
  const log = openSqliteAuditLog({
    dataDirectory: config.data_dir,
    secrets: secrets[0],
    clock: systemClock,
    // A person waits more patiently than a request.
    deadlineMs: 10_000,
    onChange: () => {},
  });
  const trail = openSqliteAuditTrail(config.data_dir);
  const actor = findActor();
  const signers = secrets.map(({ headSeed }) => createHeadSigner(headSeed));
  return {
    log,
    trail,
    read: createReadAudit({ trail, log, clock: systemClock, actor, secrets }),
    actor,
    signers,
    isOurs: createHeadCheck(signers.map(({ publicKey }) => publicKey)),
    close: async () => {
      trail.close();
      await log.close();
    },
  };
}

/** A container's user may have no name. */
export function findActor(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return `os:${process.getuid?.() ?? 'unknown'}`;
  }
}
