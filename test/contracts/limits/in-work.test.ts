import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryInWork } from '../../../src/stores/limits/in-work.memory.ts';
import { createRedisInWork } from '../../../src/stores/limits/in-work.redis.ts';
import { createInWorkCoordinator, createSharedInWork } from '../../../src/stores/limits/in-work.shared.ts';
import type { RedisLink } from '../../../src/stores/redis/link.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';
import { describeInWork } from './in-work.contract.ts';

describeInWork('Memory', () => createMemoryInWork({ processes: 1 }));

function createProcesses() {
  const openMember = createInWorkCoordinator();
  const state = { isLate: false };
  const open = () => {
    const member = openMember();
    const inWork = createSharedInWork({
      ask: async (entries) => {
        const answers = member.enter(entries);
        if (state.isLate) throw new Error('late');
        return answers;
      },
      tell: member.leave,
      processes: 2,
    });
    return { inWork, member };
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
  first.member.leaveAll();
  expect(await second.inWork.enter('shop', 2)).toBe(true);
});

test('Shared: without an answer a process keeps to its share, and what the coordinator let in too late is not held for ever', async () => {
  const { state, first, second } = createProcesses();
  state.isLate = true;
  const alone = [await first.inWork.enter('shop', 2), await first.inWork.enter('shop', 2)];
  expect(alone).toEqual([true, false]);
  first.inWork.leave('shop');
  state.isLate = false;
  expect([await second.inWork.enter('shop', 2), await second.inWork.enter('shop', 2)]).toEqual([true, true]);
});

describe.runIf(hasRedis)('on a real Redis', () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  const open = (link: RedisLink | undefined, findTime?: () => number) =>
    createRedisInWork({
      link: link as RedisLink,
      node: randomUUID(),
      clock: createManualClock(),
      ...(findTime === undefined ? {} : { findTime }),
    });
  beforeAll(async () => {
    server = await startRedis();
    links.push(await openTestLink({ port: server.port }), await openTestLink({ port: server.port }));
  });
  afterAll(async () => {
    for (const link of links) link.close();
    await server.close();
  });

  describeInWork('Redis', () => open(links[0]));

  test('Redis: two nodes let in no more together than the limit says, and what ends on one makes room on the other', async () => {
    const [first, second] = [open(links[0]), open(links[1])];
    const entered = await Promise.all([first, second, first, second, first].map((node) => node.enter('two', 3)));
    expect(entered.filter(Boolean)).toHaveLength(3);
    first.leave('two');
    // It is told in the background, on a connection of its own.
    while (!(await second.enter('two', 3))) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await first.enter('two', 3)).toBe(false);
  });

  test('Redis: what a node had that died is free again when its time is over', async () => {
    const clock = createManualClock();
    const [dead, alive] = [open(links[0], clock.monotonicMs), open(links[1], clock.monotonicMs)];
    dead.close();
    expect([await dead.enter('dead', 2), await dead.enter('dead', 2)]).toEqual([true, true]);
    expect(await alive.enter('dead', 2)).toBe(false);
    clock.advance(30_000);
    expect([await alive.enter('dead', 2), await alive.enter('dead', 2)]).toEqual([true, true]);
  });
});
