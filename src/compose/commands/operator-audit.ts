// Opens the audit for the operator, who reads, proves and forgets.

import { userInfo } from 'node:os';
import { createHeadCheck, createHeadSigner, type HeadSigner, type SignedHead } from '../../app/audit/head.ts';
import type { AuditLog, AuditTrail } from '../../app/audit/ports.ts';
import { createReadAudit, type ReadAudit } from '../../app/audit/read-audit.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openSqliteAuditLog, type SqliteAuditLog } from '../../stores/audit/audit-log.sqlite.ts';
import { openSqliteAuditTrail } from '../../stores/audit/audit-trail.sqlite.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import { toAuditSecrets } from '../parts/audit-secrets.ts';

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
  const log = openOperatorLog(config, secret);
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

export function openOperatorLog(config: Config, secret: MasterSecret): SqliteAuditLog {
  return openSqliteAuditLog({
    dataDirectory: config.data_dir,
    secrets: toAuditSecrets(secret)[0],
    clock: systemClock,
    // A person waits more patiently than a request.
    deadlineMs: 10_000,
    onChange: () => {},
  });
}

/** A container's user may have no name. */
export function findActor(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return `os:${process.getuid?.() ?? 'unknown'}`;
  }
}
