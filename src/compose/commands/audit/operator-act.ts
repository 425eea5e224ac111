// Writes down one act of the operator at the keyboard.

import type { OperatorAct } from '../../../app/audit/entry.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toEngine } from '../../backend/engine.ts';
import { openInstallationSecret } from '../../parts/stores.ts';
import { findActor, openOperatorLog } from './operator-audit.ts';

/** Throws an OperatorError when it cannot be written down. */
export async function recordAct(
  config: Config,
  act: OperatorAct,
  target: string | null,
  actor = findActor(),
): Promise<void> {
  const secret = await openInstallationSecret(config, systemClock);
  const log = openOperatorLog(config, secret);
  try {
    await log.append({ kind: 'act', atMs: systemClock.nowMs(), actor, act, target });
  } finally {
    await log.close();
  }
}

/** For what must not fail because it cannot be written down: ending a key, putting a registry in place. */
export async function recordActIfPossible(...given: Parameters<typeof recordAct>): Promise<void> {
  try {
    await recordAct(...given);
  } catch {
    process.stderr.write(`Done, but not recorded: the audit in ${toEngine(given[0]).place} cannot be written.\n`);
  }
}
