import { expect, test } from 'vitest';
import { createMemoryInWork } from '../../src/stores/limits/in-work.memory.ts';
import { createInWorkOffice, createSharedInWork } from '../../src/stores/limits/in-work.shared.ts';
import { describeInWork } from './in-work.contract.ts';

describeInWork('Memory', () => createMemoryInWork({ processes: 1 }));

function createProcesses() {
  const openDesk = createInWorkOffice();
  const state = { isLate: false };
  const open = () => {
    const desk = openDesk();
    const inWork = createSharedInWork({
      ask: async (entries) => {
        const answers = desk.enter(entries);
        if (state.isLate) throw new Error('late');
        return answers;
      },
      tell: desk.leave,
      processes: 2,
    });
    return { inWork, desk };
  };
  return { state, first: open(), second: open() };
}

describeInWork('Shared', () => createProcesses().first.inWork);

test('Shared: two processes let in no more together than the limit says, and what ends in one makes room in the other', async () => {
  const { first, second } = createProcesses();
  const enter = async ({ inWork }: typeof first) => inWork.enter('shop', 3);
  const entered = await Promise.all([enter(first), enter(second), enter(first), enter(second), enter(first)]);
  expect(entered.filter(Boolean)).toHaveLength(3);
  first.inWork.leave('shop');
  expect(await enter(first)).toBe(true);
  expect(await enter(second)).toBe(false);
});

test('Shared: what a process had that died is free again', async () => {
  const { first, second } = createProcesses();
  expect([await first.inWork.enter('shop', 2), await first.inWork.enter('shop', 2)]).toEqual([true, true]);
  expect(await second.inWork.enter('shop', 2)).toBe(false);
  first.desk.leaveAll();
  expect(await second.inWork.enter('shop', 2)).toBe(true);
});

test('Shared: without an answer a process keeps to its share, and what the office let in too late is not held for ever', async () => {
  const { state, first, second } = createProcesses();
  state.isLate = true;
  const alone = [await first.inWork.enter('shop', 2), await first.inWork.enter('shop', 2)];
  expect(alone).toEqual([true, false]);
  first.inWork.leave('shop');
  state.isLate = false;
  expect([await second.inWork.enter('shop', 2), await second.inWork.enter('shop', 2)]).toEqual([true, true]);
});
