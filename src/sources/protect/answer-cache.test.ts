import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createAnswerCache, createMemoryStore, type SealedStore } from './answer-cache.ts';

const secret = Buffer.alloc(32, 1);

function start(store: SealedStore, overrides: { secret?: Uint8Array; source?: string } = {}) {
  return createAnswerCache<{ name: string }>({ store, secret, source: 'bureau_a', seconds: 60, ...overrides });
}

/** A store that shows what it was given. */
function createOpenStore() {
  const entries = new Map<string, Uint8Array>();
  const store: SealedStore = {
    get: async (name) => entries.get(name),
    set: async (name, sealed) => void entries.set(name, sealed),
  };
  return { entries, store };
}

describe('the answer cache', () => {
  it('gives back what it was given', async () => {
    const cache = start(createMemoryStore(createManualClock()));
    await cache.keep('39053344705', { name: 'JOANA' });
    expect(await cache.find('39053344705')).toEqual({ name: 'JOANA' });
    expect(await cache.find('52998224725')).toBeUndefined();
  });

  it('shows its store neither the number nor the answer', async () => {
    const { entries, store } = createOpenStore();
    await start(store).keep('39053344705', { name: 'JOANA' });
    const seen = [...entries].map(([name, sealed]) => name + Buffer.from(sealed).toString('latin1')).join();
    expect(seen).not.toContain('39053344705');
    expect(seen).not.toContain('JOANA');
  });

  it('does not open an entry that was moved, changed, cut, or sealed with another secret', async () => {
    const { entries, store } = createOpenStore();
    const cache = start(store);
    await cache.keep('a', { name: 'ANA' });
    await cache.keep('b', { name: 'EVA' });
    const [[nameA, sealedA], [nameB]] = [...entries] as [[string, Uint8Array], [string, Uint8Array]];
    entries.set(nameB, sealedA);
    expect(await cache.find('b')).toBeUndefined();
    for (const damaged of [sealedA.subarray(0, 20), Buffer.alloc(0), Buffer.from(sealedA).fill(0, 30)]) {
      entries.set(nameA, damaged);
      expect(await cache.find('a')).toBeUndefined();
    }
    entries.set(nameA, sealedA);
    expect(await cache.find('a')).toEqual({ name: 'ANA' });
    expect(await start(store, { secret: Buffer.alloc(32, 2) }).find('a')).toBeUndefined();
    expect(await start(store, { source: 'bureau_b' }).find('a')).toBeUndefined();
  });

  it('costs a query and no answer when its store fails', async () => {
    const broken: SealedStore = {
      get: () => Promise.reject(new Error('down')),
      set: () => Promise.reject(new Error('down')),
    };
    await start(broken).keep('a', { name: 'ANA' });
    expect(await start(broken).find('a')).toBeUndefined();
  });

  it('forgets the oldest entry when it is full', async () => {
    const store = createMemoryStore(createManualClock(), 2);
    for (const name of ['a', 'b', 'c']) await store.set(name, Buffer.from(name), 60);
    expect(await store.get('a')).toBeUndefined();
    expect(await store.get('b')).toBeDefined();
    expect(await store.get('c')).toBeDefined();
  });
});
