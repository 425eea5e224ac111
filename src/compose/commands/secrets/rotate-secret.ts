// Gives the installation a new master secret; the ones before it are kept for reading.

import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { addGeneration } from '../../../stores/secrets/secrets.file.ts';
import { databaseExists, withRotationLock } from '../../../stores/sqlite/database.ts';
import { openInstallationSecret, openStores } from '../../parts/stores.ts';
import { recordAct } from '../audit/operator-act.ts';

/** Gives the number of the new generation. Killed at any moment, it leaves the old secret or the new one in force, whole. */
export async function rotateSecret(config: Config): Promise<number> {
  // Where nodes share a database, any machine that reaches it can do it: its own folder may be empty.
  if (config.store === null && !databaseExists(config.data_dir)) {
    throw new OperatorError(`There is no database in ${config.data_dir}, so there is no secret to rotate yet.`);
  }
  // Everything that would keep the service from starting is a reason not to begin.
  const stores = await openStores(config, systemClock);
  const next = stores.secret.generations() + 1;
  await stores.close();
  await recordAct(config, 'secret_rotated', `generation ${next}`);
  const generation = withRotationLock(config.data_dir, () => addGeneration(config.secrets_dir));
  // So that a node with an older copy of the secret is noticed.
  await openInstallationSecret(config, systemClock);
  return generation;
}
