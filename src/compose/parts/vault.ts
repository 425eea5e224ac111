// Opens what the service keeps: the master secret, the API keys, the calls that run once. Only this file knows on what
// database; whoever uses a vault waits for every answer of it, so that one across a network can stand here as well.

import { randomBytes } from 'node:crypto';
import type { BatchStore } from '../../app/batches/ports.ts';
import type { JobLease } from '../../app/jobs/run-jobs.ts';
import { createHashKey } from '../../app/keys/hash-key.ts';
import { createKeyChecksum } from '../../app/keys/key-checksum.ts';
import { createManageKeys, type ManageKeys } from '../../app/keys/manage-keys.ts';
import { createPasswords, type Passwords } from '../../app/operators/password.ts';
import type { OperatorStore } from '../../app/operators/ports.ts';
import type { Clock, HashKey, IdempotencyStore, KeyStore } from '../../app/ports.ts';
import { createSealOfAll, type Seal } from '../../app/seal.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import type { WatchStore } from '../../app/watches/ports.ts';
import type { WebhookStore } from '../../app/webhooks/ports.ts';
import type { Config } from '../../config.ts';
import type { KeyId } from '../../domain/api-key.ts';
import { OperatorError } from '../../errors.ts';
import { createSqliteBatchStore } from '../../stores/batches.sqlite.ts';
import { createSqliteIdempotencyStore } from '../../stores/idempotency.sqlite.ts';
import { createSqliteJobLease } from '../../stores/job-lease.sqlite.ts';
import { createSqliteKeyStore } from '../../stores/keys.sqlite.ts';
import { createSqliteOperatorStore } from '../../stores/operators.sqlite.ts';
import { checkDirectories } from '../../stores/secrets/directories.file.ts';
import { type MasterSecret, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import { databaseExists, openSqliteStore, readNewestGeneration } from '../../stores/sqlite/database.ts';
import { createFindStoreFault } from '../../stores/sqlite/health.ts';
import { createInstanceLock } from '../../stores/sqlite/instance-lock.ts';
import { createSqliteUsageStore } from '../../stores/usage.sqlite.ts';
import { createSqliteWatchStore } from '../../stores/watches.sqlite.ts';
import { createSqliteWebhookStore } from '../../stores/webhooks.sqlite.ts';

export interface Vault {
  readonly secret: MasterSecret;
  readonly keys: KeyStore;
  readonly calls: IdempotencyStore;
  readonly usage: UsageStore;
  readonly webhooks: WebhookStore;
  readonly batches: BatchStore;
  readonly watches: WatchStore;
  /** Of the background work. */
  readonly lease: JobLease;
  /** Seals what is kept for this purpose, and opens what any generation of the secret has sealed. */
  sealFor(purpose: string): Seal;
  readonly operators: OperatorStore;
  readonly passwords: Passwords;
  readonly manageKeys: ManageKeys;
  readonly hashKey: HashKey;
  /** What keeps the stores from reading or writing now, for the log; undefined when nothing does. */
  findFault(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `onKeyFault` is told of a stored key that was changed by other means, and is refused. */
export async function openVault(
  config: Config,
  clock: Clock,
  onKeyFault: (keyId: KeyId) => void = () => {},
): Promise<Vault> {
  checkDirectories({ dataDirectory: config.data_dir, secretsDirectory: config.secrets_dir });
  const secret = openMasterSecret({
    directory: config.secrets_dir,
    mayCreate: !databaseExists(config.data_dir),
  });
  /** A key that was made or changed after a rotation is good in every running process at once. */
  const deriveFresh = (purpose: string) => {
    secret.refresh();
    return secret.deriveAll(purpose, 32);
  };
  const keyChecksum = createKeyChecksum(() => deriveFresh('api-key-record'));
  const sqlite = openSqliteStore({
    dataDirectory: config.data_dir,
    fingerprintKey: secret.deriveFirst('database-fingerprint', 32),
    keyChecksum,
    clock,
  });
  const newest = readNewestGeneration(sqlite.reader);
  secret.refresh();
  if (newest > secret.generations()) {
    await sqlite.close();
    throw new OperatorError(
      `The master secret in ${config.secrets_dir} is an older copy, from before the last \`confere secrets rotate\`: keys made since would be ` +
        'refused. Put the newest copy in its place.',
    );
  }
  const instance = createInstanceLock(config.data_dir);
  const keys = createSqliteKeyStore(sqlite, { checksum: keyChecksum, clock, onDamage: onKeyFault });
  const hashKey = createHashKey(() => deriveFresh('api-key-hash'));
  return {
    secret,
    keys,
    calls: createSqliteIdempotencyStore(sqlite, {
      instance,
      recordsPerKeyMax: config['idempotency.records_per_key_max'],
      recordsMax: config['idempotency.records_max'],
    }),
    usage: createSqliteUsageStore(sqlite),
    webhooks: createSqliteWebhookStore(sqlite),
    batches: createSqliteBatchStore(sqlite, instance),
    watches: createSqliteWatchStore(sqlite, instance),
    lease: createSqliteJobLease(sqlite, instance),
    sealFor: (purpose) => createSealOfAll(() => deriveFresh(purpose)),
    operators: createSqliteOperatorStore(sqlite),
    // Of the first generation: nobody could make them anew at a rotation, since nobody has the passwords.
    passwords: createPasswords(secret.deriveFirst('operator-password', 32), randomBytes),
    hashKey,
    manageKeys: createManageKeys({ keys, hashKey, clock, randomBytes }),
    findFault: createFindStoreFault(sqlite, clock),
    close: async () => {
      await sqlite.close();
      instance.release();
    },
  };
}
