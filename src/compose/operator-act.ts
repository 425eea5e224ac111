// Writes down one act of the operator at the keyboard.

import type { OperatorAct } from '../app/audit/entry.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { openSqliteAuditLog } from '../stores/audit/audit-log.sqlite.ts';
import { databaseExists } from '../stores/database.sqlite.ts';
import { openMasterSecret } from '../stores/secrets.file.ts';
import { findActor, toAuditSecrets } from './audit.ts';

/** A person waits more patiently than a request. */
const deadlineMs = 10_000;

/** Throws an OperatorError when it cannot be written down. */
export async function recordAct(config: Config, act: OperatorAct, target: string | null): Promise<void> {
  const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: !databaseExists(config.data_dir) });
  const log = openSqliteAuditLog({
    dataDirectory: config.data_dir,
    secrets: toAuditSecrets(secret)[0],
    clock: systemClock,
    deadlineMs,
    onChange: () => {},
  });
  try {
    await log.append({ kind: 'act', atMs: systemClock.nowMs(), actor: findActor(), act, target });
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
export async function recordActIfPossible(config: Config, act: OperatorAct, target: string | null): Promise<void> {
  try {
    await recordAct(config, act, target);
  } catch {
    process.stderr.write(`Done, but not recorded: the audit in ${config.data_dir} cannot be written.\n`);
  }
}
