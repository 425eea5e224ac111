// Opens the audit for the operator, who reads, proves and forgets.

import { userInfo } from 'node:os';
import type { AuditLog, AuditTrail } from '../../../app/audit/ports.ts';
import { type AuditCheck, createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import { createReadAudit, type ReadAudit } from '../../../app/audit/read/read-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError, toFaultCode } from '../../../errors.ts';
import type { ThreadedAuditLog } from '../../../stores/audit/log/audit-log.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toEngine } from '../../backend/engine.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { openConfiguredAuditLog } from '../../parts/audit/audit-settings.ts';
import { toRepeatScreening } from '../../parts/lists-directory.ts';

export interface OperatorAudit extends AsyncDisposable {
  readonly log: AuditLog;
  readonly trail: AuditTrail & { tidy?(): Promise<void> };
  readonly read: ReadAudit;
  /** Who is at the keyboard, as the audit names them. */
  readonly actor: string;
  readonly check: AuditCheck;
  close(): Promise<void>;
}

export async function openOperatorAudit(config: Config, secret: MasterSecret): Promise<OperatorAudit> {
  const secrets = toAuditSecrets(secret);
  const log = openOperatorLog(config, secret);
  const trail = await toEngine(config).openOwnersTrail();
  const actor = findActor();
  const close = async () => {
    await trail.close();
    await log.close();
  };
  return {
    log,
    trail,
    read: createReadAudit({
      trail,
      log,
      clock: systemClock,
      actor,
      secrets,
      repeatScreening: toRepeatScreening(config),
    }),
    actor,
    check: createAuditCheck(secrets),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export function openOperatorLog(config: Config, secret: MasterSecret): ThreadedAuditLog {
  const deadlineMs = patience * config['audit.deadline_ms'];
  const log = openConfiguredAuditLog(config, secret, { clock: systemClock, deadlineMs, onChange: () => {} });
  return {
    ...log,
    append: (entry) =>
      log.append(entry).catch((error: unknown) => {
        throw toUnwritten(config, toFaultCode(error));
      }),
  };
}

/** A person waits more patiently than a request. */
const patience = 20;

function toUnwritten(config: Config, fault: string): OperatorError {
  const { place } = toEngine(config);
  if (fault !== 'AUDIT_SLOW') {
    return new OperatorError(
      `The audit in ${place} cannot be written (${fault}), so nothing was done. See: confere audit verify`,
    );
  }
  const seconds = (patience * config['audit.deadline_ms']) / 1000;
  return new OperatorError(
    `The audit in ${place} did not take the record of this command within ${seconds} s, so nothing was done. ` +
      'The disk or the database is too slow now: look at what else uses it, and run the command again.',
    1,
  );
}

/** A container's user may have no name. */
export function findActor(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return `os:${process.getuid?.() ?? 'unknown'}`;
  }
}
