// Opens what the service keeps: the stores of its engine, the master secret, and what is made with it.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../app/clock.ts';
import type { EndedRows } from '../../app/ended-rows.ts';
import type { SealedPurpose } from '../../app/kept/stores.ts';
import type { HashKey } from '../../app/keys/hash-key.ts';
import { createHashKey } from '../../app/keys/hash-key.ts';
import { createKeyChecksum } from '../../app/keys/key-checksum.ts';
import { type RememberedKeys, withKeyMemory } from '../../app/keys/key-memory.ts';
import { createManageKeys, type ManageKeys } from '../../app/keys/manage-keys.ts';
import { createPasswords, type Passwords } from '../../app/operators/password.ts';
import { createRowProof, type RowFault } from '../../app/row-proof.ts';
import { withEndedClearances } from '../../app/screening/clearances/ended-clearances.ts';
import { createSealOfAll } from '../../app/seal.ts';
import { type DamagedRow, type RowSeal, withDamageTold } from '../../app/sealed-rows.ts';
import type { Config } from '../../config.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { openKeyMemory, toKeyMemoryFile } from '../../stores/keys/key-memory.file.ts';
import { openEndedRows } from '../../stores/proven-rows/ended-rows.file.ts';
import { checkDirectories } from '../../stores/secrets/directories.file.ts';
import type { Purpose } from '../../stores/secrets/purposes.ts';
import { type MasterSecret, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { Backend, LinkOptions } from '../backend/backend.ts';
import { toEngine } from '../backend/engine.ts';
import { toStateFolder } from './audit/audit-settings.ts';
import { refuseMissingHome } from './home.ts';

/** The purpose covers the checksums of rows that decide. */
export const rowProofPurpose = 'row-checksum';

/** Each of these purposes has a sealing key of its own. */
export type SealPurpose = SealedPurpose | 'pending' | 'erasure-ledger' | 'operator-sso';

export interface Stores extends Backend, AsyncDisposable {
  readonly keys: RememberedKeys;
  /** A row that is added is refused from now on. */
  readonly endedRows: Pick<EndedRows, 'add'>;
  readonly secret: MasterSecret;
  /** Seals what is kept for this purpose, and opens what any generation of the secret has sealed. `onDamaged` hears what all hear. */
  sealFor(purpose: SealPurpose, onDamaged?: (row: DamagedRow) => void): RowSeal;
  readonly passwords: Passwords;
  readonly manageKeys: ManageKeys;
  readonly hashKey: HashKey;
  close(): Promise<void>;
}

export interface StoresOptions extends LinkOptions {
  /** For the service, and for a move into a folder of its own: everybody else needs a home that is there. */
  readonly mayMakeHome?: boolean;
  /** The callback hears of a stored key that was changed by other means, and is refused. */
  readonly onKeyFault?: (keyId: KeyId) => void;
  /** The same of another row that decides, and counts for nothing. */
  readonly onRowFault?: (fault: RowFault) => void;
  /** Hears of a sealed row that does not open, and is left out. */
  readonly onDamagedRow?: (row: DamagedRow) => void;
}

export async function openStores(config: Config, clock: Clock, options: StoresOptions = {}): Promise<Stores> {
  const { onKeyFault: onDamage = () => {}, onRowFault = () => {}, onDamagedRow = () => {}, ...rest } = options;
  const { mayMakeHome = false, ...link } = rest;
  checkDirectories({ dataDirectory: config.data_dir, secretsDirectory: config.secrets_dir });
  if (!mayMakeHome) refuseMissingHome(config);
  const engine = await toEngine(config).begin(clock, link);
  try {
    const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: !engine.hasSecret });
    /** A key that was made or changed after a rotation is good in every running process at once. */
    const deriveFresh = (purpose: Purpose) => secret.deriveFresh(purpose, 32);
    const keyChecksum = createKeyChecksum(() => deriveFresh('api-key-record'));
    const endedRows = openEndedRows(toStateFolder(config), clock);
    const rowProof = createRowProof(() => deriveFresh(rowProofPurpose), onRowFault, endedRows);
    const backend = await engine.open({ secret, keyChecksum, onDamage, rowProof });
    const memory = openKeyMemory(toKeyMemoryFile(toStateFolder(config)), clock);
    const keys = withKeyMemory(backend.keys, { memory, clock, onPutBack: onDamage });
    let looked = Promise.resolve();
    backend.shared?.followKeys((isLive) => {
      // What cannot be read now is read at the next change, or when the database is back.
      looked = looked.then(() => keys.look(isLive)).catch(() => {});
    });
    const hashKey = createHashKey(() => secret.deriveEver('api-key-hash', 32));
    return {
      ...backend,
      keys,
      clearances: withEndedClearances(backend.clearances, endedRows),
      endedRows,
      secret,
      sealFor: (purpose, onDamaged = () => {}) =>
        withDamageTold(
          createSealOfAll(() => deriveFresh(purpose)),
          (row) => {
            onDamagedRow(row);
            onDamaged(row);
          },
        ),
      passwords: createPasswords(() => deriveFresh('operator-password'), randomBytes),
      hashKey,
      manageKeys: createManageKeys({ keys, hashKey, clock, randomBytes }),
      close: engine.close,
      [Symbol.asyncDispose]: engine.close,
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Opens the secret for a command that only records its acts. Shared records use the shared secret, because a different one would make them
 * unprovable.
 */
export async function openInstallationSecret(
  config: Config,
  clock: Clock,
  options: Pick<LinkOptions, 'evenIfMoved'> = {},
): Promise<MasterSecret> {
  refuseMissingHome(config);
  const engine = await toEngine(config).begin(clock, options);
  try {
    const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: !engine.hasSecret });
    await engine.admit(secret);
    return secret;
  } finally {
    await engine.close();
  }
}
