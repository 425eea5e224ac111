// Writes down one act of the operator at the keyboard.

import type { OperatorAct } from '../../app/audit/entry.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import { databaseExists } from '../../stores/sqlite/database.ts';
import { findActor, openOperatorLog } from './operator-audit.ts';

/** Throws an OperatorError when it cannot be written down. */
export async function recordAct(
  config: Config,
  act: OperatorAct,
  target: string | null,
  actor = findActor(),
): Promise<void> {
  const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: !databaseExists(config.data_dir) });
  const log = openOperatorLog(config, secret);
  try {
    await log.append({ kind: 'act', atMs: systemClock.nowMs(), actor, act, target });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The audit in ${config.data_dir} cannot be written (${why}), so nothing was done. See: confere audit verify`,
    );
  } finally {
    await log.close();
  }
}

/** For what must not fail because it cannot be written down: ending a key, putting a registry in place. */
export async function recordActIfPossible(
  config: Config,
  act: OperatorAct,
  target: string | null,
  actor = findActor(),
): Promise<void> {
  try {
    await recordAct(config, act, target, actor);
  } catch {
    process.stderr.write(`Done, but not recorded: the audit in ${config.data_dir} cannot be written.\n`);
  }
}
