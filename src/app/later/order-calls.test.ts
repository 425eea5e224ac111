import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { BoughtAnswer, BoughtAnswerStore } from '../verify/ports.ts';
import { createOrderCalls } from './order-calls.ts';

const order = { source: 'reports', order: 'o-1' };
const noSignal = new AbortController().signal;

function start() {
  const clock = createManualClock();
  const kept = new Map<string, BoughtAnswer>();
  const store: Pick<BoughtAnswerStore, 'find' | 'keep'> = {
    find: async (names, nowMs) =>
      names.flatMap((name) => kept.get(name) ?? []).find(({ expiresAtMs }) => expiresAtMs > nowMs),
    keep: async (answer) => void kept.set(answer.name, answer),
  };
  const toOrderNames = (source: string, id: string) => [`new ${source} ${id}`, `old ${source} ${id}`];
  const open = (given = store) => createOrderCalls({ store: given, toOrderNames, clock });
  return { clock, open };
}

it('a call of this process ends the wait at once, and no other order’s does', async () => {
  const { open } = start();
  const calls = open();
  const waiting = calls.waitFor(order, undefined, { ms: 3_600_000, signal: noSignal });
  let isOver = false;
  void waiting.finally(() => {
    isOver = true;
  });
  await calls.tell('reports', 'o-2', 'req_0');
  await calls.tell('others', 'o-1', 'req_1');
  expect(isOver).toBe(false);
  await calls.tell('reports', 'o-1', 'req_2');
  expect(await waiting).toBe('req_2');
});

it('a call that another process took is found, also one from before the id was known', async () => {
  const { open } = start();
  const [here, there] = [open(), open()];
  const waiting = here.waitFor(order, undefined, { ms: 3_600_000, signal: noSignal });
  await there.tell('reports', 'o-1', 'req_1');
  expect(await waiting).toBe('req_1');
  expect(await open().waitFor(order, undefined, { ms: 3_600_000, signal: noSignal })).toBe('req_1');
  // It is worth one look: who has looked waits for another one.
  expect(await here.waitFor(order, 'req_1', { ms: 1, signal: noSignal })).toBe('req_1');
});

it('is forgotten after ten minutes, and ends with the signal', async () => {
  const { clock, open } = start();
  const calls = open();
  await calls.tell('reports', 'o-1', 'req_1');
  clock.advance(599_999);
  expect(await calls.find('reports', 'o-1')).toBe('req_1');
  clock.advance(1);
  expect(await calls.find('reports', 'o-1')).toBeUndefined();
  expect(await calls.waitFor(order, 'req_0', { ms: 3_600_000, signal: AbortSignal.abort() })).toBe('req_0');
});

it('a store that fails costs a wake-up, and never the question', async () => {
  const { open } = start();
  const broken = open({ find: () => Promise.reject(new Error('away')), keep: () => Promise.reject(new Error('away')) });
  expect(await broken.waitFor(order, undefined, { ms: 1, signal: noSignal })).toBeUndefined();
  await expect(broken.tell('reports', 'o-1', 'req_1')).rejects.toThrow('away');
});
