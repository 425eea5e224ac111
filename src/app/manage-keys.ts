// Creates, lists and revokes API keys. The key itself exists only in the answer to `create`; stores see its keyed hash.

import {
  defaultRates,
  defaultScopes,
  type KeyId,
  type KeyMode,
  type KeyRecord,
  type RateLimit,
  type Scope,
  scopes,
  toApiKey,
} from '../domain/api-key.ts';
import type { Clock, HashKey, KeyStore, RandomBytes } from './ports.ts';

export interface NewKey {
  readonly name: string;
  readonly mode: KeyMode;
  /** The two verifications unless told otherwise. */
  readonly scopes?: readonly Scope[];
  readonly expiresAtMs?: number | null;
  /** `null` is unlimited; the mode's default unless told otherwise. */
  readonly rate?: RateLimit | null;
}

interface ManageKeysOptions {
  readonly keys: KeyStore;
  readonly hashKey: HashKey;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface ManageKeys {
  create(key: NewKey): Promise<{ readonly key: string; readonly record: KeyRecord }>;
  list(): Promise<readonly KeyRecord[]>;
  revoke(id: string): Promise<'revoked' | 'already_revoked' | 'unknown'>;
  /** Stores a derived test key under a fixed id, once; says whether it can be used. */
  ensureSandboxKey(derivedBytes: Uint8Array): Promise<{ readonly key: string; readonly usable: boolean }>;
}

const sandboxKeyId = 'key_sandbox' as KeyId;

export function createManageKeys({ keys, hashKey, clock, randomBytes }: ManageKeysOptions): ManageKeys {
  const toRecord = (id: KeyId, wanted: NewKey): KeyRecord => ({
    id,
    name: wanted.name,
    mode: wanted.mode,
    scopes: wanted.scopes ?? defaultScopes,
    rate: wanted.rate === undefined ? defaultRates[wanted.mode] : wanted.rate,
    createdAtMs: clock.nowMs(),
    expiresAtMs: wanted.expiresAtMs ?? null,
    revokedAtMs: null,
  });

  return {
    async create(wanted) {
      const key = toApiKey(wanted.mode, randomBytes(64));
      const id = `key_${Buffer.from(randomBytes(9)).toString('hex')}` as KeyId;
      const record = toRecord(id, wanted);
      await keys.insert(record, hashKey(key));
      return { key, record };
    },
    list: () => keys.list(),
    revoke: (id) => keys.revoke(id, clock.nowMs()),
    async ensureSandboxKey(derivedBytes) {
      const key = toApiKey('test', derivedBytes);
      const findStored = async () => (await keys.list()).find(({ id }) => id === sandboxKeyId);
      let stored = await findStored();
      if (stored === undefined) {
        stored = toRecord(sandboxKeyId, { name: 'Sandbox key of this installation', mode: 'test', scopes });
        try {
          await keys.insert(stored, hashKey(key));
        } catch (error) {
          // Of several processes that start for the first time together, another one was faster.
          stored = await findStored();
          if (stored === undefined) throw error;
        }
      }
      return { key, usable: stored.revokedAtMs === null };
    },
  };
}
