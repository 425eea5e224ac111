// Opens the audit for the operator, who reads, proves and forgets.

import { userInfo } from 'node:os';
import { createHeadCheck, createHeadSigner, type HeadSigner, type SignedHead } from '../../../app/audit/head.ts';
import type { AuditLog, AuditTrail } from '../../../app/audit/ports.ts';
import { createReadAudit, type ReadAudit } from '../../../app/audit/read-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { ThreadedAuditLog } from '../../../stores/audit/audit-log.ts';
import { openSqliteAuditTrail } from '../../../stores/audit/audit-trail.sqlite.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toAuditSecrets } from '../../parts/audit-secrets.ts';
import { openConfiguredAuditLog } from '../../parts/audit-settings.ts';

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

export async function openOperatorAudit(config: Config, secret: MasterSecret): Promise<OperatorAudit> {
  const secrets = toAuditSecrets(secret);
  const log = openOperatorLog(config, secret);
  const trail = await openTrail(config);
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
      await trail.close();
      await log.close();
    },
  };
}

export function openOperatorLog(config: Config, secret: MasterSecret): ThreadedAuditLog {
  // A person waits more patiently than a request.
  return openConfiguredAuditLog(config, secret, { clock: systemClock, deadlineMs: 10_000, onChange: () => {} });
}

async function openTrail(config: Config): Promise<AuditTrail & { close(): void | Promise<void> }> {
  if (config.store === null) return openSqliteAuditTrail(config.data_dir);
  const { openOwnersAudit } = await import('../../parts/shared-store.ts');
  return openOwnersAudit(config);
}

/** A container's user may have no name. */
export function findActor(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return `os:${process.getuid?.() ?? 'unknown'}`;
  }
}
