// Writes down one act of the operator at the keyboard.

import type { OperatorAct } from '../../../app/audit/entry.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { openInstallationSecret } from '../../parts/master-secret.ts';
import { findActor, openOperatorLog } from './operator-audit.ts';

/** Throws an OperatorError when it cannot be written down. */
export async function recordAct(
  config: Config,
  act: OperatorAct,
  target: string | null,
  actor = findActor(),
): Promise<void> {
  const secret = await openSecret(config);
  const log = openOperatorLog(config, secret);
  try {
    await log.append({ kind: 'act', atMs: systemClock.nowMs(), actor, act, target });
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
    process.stderr.write(`Done, but not recorded: the audit in ${toPlace(config)} cannot be written.\n`);
  }
}

/** What others share is written with the secret that they have: under another one, or one that is made here, nobody could prove it. */
async function openSecret(config: Config): Promise<MasterSecret> {
  if (config.store === null) return openInstallationSecret(config, undefined);
  const { openSharedStore } = await import('../../parts/shared-store.ts');
  const shared = await openSharedStore(config, systemClock, {});
  try {
    const secret = openInstallationSecret(config, shared);
    await shared.admit(secret);
    return secret;
  } finally {
    await shared.close();
  }
}

function toPlace({ store, data_dir }: Config): string {
  return store === null ? data_dir : 'the database of store';
}
