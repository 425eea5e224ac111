// Opens the master secret of this installation. One is made only where nothing depends on another yet: neither this node's database
// nor the one that nodes share.

import type { Config } from '../../config.ts';
import { type MasterSecret, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import { databaseExists } from '../../stores/sqlite/database.ts';
import type { SharedStore } from './shared-store.ts';

export function openInstallationSecret(
  { secrets_dir: directory, data_dir }: Config,
  shared: Pick<SharedStore, 'hasSecret'> | undefined,
): MasterSecret {
  return openMasterSecret({ directory, mayCreate: !databaseExists(data_dir) && !shared?.hasSecret });
}
