// Writes down one act of the operator at the keyboard.

import type { ActEntry, OperatorAct } from '../../../app/audit/entry.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError, toFaultCode } from '../../../errors.ts';
import type { ThreadedAuditLog } from '../../../stores/audit/log/audit-log.ts';
import { toEngine } from '../../backend/engine.ts';
import { openInstallationSecret } from '../../parts/stores.ts';
import { findActor, openOperatorLog, openPatientLog, toPatienceSeconds } from './operator-audit.ts';

/** Throws an OperatorError when it cannot be written down. */
export async function recordAct(
  config: Config,
  act: OperatorAct,
  target: string | null,
  actor = findActor(),
): Promise<void> {
  await append(openOperatorLog(config, await openInstallationSecret(config, systemClock)), { act, target, actor });
}

async function append(log: ThreadedAuditLog, act: Pick<ActEntry, 'act' | 'target' | 'actor'>): Promise<void> {
  try {
    await log.append({ kind: 'act', atMs: systemClock.nowMs(), ...act });
  } finally {
    await log.close();
  }
}

/** Records an act that must not fail because the audit cannot be written: ending a key, putting a registry in place. */
export async function recordActIfPossible(
  config: Config,
  act: OperatorAct,
  target: string | null,
  actor = findActor(),
): Promise<void> {
  try {
    await append(openPatientLog(config, await openInstallationSecret(config, systemClock)), { act, target, actor });
  } catch (error) {
    process.stderr.write(`Done, but not recorded: ${explainFault(config, error)}\n`);
  }
}

/** Explains why the audit did not record an act. The cause may be the master secret instead of the audit. */
function explainFault(config: Config, error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const fault = toFaultCode(error);
  const { place } = toEngine(config);
  if (fault === 'AUDIT_SLOW')
    return `the audit in ${place} did not take the record within ${toPatienceSeconds(config)} s. The disk or the database is too slow now.`;
  return `the audit in ${place} cannot be written (${fault}). See: confere audit verify`;
}
