import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { openTestLink } from '../../../test/support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../../test/support/stores/redis-server.ts';
import { startTcpProxy } from '../../../test/support/stores/tcp-proxy.ts';
import { systemClock } from '../../clock.ts';
import { createRedisCounters } from '../limits/counters.redis.ts';
import { createRedisInWork } from '../limits/in-work.redis.ts';
import { parseRedisAddress, toShownAddress } from './address.ts';
import type { RedisLink } from './link.ts';
import { createRedisProbe, judgeInfo } from './redis-probe.ts';

const eventually = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};

function createCounters(link: RedisLink, set: string, clock = systemClock) {
  const alone = { events: 0 };
  const counters = createRedisCounters({ link, set, clock, windowsMax: 1_000, onAlone: () => void alone.events++ });
  return { counters, alone };
}

describe('the address', () => {
  test.each([
    [
      'redis://localhost',
      { kind: 'single', hosts: [{ host: 'localhost', port: 6379 }], database: 0, prefix: 'confere' },
    ],
    [
      'rediss://user:p%40ss@[::1]:1/3?prefix=bank',
      { username: 'user', password: 'p@ss', database: 3, tls: {}, prefix: 'bank' },
    ],
    ['redis://:secret@h:1', { username: undefined, password: 'secret', tls: undefined }],
    [
      'redis+sentinel://a,b:1/main/2?sentinel_auth=same',
      {
        kind: 'sentinel',
        group: 'main',
        database: 2,
        hasSentinelPassword: true,
        hosts: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 1 },
        ],
      },
    ],
    [
      'rediss+cluster://a:1,b',
      {
        kind: 'cluster',
        hosts: [
          { host: 'a', port: 1 },
          { host: 'b', port: 6379 },
        ],
        tls: {},
      },
    ],
  ])('%s is understood', (text, wanted) => {
    expect(parseRedisAddress(text)).toMatchObject(wanted);
    expect(toShownAddress(parseRedisAddress(text))).not.toMatch(/secret|p@ss|user/);
  });

  test.each([
    'http://canary@h',
    'redis://canary@a,b',
    'redis+sentinel://canary@a',
    'redis+cluster://canary@a/1',
    'redis://canary@h/x',
    'redis://h?canary=1',
    'redis://h?prefix=a:canary',
    'rediss://h?ca_file=/no/such/canary',
    'redis://can%ary:x@h',
  ])('%s is refused, without repeating it', (text) => {
    expect(() => parseRedisAddress(text)).toThrow(/^The setting counters (?!.*canary)/);
  });
});

describe.runIf(hasRedis)('Redis that comes and goes', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());
  const open = async (options: Parameters<typeof openTestLink>[0] = {}) => {
    // Names of its own: nodes of other tests are believed alive for a while.
    const prefix = randomUUID().slice(0, 8);
    const link = await openTestLink({ address: `redis://127.0.0.1:${server.port}?prefix=${prefix}`, ...options });
    onTestFinished(() => link.close());
    return link;
  };

  test('nodes count together, by the clock of the server, and know how many they are', async () => {
    const set = randomUUID();
    const links = [await open({ address: `redis://127.0.0.1:${server.port}?prefix=${set.slice(0, 8)}` })];
    links.push(await open({ address: `redis://127.0.0.1:${server.port}?prefix=${set.slice(0, 8)}` }));
    expect(links.map((link) => link.nodes())).toEqual([1, 2]);
    // Their own clocks stand still, and have nothing to say.
    const nodes = links.map((link) => createCounters(link, set, createManualClock()).counters);
    const counted = await Promise.all(Array.from({ length: 100 }, (_, hit) => nodes[hit % 2]?.hit('key', 60_000)));
    expect(counted.map((window) => window?.count).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 100 }, (_, hit) => hit + 1),
    );
    await nodes[0]?.hit('short', 200, 5);
    await eventually(async () => (await nodes[1]?.peek('short'))?.count === 0);
    expect(await nodes[1]?.hit('short', 60_000)).toMatchObject({ count: 1 });
  });

  test('what comes together under one name is one question, and each is told its own count', async () => {
    const link = await open();
    await eventually(() => link.isReachable());
    const { counters } = createCounters(link, randomUUID());
    // The script is there from now on.
    await counters.hit('other', 60_000);
    const client = new Redis(server.port);
    await client.config('RESETSTAT');
    const counted = await Promise.all(
      Array.from({ length: 50 }, (_, hit) => counters.hit('key', 60_000, hit === 20 ? 10 : 1)),
    );
    const wanted = Array.from({ length: 50 }, (_, hit) => hit + 1 + (hit >= 20 ? 9 : 0));
    expect(counted.map(({ count }) => count)).toEqual(wanted);
    const scripts = Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]);
    await client.quit();
    // Nodes of other tests tell now and then that they live.
    expect(scripts).toBeGreaterThan(0);
    expect(scripts).toBeLessThan(10);
  });

  test('a window never lasts longer than it is long, also when the clock of the server was set back', async () => {
    const link = await open({ port: server.port, address: `redis://127.0.0.1:${server.port}` });
    const set = randomUUID();
    const client = new Redis(server.port);
    await client.set(`confere:${set}:key`, `600 ${Date.now() + 3_600_000}`);
    await client.quit();
    const counted = await createCounters(link, set).counters.hit('key', 60_000);
    expect(counted).toEqual({ count: 601, resetsInMs: 60_000 });
  });

  test('a value of another type under one name is said, and every other name goes on being shared', async () => {
    const told: string[] = [];
    const set = randomUUID();
    const address = `redis://127.0.0.1:${server.port}`;
    const link = await open({ address, nodesMin: 4, onForeign: (name) => void told.push(name) });
    const { counters, alone } = createCounters(link, set);
    const client = new Redis(server.port);
    await client.lpush(`confere:${set}:key`, 'of somebody else');
    expect(await counters.hit('key', 60_000)).toMatchObject({ count: 4 });
    expect(told).toEqual([set]);
    expect(link.isReachable()).toBe(true);
    expect(await counters.hit('other', 60_000)).toMatchObject({ count: 1 });
    expect(alone.events).toBe(1);
    await client.quit();
  });

  test('gone for one node alone: all together allow at most the limit and the share of that node', async () => {
    const proxy = await startTcpProxy(server.port);
    onTestFinished(() => proxy.close());
    const set = randomUUID();
    const toAddress = (port: number) => `redis://127.0.0.1:${port}?prefix=${set.slice(0, 8)}`;
    const near = await open({ address: toAddress(server.port), nodesMin: 2 });
    const far = await open({ address: toAddress(proxy.port), nodesMin: 2 });
    const limit = 100;
    const allowed = async ({ counters }: ReturnType<typeof createCounters>) => {
      for (let hits = 0; ; hits++) if ((await counters.hit('key', 3_600_000)).count > limit) return hits;
    };
    const cutOff = createCounters(far, set);
    await cutOff.counters.hit('other', 3_600_000);
    proxy.set('reset');
    await eventually(() => !far.isReachable());
    expect(await allowed(createCounters(near, set))).toBe(limit);
    expect(await allowed(cutOff)).toBe(limit / 2);
  });

  test('killed: each node goes on by its share, from where it was, at once; and all of it comes back by itself', async () => {
    const changes: boolean[] = [];
    const set = randomUUID();
    const link = await open({ nodesMin: 4, onChange: (isUp) => void changes.push(isUp) });
    const { counters, alone } = createCounters(link, set);
    await counters.hit('used up', 3_600_000, 600);
    await counters.hit('reserved', 3_600_000, 100);
    await server.kill();
    await eventually(() => !link.isReachable());
    // At once: what would wait for a network is a promise.
    const counted = counters.hit('fresh', 3_600_000);
    expect(counted).toMatchObject({ count: 4 });
    for (let hit = 0; hit < 24; hit++) counters.hit('fresh', 3_600_000);
    expect(counters.hit('fresh', 3_600_000)).toMatchObject({ count: 26 * 4 });
    expect(counters.hit('used up', 3_600_000)).toMatchObject({ count: 604 });
    expect(counters.peek('used up')).toMatchObject({ count: 604 });
    expect(alone.events).toBe(27);
    // Reserved with Redis and given back without it: no more than it was. Reserved and given back alone: all of it.
    expect(counters.hit('reserved', 3_600_000, -10)).toMatchObject({ count: 90 });
    counters.hit('fresh', 3_600_000, 5);
    expect(counters.hit('fresh', 3_600_000, -5)).toMatchObject({ count: 26 * 4 });
    const inWork = createRedisInWork({ link, node: randomUUID(), clock: systemClock });
    expect([inWork.enter('shop', 8), inWork.enter('shop', 8), inWork.enter('shop', 8)]).toEqual([true, true, false]);
    inWork.leave('shop');
    expect(inWork.enter('shop', 8)).toBe(true);
    inWork.close();
    await server.restart();
    await eventually(() => link.isReachable());
    // What was counted alone is told with the next one: 26 here, and the server has forgotten the rest.
    expect(await counters.hit('fresh', 3_600_000)).toMatchObject({ count: 27 });
    expect(await counters.hit('fresh', 3_600_000)).toMatchObject({ count: 28 });
    expect(changes).toEqual([true, false, true]);
  });

  test('frozen: nobody waits longer than told, later ones do not wait at all, and it comes back', async () => {
    const link = await open({ answerMsMax: 30 });
    await eventually(() => link.isReachable());
    const { counters } = createCounters(link, randomUUID());
    server.freeze();
    try {
      const waited = await Promise.all(Array.from({ length: 20 }, () => counters.hit('key', 60_000)));
      expect(waited.at(-1)?.count).toBe(20);
      expect(link.isReachable()).toBe(false);
      expect(counters.hit('key', 60_000)).not.toBeInstanceOf(Promise);
    } finally {
      server.thaw();
    }
    await eventually(() => link.isReachable());
  });

  test('not there at the start: the limits hold by the share, and Redis is taken up when it comes', async () => {
    await server.kill();
    const link = await open({ nodesMin: 2, isAbsent: true });
    expect(link.isReachable()).toBe(false);
    const { counters } = createCounters(link, randomUUID());
    expect(counters.hit('key', 60_000)).toMatchObject({ count: 2 });
    const finding = await createRedisProbe(() => `redis://:canary@127.0.0.1:${server.port}`).run();
    expect(finding).toMatchObject({ state: 'fault', says: expect.stringContaining('does not answer (ECONNREFUSED)') });
    await server.restart();
    await eventually(() => link.isReachable());
    expect(await createRedisProbe(() => `redis://127.0.0.1:${server.port}`).run()).toMatchObject({ state: 'ok' });
  });

  test('memory of windows stays bounded under a flood of names', async () => {
    await server.kill();
    const link = await open({ isAbsent: true });
    const counters = createRedisCounters({
      link,
      set: 'flood',
      clock: createManualClock(),
      windowsMax: 100,
      onAlone: () => {},
    });
    for (let index = 0; index < 150; index++) counters.hit(`name ${index}`, 60_000);
    expect(counters.peek('name 0')).toMatchObject({ count: 0 });
    expect(counters.peek('name 149')).toMatchObject({ count: 1 });
    await server.restart();
  });
});

describe.runIf(hasRedis)('other ways to run it', () => {
  const started: RedisServer[] = [];
  const start = async (options: Parameters<typeof startRedis>[0]) => {
    const server = await startRedis(options);
    started.push(server);
    return server;
  };
  afterAll(() => Promise.all(started.map((server) => server.close())));

  const countTwice = async (address: string): Promise<readonly (number | undefined)[]> => {
    const link = await openTestLink({ address });
    onTestFinished(() => link.close());
    await eventually(() => link.isReachable());
    const { counters, alone } = createCounters(link, randomUUID());
    const counts = [(await counters.hit('a', 60_000)).count, (await counters.hit('a', 60_000, 2)).count];
    expect(alone.events).toBe(0);
    return counts;
  };

  test('with a password and TLS, by an authority of its own', async () => {
    const certificates = join(import.meta.dirname, '../../../test/support/certificates');
    const file = (name: string) => join(certificates, name);
    const base = await start({});
    const port = base.port;
    await base.kill();
    const { port: tlsPort } = await start({
      port,
      lines: [
        'port 0',
        `tls-port ${port}`,
        `tls-cert-file ${file('server.pem')}`,
        `tls-key-file ${file('server.key')}`,
        `tls-ca-cert-file ${file('ca.pem')}`,
        'tls-auth-clients no',
        'requirepass secret',
      ],
    });
    expect(readFileSync(file('ca.pem'), 'utf8')).toContain('CERTIFICATE');
    expect(await countTwice(`rediss://:secret@127.0.0.1:${tlsPort}?ca_file=${file('ca.pem')}`)).toEqual([1, 3]);
    const wrong = await createRedisProbe(() => `rediss://:canary@127.0.0.1:${tlsPort}?ca_file=${file('ca.pem')}`).run();
    expect(wrong).toMatchObject({ state: 'fault', says: expect.stringContaining('WRONGPASS') });
    expect(JSON.stringify(wrong)).not.toContain('canary');
  });

  test('a group watched by a Sentinel', async () => {
    const master = await start({});
    const sentinel = await start({
      sentinel: true,
      lines: [`sentinel monitor main 127.0.0.1 ${master.port} 1`],
    });
    expect(await countTwice(`redis+sentinel://127.0.0.1:${sentinel.port}/main`)).toEqual([1, 3]);
  });

  test('a cluster', async () => {
    const node = await start({ lines: ['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1'] });
    const client = new Redis(node.port);
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await eventually(async () => String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
    await client.quit();
    expect(await countTwice(`redis+cluster://127.0.0.1:${node.port}`)).toEqual([1, 3]);
  });
});

test('a server that may forget counts is a warning', () => {
  const info = (policy: string, max: string) =>
    `redis_version:7.0\r\nmaxmemory:${max}\r\nmaxmemory_policy:${policy}\r\n`;
  expect(judgeInfo('h', info('allkeys-lru', '100'))).toMatchObject({ state: 'warning' });
  expect(judgeInfo('h', info('volatile-ttl', '100'))).toMatchObject({ state: 'warning' });
  expect(judgeInfo('h', info('volatile-ttl', '0'))).toMatchObject({ state: 'ok' });
  expect(judgeInfo('h', info('noeviction', '100'))).toMatchObject({ state: 'ok' });
});

test('where answers are shared, a server without a bound or with a copy on its disk is a warning', () => {
  const info = (max: number, aof: number) =>
    `redis_version:7.0\r\nmaxmemory:${max}\r\nmaxmemory_policy:noeviction\r\naof_enabled:${aof}\r\n`;
  expect(judgeInfo('h', info(0, 0), true)).toMatchObject({ state: 'warning', says: expect.stringContaining('bound') });
  expect(judgeInfo('h', info(9, 1), true)).toMatchObject({ state: 'warning', says: expect.stringContaining('disk') });
  expect(judgeInfo('h', info(9, 0), true)).toMatchObject({ state: 'ok' });
  expect(judgeInfo('h', info(0, 1))).toMatchObject({ state: 'ok' });
});
