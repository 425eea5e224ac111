// Creates, lists, changes, rotates and revokes API keys. The key itself exists only in the answer to `create` and `rotate`;
// stores see its keyed hash.

import {
  defaultRates,
  type KeyChanges,
  type KeyId,
  type KeyMode,
  type KeyRecord,
  sandboxKeyId,
  toApiKey,
} from '../../domain/access/api-key.ts';
import { defaultScopes, type Scope, scopes } from '../../domain/access/scopes.ts';
import { OperatorError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { RandomBytes } from '../random.ts';
import type { HashKey } from './hash-key.ts';
import type { KeyPage, KeyStore, KeyUpdate, StoredKey } from './ports.ts';

/** `rate` is the mode's default unless told otherwise. */
export interface NewKey extends KeyChanges {
  readonly name: string;
  readonly mode: KeyMode;
  /** The two verifications unless told otherwise. */
  readonly scopes?: readonly Scope[];
}

interface ManageKeysOptions {
  readonly keys: KeyStore;
  readonly hashKey: HashKey;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface MadeKey {
  readonly key: string;
  readonly record: KeyRecord;
}

export interface ManageKeys {
  create(key: NewKey): Promise<MadeKey>;
  list(page: KeyPage): Promise<readonly KeyRecord[]>;
  find(id: string): Promise<StoredKey | undefined>;
  /** Revokes the sandbox key only where `confirmed` is its id: pages, examples and trials of this installation stop with it. */
  revoke(id: string, confirmed?: string): Promise<'revoked' | 'already_revoked' | 'unknown'>;
  /** Throws an OperatorError when there is no such key, or it cannot be changed. */
  update(id: string, changes: KeyChanges): Promise<KeyRecord>;
  /** A new secret for the same key; those before it work for `overlapMs` more at most. Throws as `update` does. */
  rotate(id: string, overlapMs: number): Promise<MadeKey>;
  /** Stores a derived test key under a fixed id, once; says whether it can be used. */
  ensureSandboxKey(derivedBytes: Uint8Array): Promise<{ readonly key: string; readonly usable: boolean }>;
}

export function createManageKeys({ keys, hashKey, clock, randomBytes }: ManageKeysOptions): ManageKeys {
  const toStoredHash = (key: string) => hashKey(key)[0] as string;

  const toRecord = (id: KeyId, wanted: NewKey): KeyRecord => ({
    id,
    name: wanted.name,
    mode: wanted.mode,
    scopes: wanted.scopes ?? defaultScopes,
    rate: wanted.rate === undefined ? defaultRates[wanted.mode] : wanted.rate,
    burst: wanted.burst ?? null,
    concurrency: wanted.concurrency ?? null,
    dailyQuota: wanted.dailyQuota ?? null,
    monthlyQuota: wanted.monthlyQuota ?? null,
    networks: wanted.networks ?? null,
    corsOrigins: wanted.corsOrigins ?? null,
    purpose: wanted.purpose ?? null,
    createdAtMs: clock.nowMs(),
    expiresAtMs: wanted.expiresAtMs ?? null,
    revokedAtMs: null,
  });

  return {
    async create(wanted) {
      const key = toApiKey(wanted.mode, randomBytes(64));
      const id = `key_${Buffer.from(randomBytes(9)).toString('hex')}` as KeyId;
      const record = toRecord(id, wanted);
      await keys.insert(record, toStoredHash(key));
      return { key, record };
    },
    list: (page) => keys.list(page),
    find: (id) => keys.find(id),
    async revoke(id, confirmed) {
      if (id === sandboxKeyId && confirmed !== sandboxKeyId) throw toUnconfirmed();
      return keys.revoke(id, clock.nowMs());
    },
    update: async (id, changes) => getUpdated(await keys.update(id, (key) => ({ ...key, ...changes }))),
    async rotate(id, overlapMs) {
      if (id === sandboxKeyId) {
        throw new KeyError(
          'fixed',
          'The sandbox key is derived from the master secret: revoke it, and make a key of your own.',
        );
      }
      const found = await keys.find(id);
      if (found === undefined) throw toUnknownKey();
      const nowMs = clock.nowMs();
      const key = toApiKey(found.record.mode, randomBytes(64));
      const replacement = { hash: toStoredHash(key), nowMs, untilMs: nowMs + overlapMs };
      return { key, record: getUpdated(await keys.replaceHash(id, replacement)) };
    },
    async ensureSandboxKey(derivedBytes) {
      const key = toApiKey('test', derivedBytes);
      const findStored = async () => (await keys.find(sandboxKeyId))?.record;
      let stored = await findStored();
      if (stored === undefined) {
        stored = toRecord(sandboxKeyId, { name: 'Sandbox key of this installation', mode: 'test', scopes });
        try {
          await keys.insert(stored, toStoredHash(key));
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

type KeyFault = 'unknown' | 'fixed' | 'unconfirmed';

/** `unknown`: there is none with that id. `fixed`: it can no longer, or never, be changed so. `unconfirmed`: it must be meant. */
export class KeyError extends OperatorError {
  readonly fault: KeyFault;

  constructor(fault: KeyFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

function toUnconfirmed(): KeyError {
  return new KeyError(
    'unconfirmed',
    'This is the sandbox key: the first page, the examples and every trial of this installation stop with it, for good. ' +
      'If that is what you want: confere keys revoke key_sandbox --confirm key_sandbox',
  );
}

export function toUnknownKey(): KeyError {
  return new KeyError('unknown', 'There is no key with that id. See: confere keys list');
}

function getUpdated(update: KeyUpdate): KeyRecord {
  switch (update.kind) {
    case 'updated':
      return update.record;
    case 'unknown':
      throw toUnknownKey();
    case 'revoked':
      throw new KeyError('fixed', 'That key was revoked, which is for good. Make another: confere keys create');
    case 'damaged':
      throw new KeyError(
        'fixed',
        'That key was changed by other means than Confere, and is refused. Revoke it and make another.',
      );
  }
}
