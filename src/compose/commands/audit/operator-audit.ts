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
  /** The audit gives this name to the operator at the keyboard. */
  readonly actor: string;
  readonly check: AuditCheck;
  close(): Promise<void>;
}

export async function openOperatorAudit(config: Config, secret: MasterSecret): Promise<OperatorAudit> {
  const secrets = toAuditSecrets(secret);
  const log = openOperatorLog(config, secret);
  const trail = await toEngine(config).openOwnersTrail(() => secrets);
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

/** Tells of what cannot be written by its code. */
export function openPatientLog(config: Config, secret: MasterSecret): ThreadedAuditLog {
  const deadlineMs = patience * config['audit.deadline_ms'];
  // Packing is for what goes on for longer than a command.
  return openConfiguredAuditLog(config, secret, { clock: systemClock, deadlineMs, onChange: () => {}, packs: false });
}

/** The same in a sentence, for a command that then does nothing. */
export function openOperatorLog(config: Config, secret: MasterSecret): ThreadedAuditLog {
  const log = openPatientLog(config, secret);
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
  return new OperatorError(
    `The audit in ${place} did not take the record of this command within ${toPatienceSeconds(config)} s, so nothing was done. ` +
      'The disk or the database is too slow now: look at what else uses it, and run the command again.',
    1,
  );
}

export function toPatienceSeconds(config: Config): number {
  return (patience * config['audit.deadline_ms']) / 1000;
}

/** A container's user may have no name. */
export function findActor(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return `os:${process.getuid?.() ?? 'unknown'}`;
  }
}
