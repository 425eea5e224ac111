// Opens what the service keeps: the stores of its engine, the master secret, and what is made with it.

import { randomBytes } from 'node:crypto';
import { createHashKey } from '../../app/keys/hash-key.ts';
import { createKeyChecksum } from '../../app/keys/key-checksum.ts';
import { createManageKeys, type ManageKeys } from '../../app/keys/manage-keys.ts';
import { createPasswords, type Passwords } from '../../app/operators/password.ts';
import type { Clock, HashKey } from '../../app/ports.ts';
import { createSealOfAll, type Seal } from '../../app/seal.ts';
import type { Config } from '../../config.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { checkDirectories } from '../../stores/secrets/directories.file.ts';
import { type MasterSecret, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { Backend, LinkOptions } from '../backend/backend.ts';
import { toEngine } from '../backend/engine.ts';

export interface Vault extends Backend {
  readonly secret: MasterSecret;
  /** Seals what is kept for this purpose, and opens what any generation of the secret has sealed. */
  sealFor(purpose: string): Seal;
  readonly passwords: Passwords;
  readonly manageKeys: ManageKeys;
  readonly hashKey: HashKey;
  close(): Promise<void>;
}

export interface VaultOptions extends LinkOptions {
  /** Told of a stored key that was changed by other means, and is refused. */
  readonly onKeyFault?: (keyId: KeyId) => void;
}

export async function openVault(config: Config, clock: Clock, options: VaultOptions = {}): Promise<Vault> {
  const { onKeyFault: onDamage = () => {}, ...link } = options;
  checkDirectories({ dataDirectory: config.data_dir, secretsDirectory: config.secrets_dir });
  const engine = await toEngine(config).begin(clock, link);
  try {
    const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: !engine.hasSecret });
    /** A key that was made or changed after a rotation is good in every running process at once. */
    const deriveFresh = (purpose: string) => {
      secret.refresh();
      return secret.deriveAll(purpose, 32);
    };
    const keyChecksum = createKeyChecksum(() => deriveFresh('api-key-record'));
    const backend = await engine.open({ secret, keyChecksum, onDamage });
    const hashKey = createHashKey(() => deriveFresh('api-key-hash'));
    return {
      ...backend,
      secret,
      sealFor: (purpose) => createSealOfAll(() => deriveFresh(purpose)),
      // Of the first generation: nobody could make them anew at a rotation, since nobody has the passwords.
      passwords: createPasswords(secret.deriveFirst('operator-password', 32), randomBytes),
      hashKey,
      manageKeys: createManageKeys({ keys: backend.keys, hashKey, clock, randomBytes }),
      close: engine.close,
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** For who only writes down what it does. What others share is written with the secret that they have: under another one nobody could prove it. */
export async function openInstallationSecret(config: Config, clock: Clock): Promise<MasterSecret> {
  const engine = await toEngine(config).begin(clock, {});
  try {
    const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: !engine.hasSecret });
    await engine.admit(secret);
    return secret;
  } finally {
    await engine.close();
  }
}
