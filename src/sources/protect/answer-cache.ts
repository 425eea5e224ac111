// Keeps answers of a party for a while, encrypted, under names that reveal nothing. Off unless the operator asks for it.

import { createHmac, hkdfSync } from 'node:crypto';
import type { Clock } from '../../app/ports.ts';
import { createSeal, type Seal } from '../../app/seal.ts';

/** Where sealed answers are kept. In memory here; a shared one can stand in its place. */
export interface SealedStore {
  get(name: string): Promise<Uint8Array | undefined>;
  set(name: string, sealed: Uint8Array, seconds: number): Promise<void>;
}

export interface AnswerCache<Value> {
  find(key: string): Promise<Value | undefined>;
  keep(key: string, value: Value): Promise<void>;
}

interface CacheOptions {
  readonly store: SealedStore;
  /** 32 bytes; the keys for encryption and for names are derived from it. */
  readonly secret: Uint8Array;
  readonly source: string;
  readonly seconds: number;
}

export function createAnswerCache<Value>({ store, secret, source, seconds }: CacheOptions): AnswerCache<Value> {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `confere answer cache ${purpose}`, 32));
  const seal = createSeal(derive('sealing'));
  const namingKey = derive('naming');
  const toName = (key: string) => createHmac('sha256', namingKey).update(`${source}\n${key}`).digest('base64url');

  return {
    async find(key) {
      const name = toName(key);
      const sealed = await store.get(name).catch(() => undefined);
      return sealed === undefined ? undefined : (findValue(seal, name, sealed) as Value | undefined);
    },
    async keep(key, value) {
      const name = toName(key);
      // A cache that fails costs a query, never an answer.
      await store.set(name, seal.close(JSON.stringify(value), name), seconds).catch(() => {});
    },
  };
}

/** The name is the seal's place: an entry that is moved under another person's name does not open, and counts as none. */
function findValue(seal: Seal, name: string, sealed: Uint8Array): unknown {
  try {
    return JSON.parse(seal.open(sealed, name));
  } catch {
    return undefined;
  }
}

/** Forgets the oldest when full and the expired when asked for. */
export function createMemoryStore(clock: Clock, entriesMax = 10_000): SealedStore {
  const entries = new Map<string, { readonly sealed: Uint8Array; readonly untilMs: number }>();
  return {
    async get(name) {
      const entry = entries.get(name);
      if (entry === undefined || clock.monotonicMs() < entry.untilMs) return entry?.sealed;
      entries.delete(name);
      return undefined;
    },
    async set(name, sealed, seconds) {
      entries.delete(name);
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size >= entriesMax) entries.delete(oldest);
      entries.set(name, { sealed, untilMs: clock.monotonicMs() + seconds * 1000 });
    },
  };
}
