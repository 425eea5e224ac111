// Opens what the data and secrets directories hold: the master secret, the database, the API keys.

import { randomBytes } from 'node:crypto';
import { createHashKey } from '../app/hash-key.ts';
import { createManageKeys, type ManageKeys } from '../app/manage-keys.ts';
import type { KeyStore } from '../app/ports.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { databaseExists, openDatabase, type SqliteDatabase } from '../stores/database.sqlite.ts';
import { createSqliteKeyStore } from '../stores/keys.sqlite.ts';
import { type MasterSecret, openMasterSecret } from '../stores/secrets.file.ts';

export interface Vault {
  readonly database: SqliteDatabase;
  readonly secret: MasterSecret;
  readonly keys: KeyStore;
  readonly manageKeys: ManageKeys;
  readonly hashKey: (key: string) => string;
  isHealthy(): boolean;
  close(): void;
}

export function openVault(config: Config): Vault {
  const secret = openMasterSecret({
    directory: config.secrets_dir,
    mayCreate: !databaseExists(config.data_dir),
  });
  const database = openDatabase(config.data_dir, secret.derive('database-fingerprint', 32));
  const keys = createSqliteKeyStore(database);
  const hashKey = createHashKey(secret.derive('api-key-hash', 32));
  const probe = database.prepare('SELECT 1');
  return {
    database,
    secret,
    keys,
    hashKey,
    manageKeys: createManageKeys({ keys, hashKey, clock: systemClock, randomBytes }),
    isHealthy: () => {
      try {
        probe.get();
        return true;
      } catch {
        return false;
      }
    },
    close: () => database.close(),
  };
}
