// Opens what the service keeps: the master secret, the API keys, the calls that run once. Only this file knows on what
// database: the node's own, or for what several nodes share the one in `store`.

import { randomBytes } from 'node:crypto';
import type { AuditTrail } from '../../app/audit/ports.ts';
import type { BatchStore } from '../../app/batches/ports.ts';
import type { JobLease } from '../../app/jobs/run-jobs.ts';
import { createHashKey } from '../../app/keys/hash-key.ts';
import { createKeyChecksum } from '../../app/keys/key-checksum.ts';
import { createManageKeys, type ManageKeys } from '../../app/keys/manage-keys.ts';
import { createPasswords, type Passwords } from '../../app/operators/password.ts';
import type { OperatorStore } from '../../app/operators/ports.ts';
import type { Clock, ErasableCalls, HashKey, IdempotencyStore, KeyStore } from '../../app/ports.ts';
import { createSealOfAll, type Seal } from '../../app/seal.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import type { WatchStore } from '../../app/watches/ports.ts';
import type { WebhookStore } from '../../app/webhooks/ports.ts';
import type { Config } from '../../config.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { type Bilingual, OperatorError } from '../../errors.ts';
import { createSqliteBatchStore } from '../../stores/batches.sqlite.ts';
import type { SharedMarks } from '../../stores/erasure/marks.postgres.ts';
import { findErasures } from '../../stores/erasure/marks.sqlite.ts';
import { createSqliteIdempotencyStore } from '../../stores/idempotency.sqlite.ts';
import { createSqliteJobLease } from '../../stores/job-lease.sqlite.ts';
import { createSqliteKeyStore } from '../../stores/keys.sqlite.ts';
import { createSqliteOperatorStore } from '../../stores/operators.sqlite.ts';
import { checkDirectories } from '../../stores/secrets/directories.file.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import { openSqliteStore, readNewestGeneration } from '../../stores/sqlite/database.ts';
import { createFindStoreFault } from '../../stores/sqlite/health.ts';
import { createInstanceLock } from '../../stores/sqlite/instance-lock.ts';
import { createSqliteUsageStore } from '../../stores/usage.sqlite.ts';
import { createSqliteWatchStore } from '../../stores/watches.sqlite.ts';
import { createSqliteWebhookStore } from '../../stores/webhooks.sqlite.ts';
import { openInstallationSecret } from './master-secret.ts';
import type { SharedStore, SharedStoreOptions } from './shared-store.ts';

export interface Vault {
  readonly secret: MasterSecret;
  readonly keys: KeyStore;
  readonly calls: IdempotencyStore & ErasableCalls;
  readonly usage: UsageStore;
  /** How it stands with the database that nodes share; undefined where there is none. */
  readonly shared:
    | Pick<SharedStore, 'isReachable' | 'isFenced' | 'newestServer' | 'learnServer' | 'connections'>
    | undefined;
  /** The audit of all nodes; undefined where it is this node's own. */
  readonly sharedAudit: AuditTrail | undefined;
  /** Another text once this node's database went through an erasure. Throws where it cannot be read. */
  findErasures(): string;
  /** Which erasures the shared database has gone through; undefined where there is none. */
  readonly sharedMarks: SharedMarks | undefined;
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
  /** What keeps the stores from reading or writing now; undefined when nothing does. */
  findFault(): Promise<Bilingual | undefined>;
  close(): Promise<void>;
}

export interface VaultOptions extends SharedStoreOptions {
  /** Told of a stored key that was changed by other means, and is refused. */
  readonly onKeyFault?: (keyId: KeyId) => void;
}

export async function openVault(config: Config, clock: Clock, options: VaultOptions = {}): Promise<Vault> {
  await using opened = new AsyncDisposableStack();
  const vault = await open(config, clock, options, opened);
  const parts = opened.move();
  return { ...vault, close: () => parts.disposeAsync() };
}

/** What is `opened` is closed in the opposite order. */
async function open(
  config: Config,
  clock: Clock,
  { onKeyFault: onDamage = () => {}, ...options }: VaultOptions,
  opened: AsyncDisposableStack,
): Promise<Omit<Vault, 'close'>> {
  checkDirectories({ dataDirectory: config.data_dir, secretsDirectory: config.secrets_dir });
  const shared = config.store === null ? undefined : await openShared(config, clock, options);
  opened.defer(() => shared?.close());
  const secret = openInstallationSecret(config, shared);
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
  opened.defer(() => sqlite.close());
  const newest = Math.max(readNewestGeneration(sqlite.reader), (await shared?.admit(secret)) ?? 0);
  secret.refresh();
  if (newest > secret.generations()) {
    throw new OperatorError(
      `The master secret in ${config.secrets_dir} is an older copy, from before the last \`confere secrets rotate\`: keys made since would be ` +
        'refused. Put the newest copy in its place.',
    );
  }
  const instance = createInstanceLock(config.data_dir);
  opened.defer(() => instance.release());
  const keyOptions = { checksum: keyChecksum, clock, onDamage };
  const keys = shared === undefined ? createSqliteKeyStore(sqlite, keyOptions) : shared.openKeys(keyOptions);
  const callLimits = {
    recordsPerKeyMax: config['idempotency.records_per_key_max'],
    recordsMax: config['idempotency.records_max'],
  };
  const findOwnFault = createFindStoreFault(sqlite, { clock, holdsKeys: shared === undefined });
  const hashKey = createHashKey(() => deriveFresh('api-key-hash'));
  return {
    secret,
    keys,
    calls:
      shared === undefined
        ? createSqliteIdempotencyStore(sqlite, { instance, ...callLimits })
        : shared.openCalls(callLimits),
    usage: shared?.usage ?? createSqliteUsageStore(sqlite),
    shared,
    sharedAudit: shared?.audit,
    sharedMarks: shared?.marks,
    findErasures: () => findErasures(sqlite.reader),
    webhooks: createSqliteWebhookStore(sqlite),
    batches: createSqliteBatchStore(sqlite, instance),
    watches: createSqliteWatchStore(sqlite, instance),
    lease: createSqliteJobLease(sqlite, instance, clock),
    sealFor: (purpose) => createSealOfAll(() => deriveFresh(purpose)),
    operators: shared?.operators ?? createSqliteOperatorStore(sqlite),
    // Of the first generation: nobody could make them anew at a rotation, since nobody has the passwords.
    passwords: createPasswords(secret.deriveFirst('operator-password', 32), randomBytes),
    hashKey,
    manageKeys: createManageKeys({ keys, hashKey, clock, randomBytes }),
    findFault: async () => shared?.findFault() ?? findOwnFault(),
  };
}

/** The client is loaded only where it is used: most services have no such store, and it would take from the time of their start. */
async function openShared(config: Config, clock: Clock, options: SharedStoreOptions): Promise<SharedStore> {
  const { openSharedStore } = await import('./shared-store.ts');
  return openSharedStore(config, clock, options);
}
