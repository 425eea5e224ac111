// Who of several processes asks a party, by the coordinator of one machine and in a real Redis; PostgreSQL is in postgres-jobs.test.ts.

import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { withSharedAsking } from '../../../src/sources/protect/with-shared-asking.ts';
import type { Reply } from '../../../src/sources/reply.ts';
import { createRedisQuestions } from '../../../src/stores/answers/questions.redis.ts';
import { createQuestionCoordinator, createSharedQuestions } from '../../../src/stores/answers/questions.shared.ts';
import type { RedisLink } from '../../../src/stores/redis/link.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';
import { describeQuestionStore, forever, sharedAsking } from './question-store.contract.ts';

/** As between processes: what passes is JSON. */
const overTheLine = <Message>(message: Message): Message => JSON.parse(JSON.stringify(message)) as Message;

function openProcess(openMember: ReturnType<typeof createQuestionCoordinator>) {
  const member = openMember();
  const store = createSharedQuestions({
    ask: async (message) => overTheLine(member.take(overTheLine(message))),
    tell: (message) => member.tell(overTheLine(message)),
  });
  return { member, store };
}

describeQuestionStore('the coordinator of a machine', () => {
  const openMember = createQuestionCoordinator(systemClock);
  return [openProcess(openMember).store, openProcess(openMember).store];
});

describe('the coordinator of a machine', () => {
  test('frees at once what a process had that died, and leaves to those who wait what it had answered', async () => {
    const openMember = createQuestionCoordinator(createManualClock());
    const [one, two] = [openProcess(openMember), openProcess(openMember)];
    const sealed = randomBytes(50);
    for (const name of ['asked', 'answered']) {
      const mine = await one.store.take(name, 60_000);
      await two.store.take(name, 60_000);
      if (name === 'answered' && mine.kind === 'mine') await mine.turn.end({ sealed, lifeMs: 1_000 });
    }
    one.member.leaveAll();
    expect((await two.store.take('asked', 60_000)).kind).toBe('mine');
    expect(await two.store.take('answered', 60_000)).toEqual({ kind: 'answered', sealed });
  });

  test('gives a turn back that came too late to the process', async () => {
    const openMember = createQuestionCoordinator(createManualClock());
    const late = openMember();
    const store = createSharedQuestions({
      ask: async (message) => {
        late.take(message);
        throw new Error('late');
      },
      tell: late.tell,
    });
    expect(await store.take('a', 60_000)).toEqual({ kind: 'unreachable' });
    expect((await openProcess(openMember).store.take('a', 60_000)).kind).toBe('mine');
  });
});

describe.runIf(hasRedis)('Redis', () => {
  let server: RedisServer;
  let client: Redis;
  let links: readonly [RedisLink, RedisLink];
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.port);
    links = [await openTestLink({ port: server.port }), await openTestLink({ port: server.port })];
  });
  afterAll(async () => {
    for (const link of links) link.close();
    client.disconnect();
    await server.close();
  });
  const openBoth = () =>
    [createRedisQuestions(links[0], randomUUID()), createRedisQuestions(links[1], randomUUID())] as const;

  describeQuestionStore('Redis', openBoth);

  test('keeps a question for no longer than its turn and what was left of it, whoever waits', async () => {
    const [one, two] = openBoth();
    const [alive, waited, alone] = [randomUUID(), randomUUID(), randomUUID()];
    const lifeMs = (name: string) => client.pttl(`confere:questions:${name}`);
    const mine = await one.take(alive, 60_000);
    await client.pexpire(`confere:questions:${alive}`, 5_000);
    await two.take(alive, 600_000);
    expect(await lifeMs(alive)).toBeLessThanOrEqual(5_000);
    if (mine.kind === 'mine') await mine.turn.prolong();
    expect(await lifeMs(alive)).toBeGreaterThan(5_000);
    for (const name of [waited, alone]) {
      const turn = await one.take(name, 60_000);
      if (name === waited) await two.take(name, 60_000);
      if (turn.kind === 'mine') await turn.turn.end({ sealed: randomBytes(300), lifeMs: 60_000 });
    }
    expect(await lifeMs(waited)).toBeGreaterThan(0);
    expect(await client.exists(`confere:questions:${alone}`)).toBe(0);
  });
});

describe('asking in turn', () => {
  const found = (value: string) => ({ kind: 'found', value }) as const;

  test('each asks for itself where the store is away, broken or hangs, and where what was left cannot be read', async () => {
    let asked = 0;
    const ask = async () => found(String(++asked));
    const stores = [
      { take: async () => ({ kind: 'unreachable' }) as const },
      { take: async () => ({ kind: 'answered', sealed: randomBytes(100) }) as const },
      { take: () => Promise.reject(new Error('broken')) },
      { take: () => new Promise<never>(() => {}) },
    ];
    for (const store of stores)
      await withSharedAsking(ask, { ...sharedAsking, store, waitMsMax: 5 })('a', forever, null);
    expect(asked).toBe(stores.length);
  });

  test('a store that hangs takes all of its time from one question, and not from the next', async () => {
    const alone: string[] = [];
    const store = { take: () => new Promise<never>(() => {}) };
    const options = { ...sharedAsking, store, waitMsMax: 20, onAlone: (why: string) => void alone.push(why) };
    const ask = withSharedAsking(async () => found('x'), { ...options, waitMsMax: 600_000 });
    const over = AbortSignal.timeout(20);
    expect(await ask('a', over, null)).toEqual({ kind: 'failed', reason: 'timeout', sent: false });
    expect(alone).toEqual([]);
    const other = withSharedAsking(async () => found('x'), options);
    expect(await other('a', forever, null)).toEqual(found('x'));
    expect(await other('a', forever, null)).toEqual(found('x'));
    expect(alone).toEqual(['late', 'late']);
  });

  test('a store that is back within the time of the wait settles who asks', async () => {
    let away = 3;
    const turn = { prolong: async () => {}, end: async () => {} };
    const askers = new Set<string | undefined>();
    const store = {
      take: async (_name: string, _lifeMs: number, asker?: string) => {
        askers.add(asker);
        return away-- > 0 ? ({ kind: 'unreachable' } as const) : ({ kind: 'mine', turn } as const);
      },
    };
    const onAlone = () => expect.fail('it did not wait');
    const ask = withSharedAsking(async () => found('x'), { ...sharedAsking, store, onAlone });
    expect([await ask('a', forever, null), away, askers.size]).toEqual([found('x'), -1, 1]);
  });

  test('a turn that a slow store gives too late is given back', async () => {
    const taking = Promise.withResolvers<{ kind: 'mine'; turn: { prolong(): Promise<void>; end(): Promise<void> } }>();
    const ended = Promise.withResolvers<void>();
    const store = { take: () => taking.promise };
    await withSharedAsking(async () => found('x'), { ...sharedAsking, store, waitMsMax: 5 })('a', forever, null);
    taking.resolve({ kind: 'mine', turn: { prolong: async () => {}, end: async () => ended.resolve() } });
    await ended.promise;
  });

  test('a question stays one process’s for as long as the party takes', async () => {
    const prolonged = Promise.withResolvers<void>();
    const ended: unknown[] = [];
    const turn = {
      prolong: async () => prolonged.resolve(),
      end: async (answer: unknown) => void ended.push(answer),
    };
    const store = { take: async () => ({ kind: 'mine', turn }) as const };
    const ask = async () => {
      await prolonged.promise;
      return found('late');
    };
    expect(await withSharedAsking<string, string>(ask, { ...sharedAsking, store })('a', forever, null)).toEqual(
      found('late'),
    );
    await expect.poll(() => ended).toHaveLength(1);
  });

  test('a turn ends only when an order that has left is kept or lost, whatever becomes of it', async () => {
    for (const isLost of [false, true]) {
      const placing = Promise.withResolvers<void>();
      const steps: string[] = [];
      const turn = { prolong: async () => {}, end: async () => void steps.push('ended') };
      const store = { take: async () => ({ kind: 'mine', turn }) as const };
      const late = { kind: 'failed', reason: 'timeout', sent: true, placing: placing.promise } as const;
      expect(await withSharedAsking(async () => late, { ...sharedAsking, store })('a', forever, null)).toBe(late);
      // All that does not wait for the order is done by now.
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('placed');
      if (isLost) placing.reject(new Error('a defect'));
      else placing.resolve();
      await expect.poll(() => steps, { timeout: 60_000 }).toEqual(['placed', 'ended']);
    }
  });

  test('who reads answers in another way waits for its turn, and then asks for itself', async () => {
    const openMember = createQuestionCoordinator(createManualClock());
    const otherWaits = Promise.withResolvers<void>();
    const asked: string[] = [];
    const [one, two] = ['old', 'new'].map((making) => {
      const { store } = openProcess(openMember);
      const take: typeof store.take = async (...question) => {
        const state = await store.take(...question);
        if (state.kind === 'theirs') otherWaits.resolve();
        return state;
      };
      const ask = async () => {
        asked.push(making);
        await otherWaits.promise;
        return found(making);
      };
      return withSharedAsking(ask, { ...sharedAsking, making, store: { take } });
    });
    const first = one?.('a', forever, null);
    await expect.poll(() => asked, { timeout: 60_000 }).toEqual(['old']);
    const second = two?.('a', forever, null);
    expect([await first, await second, asked]).toEqual([found('old'), found('new'), ['old', 'new']]);
  });

  test('who has the turn uses what was bought meanwhile, and what is bought is kept before the turn ends', async () => {
    const steps: string[] = [];
    const bought = new Map<string, Reply<string>>();
    const buying = {
      find: async (query: string) => bought.get(query),
      keep: async (query: string, reply: Reply<string>) => {
        await Promise.resolve();
        steps.push('kept');
        bought.set(query, reply);
      },
    };
    const turn = { prolong: async () => {}, end: async () => void steps.push('ended') };
    const store = { take: async () => ({ kind: 'mine', turn }) as const };
    const ask = withSharedAsking<string, string>(
      async () => {
        steps.push('asked');
        return found('x');
      },
      { ...sharedAsking, store, buying },
    );
    await ask('a', forever, null);
    await expect.poll(() => steps).toEqual(['asked', 'kept', 'ended']);
    expect(await ask('a', forever, null)).toEqual(found('x'));
    expect(steps.filter((step) => step === 'asked')).toHaveLength(1);
  });

  test('what keeping an answer takes too long for is let go of', async () => {
    const ended = Promise.withResolvers<void>();
    const turn = { prolong: async () => {}, end: async () => ended.resolve() };
    const store = { take: async () => ({ kind: 'mine', turn }) as const };
    const buying = { find: async () => undefined, keep: () => new Promise<void>(() => {}) };
    await withSharedAsking(async () => found('x'), { ...sharedAsking, store, buying, waitMsMax: 5 })(
      'a',
      forever,
      null,
    );
    await ended.promise;
  });
});
