import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../../test/support/manual-clock.ts';
import type { AnswerStore, KeptAnswer } from '../../../app/verify/ports.ts';
import { createAnswerCache } from './answer-cache.ts';
import { deriveAnswerKeys, toSharedName } from './answer-keys.ts';
import type { SharedOutcome } from './shared-answers.ts';

type Options = Parameters<typeof createAnswerCache>[0];
type Entry = { readonly sealed: Uint8Array; readonly lifeMs: number };

/** A store that shows what it was given, and that the test can change. It never forgets by itself. */
function createOpenStore() {
  const entries = new Map<string, Entry>();
  const store: AnswerStore = {
    async find(name) {
      const entry = entries.get(name);
      return entry === undefined ? { kind: 'none' } : { kind: 'found', ...entry };
    },
    async keep(name, sealed, lifeMs) {
      entries.set(name, { sealed, lifeMs });
      return 'kept';
    },
  };
  return { entries, store };
}

const secret = Buffer.alloc(32, 1);

/** One node: what it holds itself is its own, what is `shared` may be that of several. */
function startNode(overrides: Partial<Options> = {}) {
  const outcomes: SharedOutcome[] = [];
  const cache = createAnswerCache<{ name: string }>({
    near: createOpenStore().store,
    shared: undefined,
    clock: createManualClock(),
    secret: () => secret,
    source: 'bureau_a',
    making: 'as described',
    seconds: 60,
    sharedMsMax: 60_000,
    onShared: (outcome) => outcomes.push(outcome),
    ...overrides,
  });
  return { ...cache, outcomes };
}

const ask = (number: string, more = '') => ({ number, key: JSON.stringify([number, more]) });

describe('the answer cache', () => {
  it('gives back what it was given', async () => {
    const cache = startNode();
    await cache.keep(ask('39053344705'), { name: 'JOANA' });
    expect(await cache.find(ask('39053344705'))).toEqual({ name: 'JOANA' });
    expect(await cache.find(ask('39053344705', 'another birth date'))).toBeUndefined();
    expect(await cache.find(ask('52998224725'))).toBeUndefined();
  });

  it.each(['near', 'shared'] as const)('shows its %s store neither the number nor the answer', async (level) => {
    const { entries, store } = createOpenStore();
    await startNode({ [level]: store }).keep(ask('39053344705'), { name: 'JOANA' });
    const seen = [...entries].map(([name, { sealed }]) => name + Buffer.from(sealed).toString('latin1')).join();
    expect(entries.size).toBe(1);
    expect(seen).not.toContain('39053344705');
    expect(seen).not.toContain('JOANA');
  });

  it('does not open an entry that was moved, changed, cut, or sealed with another secret', async () => {
    const { entries, store: near } = createOpenStore();
    const cache = startNode({ near });
    await cache.keep(ask('a'), { name: 'ANA' });
    await cache.keep(ask('b'), { name: 'EVA' });
    const [[nameA, entryA], [nameB]] = [...entries] as [[string, Entry], [string, Entry]];
    entries.set(nameB, entryA);
    expect(await cache.find(ask('b'))).toBeUndefined();
    for (const sealed of damage(entryA.sealed)) {
      entries.set(nameA, { ...entryA, sealed });
      expect(await cache.find(ask('a'))).toBeUndefined();
    }
    entries.set(nameA, entryA);
    expect(await cache.find(ask('a'))).toEqual({ name: 'ANA' });
    expect(await startNode({ near, secret: () => Buffer.alloc(32, 2) }).find(ask('a'))).toBeUndefined();
    expect(await startNode({ near, source: 'bureau_b' }).find(ask('a'))).toBeUndefined();
  });

  it('costs a query and no answer when its store fails', async () => {
    const fail = () => Promise.reject(new Error('down'));
    const broken: AnswerStore = { find: fail, keep: fail };
    for (const stores of [{ near: broken }, { shared: broken }, { near: broken, shared: broken }]) {
      await startNode(stores).keep(ask('a'), { name: 'ANA' });
      expect(await startNode(stores).find(ask('a'))).toBeUndefined();
    }
  });

  it('is not disturbed by who watches it', async () => {
    const { store: shared } = createOpenStore();
    const onShared = () => {
      throw new Error('the log is full');
    };
    await startNode({ shared, onShared }).keep(ask('a'), { name: 'ANA' });
    expect(await startNode({ shared, onShared }).find(ask('a'))).toEqual({ name: 'ANA' });
  });
});

describe('answers that machines share', () => {
  const { entries, store: shared } = createOpenStore();
  const keepOne = async (overrides: Partial<Options> = {}) => {
    entries.clear();
    await startNode({ shared, ...overrides }).keep(ask('a', 'born in May'), { name: 'ANA' });
    return [...entries][0] as [name: string, entry: Entry];
  };

  it('are found by another node, which then has them itself', async () => {
    await keepOne();
    const node = startNode({ shared });
    expect(await node.find(ask('a', 'born in May'))).toEqual({ name: 'ANA' });
    entries.clear();
    expect(await node.find(ask('a', 'born in May'))).toEqual({ name: 'ANA' });
    expect(node.outcomes).toEqual(['hit']);
  });

  it('are never read for another person, question, source or making, nor after a rotation of the secret', async () => {
    const [, entry] = await keepOne();
    const others: Partial<Options>[] = [
      { source: 'bureau_b' },
      { making: 'with another mapping' },
      { secret: () => Buffer.alloc(32, 2) },
    ];
    for (const other of others) {
      const node = startNode({ shared, ...other });
      expect(await node.find(ask('a', 'born in May'))).toBeUndefined();
      expect(node.outcomes).toEqual(['miss']);
    }
    const node = startNode({ shared });
    expect(await node.find(ask('a', 'born in June'))).toBeUndefined();
    expect(await node.find(ask('b', 'born in May'))).toBeUndefined();
    expect(node.outcomes).toEqual(['miss', 'miss']);
    // Replayed under the name of another person.
    entries.set(toSharedName(deriveAnswerKeys(secret), 'bureau_a', 'b'), entry);
    expect(await node.find(ask('b', 'born in May'))).toBeUndefined();
    expect(node.outcomes.at(-1)).toBe('damaged');
  });

  it('are damaged where a bit is wrong, and the next answer takes their place', async () => {
    const [name, entry] = await keepOne();
    for (const sealed of damage(entry.sealed)) {
      entries.set(name, { ...entry, sealed });
      const node = startNode({ shared });
      expect(await node.find(ask('a', 'born in May'))).toBeUndefined();
      expect(node.outcomes).toEqual(['damaged']);
    }
    await startNode({ shared }).keep(ask('a', 'born in May'), { name: 'EVA' });
    expect(await startNode({ shared }).find(ask('a', 'born in May'))).toEqual({ name: 'EVA' });
  });

  it('live no longer than the setting over all, whichever node has them and whatever the server says', async () => {
    const clock = createManualClock();
    const [name, entry] = await keepOne({ clock });
    expect(entry.lifeMs).toBe(60_000);
    clock.advance(59_999);
    expect(await startNode({ shared, clock }).find(ask('a', 'born in May'))).toEqual({ name: 'ANA' });
    // The server still has it, for as long as it says.
    clock.advance(1);
    expect(await startNode({ shared, clock }).find(ask('a', 'born in May'))).toBeUndefined();
    clock.advance(-50_000);
    expect(await findLife(clock)).toBe(50_000);
    entries.set(name, { ...entry, lifeMs: 7_000 });
    expect(await findLife(clock)).toBe(7_000);
    // A node whose clock is an hour behind goes by the server, and one whose clock is ahead asks the party.
    clock.jumpCalendar(-3_600_000);
    expect(await findLife(clock)).toBe(7_000);
    clock.jumpCalendar(7_200_000);
    expect(await findLife(clock)).toBeUndefined();
  });

  /** Returns the time for which a node that finds the answer keeps it. */
  async function findLife(clock: ManualClock): Promise<number | undefined> {
    const near = createOpenStore();
    await startNode({ near: near.store, shared, clock }).find(ask('a', 'born in May'));
    return [...near.entries.values()][0]?.lifeMs;
  }

  it('are sealed with the newest secret from the moment of a rotation on, and found again', async () => {
    let newest = secret;
    const [before] = await keepOne();
    const node = startNode({ shared, secret: () => newest });
    newest = Buffer.alloc(32, 9);
    expect(await node.find(ask('a', 'born in May'))).toBeUndefined();
    await node.keep(ask('a', 'born in May'), { name: 'ANA' });
    expect([...entries.keys()].filter((name) => name !== before)).toHaveLength(1);
    expect(await startNode({ shared, secret: () => newest }).find(ask('a', 'born in May'))).toEqual({ name: 'ANA' });
  });

  it('all have one of few lengths', async () => {
    const lengths = new Set<number>();
    for (const name of ['LU', 'MARIA APARECIDA', 'MARIA APARECIDA DOS SANTOS ALBUQUERQUE']) {
      entries.clear();
      await startNode({ shared }).keep(ask('a'), { name });
      for (const { sealed } of entries.values()) lengths.add(sealed.length);
    }
    expect(lengths.size).toBe(1);
  });

  it('are kept once for many that came by the same answer together', async () => {
    let kept = 0;
    const { promise: done, resolve } = Promise.withResolvers<'kept'>();
    const slow: AnswerStore = {
      find: async () => ({ kind: 'none' }),
      keep: () => {
        kept++;
        return done;
      },
    };
    const node = startNode({ shared: slow });
    const keeping = Array.from({ length: 50 }, () => node.keep(ask('a'), { name: 'ANA' }));
    resolve('kept');
    await Promise.all(keeping);
    expect(kept).toBe(1);
    await node.keep(ask('a'), { name: 'ANA' });
    expect(kept).toBe(2);
  });

  it('are not waited for beyond the time that they are given', async () => {
    const silent: AnswerStore = { find: () => new Promise<KeptAnswer>(() => {}), keep: async () => 'unreachable' };
    const node = startNode({ shared: silent, sharedMsMax: 5 });
    expect(await node.find(ask('a'))).toBeUndefined();
    expect(node.outcomes).toEqual(['late']);
  });

  it.each(['damaged', 'unreachable'] as const)('that are %s are a miss that is told', async (kind) => {
    const store: AnswerStore = { find: async () => ({ kind }), keep: async () => 'no_room' };
    const node = startNode({ shared: store });
    expect(await node.find(ask('a'))).toBeUndefined();
    await node.keep(ask('a'), { name: 'ANA' });
    expect(node.outcomes).toEqual([kind, 'no_room']);
    expect(await node.find(ask('a'))).toEqual({ name: 'ANA' });
  });
});

function damage(sealed: Uint8Array): Uint8Array[] {
  const flipped = Uint8Array.from(sealed);
  flipped[sealed.length - 1] = (flipped.at(-1) as number) ^ 1;
  return [
    Uint8Array.from(sealed.subarray(0, 20)),
    Uint8Array.from(sealed.subarray(0, -1)),
    new Uint8Array(),
    flipped,
    Buffer.from(sealed).fill(0, 30),
    Buffer.from('garbage'),
  ];
}
