// Opens what the service keeps: the master secret, the API keys, the calls that run once. Only this file knows on what
// database; whoever uses a vault waits for every answer of it, so that one across a network can stand here as well.

import { randomBytes } from 'node:crypto';
import { createHashKey } from '../app/hash-key.ts';
import { createManageKeys, type ManageKeys } from '../app/manage-keys.ts';
import type { Clock, HashKey, IdempotencyStore, KeyStore } from '../app/ports.ts';
import type { Config } from '../config.ts';
import { databaseExists, openSqliteStore } from '../stores/database.sqlite.ts';
import { createSqliteIdempotencyStore } from '../stores/idempotency.sqlite.ts';
import { createInstanceLock } from '../stores/instance-lock.sqlite.ts';
import { createSqliteKeyStore } from '../stores/keys.sqlite.ts';
import { type MasterSecret, openMasterSecret } from '../stores/secrets.file.ts';

export interface Vault {
  readonly secret: MasterSecret;
  readonly keys: KeyStore;
  readonly calls: IdempotencyStore;
  readonly manageKeys: ManageKeys;
  readonly hashKey: HashKey;
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openVault(config: Config, clock: Clock): Promise<Vault> {
  const secret = openMasterSecret({
    directory: config.secrets_dir,
    mayCreate: !databaseExists(config.data_dir),
  });
  const sqlite = openSqliteStore(config.data_dir, secret.derive('database-fingerprint', 32));
  const instance = createInstanceLock(config.data_dir);
  const keys = createSqliteKeyStore(sqlite);
  const hashKey = createHashKey(secret.derive('api-key-hash', 32));
  const probe = sqlite.reading.prepare('SELECT 1');
  return {
    secret,
    keys,
    calls: createSqliteIdempotencyStore(sqlite, instance),
    hashKey,
    manageKeys: createManageKeys({ keys, hashKey, clock, randomBytes }),
    isHealthy: async () => {
      try {
        probe.get();
        return true;
      } catch {
        return false;
      }
    },
    close: async () => {
      instance.release();
      await sqlite.close();
    },
  };
}
