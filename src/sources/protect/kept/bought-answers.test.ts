import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import type { BoughtAnswer, BoughtAnswerStore } from '../../../app/verify/ports.ts';
import { deriveAnswerKeys } from './answer-keys.ts';
import { createBoughtAnswers } from './bought-answers.ts';

type Options = Parameters<typeof createBoughtAnswers>[0];

const dayMs = 86_400_000;
const [older, newest] = [1, 2].map((byte) => deriveAnswerKeys(Buffer.alloc(32, byte))) as [Keys, Keys];
type Keys = ReturnType<typeof deriveAnswerKeys>;
const ana = { number: '39053344705', key: '["39053344705",null]' };

/** A store that shows what it was given. It never forgets by itself. */
function createOpenStore() {
  const kept: BoughtAnswer[] = [];
  const store = {
    find: async (names: readonly string[]) => kept.findLast(({ name }) => names.includes(name)),
    keep: async (answer: BoughtAnswer) => void kept.push(answer),
  };
  return { kept, store: toStore(store) };
}

/** The test covers the given methods. A store's other methods serve housekeeping. */
const toStore = (store: Partial<BoughtAnswerStore>) => store as BoughtAnswerStore;

function start(overrides: Partial<Options> = {}) {
  const { kept, store } = createOpenStore();
  const clock = createManualClock();
  const faults: unknown[] = [];
  const open = (more: Partial<Options> = {}) =>
    createBoughtAnswers<{ name: string }>({
      store,
      clock,
      keys: () => [older],
      toSubject: (number) => `subject of ${number.length} digits`,
      source: 'bureau_a',
      making: 'as described',
      freshFor: { credit: 30 * dayMs, onboarding: dayMs },
      waitMsMax: 60_000,
      onFault: (error) => faults.push(error),
      ...overrides,
      ...more,
    });
  return { ...open(), open, clock, kept, faults };
}

describe('an answer that was paid for', () => {
  it('is used again with its age, for as long as the purpose of who asks now allows', async () => {
    const { keep, find, clock, kept } = start();
    await keep(ana, 'credit', { name: 'JOANA' });
    clock.advance(dayMs - 1);
    const use = { ageSeconds: dayMs / 1000 - 1, purpose: 'credit' };
    expect(await find(ana, 'onboarding')).toEqual({ value: { name: 'JOANA' }, kept: use });
    clock.advance(1);
    expect(await find(ana, 'onboarding')).toBeUndefined();
    clock.advance(29 * dayMs - 1);
    expect((await find(ana, 'credit'))?.value).toEqual({ name: 'JOANA' });
    clock.advance(1);
    expect(await find(ana, 'credit')).toBeUndefined();
    expect(kept.map(({ expiresAtMs, boughtAtMs }) => expiresAtMs - boughtAtMs)).toEqual([30 * dayMs]);
  });

  it('is neither kept nor used for a purpose that is not listed, or for none', async () => {
    const { keep, find, kept } = start();
    for (const purpose of ['fraud_prevention', 'constructor', null]) await keep(ana, purpose, { name: 'JOANA' });
    expect(kept).toEqual([]);
    await keep(ana, 'credit', { name: 'JOANA' });
    expect([await find(ana, 'fraud_prevention'), await find(ana, 'constructor'), await find(ana, null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each<[string, Partial<Options>]>([
    ['of another source', { source: 'bureau_b' }],
    ['that is read in another way', { making: 'as described since' }],
    ['under another secret', { keys: () => [newest] }],
    ['whose time was made shorter', { freshFor: { credit: 1 } }],
  ])('is not one %s', async (_name, other) => {
    const { keep, open, clock } = start();
    await keep(ana, 'credit', { name: 'JOANA' });
    clock.advance(1);
    expect(await open(other).find(ana, 'credit')).toBeUndefined();
    expect(await open().find(ana, 'credit')).toBeDefined();
  });

  it('is not one to another question', async () => {
    const { keep, find } = start();
    await keep(ana, 'credit', { name: 'JOANA' });
    expect(await find({ ...ana, key: '["39053344705","1987-05-21"]' }, 'credit')).toBeUndefined();
  });

  it('opens after a rotation of the secret, and the next one is sealed by the newest', async () => {
    const { keep, open } = start();
    await keep(ana, 'credit', { name: 'BEFORE' });
    const rotated = open({ keys: () => [newest, older] });
    expect((await rotated.find(ana, 'credit'))?.value).toEqual({ name: 'BEFORE' });
    await rotated.keep(ana, 'credit', { name: 'AFTER' });
    expect((await open({ keys: () => [newest] }).find(ana, 'credit'))?.value).toEqual({ name: 'AFTER' });
  });

  it('shows its store neither the number, nor the answer, nor how long a name is', async () => {
    const { keep, kept } = start();
    await keep(ana, 'credit', { name: 'JO' });
    await keep({ number: '52998224725', key: 'other' }, 'credit', { name: 'JOANA EXEMPLO DA SILVA' });
    const shown = kept.map(({ name, subject, sealed }) => `${name}${subject}${Buffer.from(sealed).toString('latin1')}`);
    expect(shown.join()).not.toMatch(/39053344705|JO|credit/);
    expect(kept[0]?.sealed.length).toBe(kept[1]?.sealed.length);
  });

  it('that was moved under another name does not open: the party is asked', async () => {
    const { keep, open, kept, faults } = start();
    await keep(ana, 'credit', { name: 'JOANA' });
    const [moved] = kept;
    const store = toStore({ find: async ([name]) => ({ ...(moved as BoughtAnswer), name: name as string }) });
    expect(await open({ store }).find({ ...ana, key: 'another' }, 'credit')).toBeUndefined();
    expect(faults).toHaveLength(1);
  });

  it('has no age where the clock was set back, and is not used', async () => {
    const { keep, find, clock } = start();
    await keep(ana, 'credit', { name: 'JOANA' });
    clock.jumpCalendar(-60_000);
    expect((await find(ana, 'credit'))?.kept.ageSeconds).toBe(0);
    clock.jumpCalendar(-1);
    expect(await find(ana, 'credit')).toBeUndefined();
  });
});

it('a store that fails or hangs costs a call, never an answer', async () => {
  const fail = () => Promise.reject(new Error('away'));
  const failing = toStore({ find: fail, keep: fail });
  const broken = start({ store: failing });
  await broken.keep(ana, 'credit', { name: 'JOANA' });
  expect(await broken.find(ana, 'credit')).toBeUndefined();
  expect(broken.faults).toHaveLength(2);
  const hanging = toStore({ find: () => new Promise(() => {}) });
  expect(await start({ store: hanging, waitMsMax: 1 }).find(ana, 'credit')).toBeUndefined();
});
