import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answerBytesMax } from '../../../src/app/verify/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import { createMemoryAnswers } from '../../../src/stores/answers/answers.memory.ts';
import { askRedisAnswers, createRedisAnswers, sweepRedisAnswers } from '../../../src/stores/answers/answers.redis.ts';
import { parseRedisAddress } from '../../../src/stores/redis/address.ts';
import type { RedisLink } from '../../../src/stores/redis/link.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';
import { describeAnswerStore } from './answer-store.contract.ts';

describeAnswerStore('Memory', () => createMemoryAnswers(systemClock));

test('Memory forgets the oldest answer when it is full', async () => {
  const store = createMemoryAnswers(systemClock, { entriesMax: 2 });
  for (const name of ['a', 'b', 'c']) await store.keep(name, Buffer.from(name), 60_000);
  const kinds = await Promise.all(['a', 'b', 'c'].map(async (name) => (await store.find(name)).kind));
  expect(kinds).toEqual(['none', 'found', 'found']);
});

describe.runIf(hasRedis)('on a real Redis', () => {
  let server: RedisServer;
  let link: RedisLink;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis();
    link = await openTestLink({ port: server.port });
    client = new Redis(server.port);
  });
  afterAll(async () => {
    link.close();
    client.disconnect();
    await server.close();
  });

  describeAnswerStore('Redis', () => createRedisAnswers(link));

  test('what somebody else has put there is damaged, whatever it is, and the link stays', async () => {
    const store = createRedisAnswers(link);
    const put = {
      'a list': (key: string) => client.rpush(key, 'x'),
      'a set with a score': (key: string) => client.zadd(key, 1, 'x'),
      'a text that is too long': (key: string) => client.set(key, 'x'.repeat(answerBytesMax * 2), 'PX', 60_000),
      'a text that lives for ever': (key: string) => client.set(key, 'x'),
    };
    for (const [what, write] of Object.entries(put)) {
      const name = randomUUID();
      await write(`confere:answers:${name}`);
      expect(await store.find(name), what).toEqual({ kind: 'damaged' });
      expect(link.isReachable(), what).toBe(true);
      // It heals: the next answer takes its place.
      expect(await store.keep(name, Buffer.from('ours'), 60_000), what).toBe('kept');
      expect(await store.find(name), what).toMatchObject({ kind: 'found', sealed: Buffer.from('ours') });
    }
  });

  test('the server itself ends what was kept, and nobody else has to', async () => {
    const name = randomUUID();
    await createRedisAnswers(link).keep(name, Buffer.from('x'), 60_000);
    const lives = await client.pttl(`confere:answers:${name}`);
    expect(lives).toBeGreaterThan(0);
    expect(lives).toBeLessThanOrEqual(60_000);
  });

  test('the last quarter of its memory is left to the limits, and a full server is no fault', async () => {
    const store = createRedisAnswers(link);
    const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
    onTestFinished(async () => void (await client.config('SET', 'maxmemory', '0')));
    await client.config('SET', 'maxmemory', String(Math.round(used * 1.2)));
    expect(await store.keep(randomUUID(), Buffer.from('x'), 60_000)).toBe('no_room');
    await client.config('SET', 'maxmemory', String(Math.round(used / 2)));
    expect(await store.keep(randomUUID(), Buffer.from('x'), 60_000)).toBe('no_room');
    expect(await store.find(randomUUID())).toEqual({ kind: 'none' });
    expect(link.isReachable()).toBe(true);
    await client.config('SET', 'maxmemory', String(used * 4));
    expect(await store.keep(randomUUID(), Buffer.from('x'), 60_000)).toBe('kept');
  });

  test('a server that has become a replica is not taken for a full one: nothing is kept there, and the link is looked for anew', async () => {
    const replica = await startRedis();
    onTestFinished(() => replica.close());
    const way = await openTestLink({ port: replica.port });
    onTestFinished(() => way.close());
    const store = createRedisAnswers(way);
    await expect.poll(() => store.keep('a', Buffer.from('x'), 60_000)).toBe('kept');
    const operator = new Redis(replica.port);
    onTestFinished(() => operator.disconnect());
    await operator.replicaof('127.0.0.1', server.port);
    expect(await store.keep('a', Buffer.from('x'), 60_000)).toBe('unreachable');
    expect(way.isReachable()).toBe(false);
    await operator.replicaof('NO', 'ONE');
    await expect.poll(() => store.keep('a', Buffer.from('x'), 60_000)).toBe('kept');
  });

  test('a name that may not ask how much memory there is still keeps answers', async () => {
    await client.acl('SETUSER', 'narrow', 'on', '>secret', '~*', '+@all', '-info');
    const narrow = await openTestLink({ address: `redis://narrow:secret@127.0.0.1:${server.port}` });
    onTestFinished(() => narrow.close());
    const [store, name] = [createRedisAnswers(narrow), randomUUID()];
    expect(await store.keep(name, Buffer.from('x'), 60_000)).toBe('kept');
    expect(await store.find(name)).toMatchObject({ kind: 'found' });
  });

  test('are deleted by name, and only those', async () => {
    const store = createRedisAnswers(link);
    const names = [randomUUID(), randomUUID(), randomUUID()] as const;
    for (const name of names) await store.keep(name, Buffer.from('x'), 60_000);
    const address = `redis://127.0.0.1:${server.port}`;
    expect(await askRedisAnswers('look', parseRedisAddress(address), [names[0], names[1], randomUUID()])).toBe(2);
    expect(await askRedisAnswers('delete', parseRedisAddress(address), [names[0], names[1], randomUUID()])).toBe(2);
    expect(await store.find(names[0])).toEqual({ kind: 'none' });
    expect(await store.find(names[2])).toMatchObject({ kind: 'found' });
  });
});

describe.runIf(hasRedis)('a Redis of the test alone', () => {
  test('frozen or gone: unreachable at once after the first look, and back by itself', async () => {
    const server = await startRedis();
    onTestFinished(() => server.close());
    const link = await openTestLink({ port: server.port, answerMsMax: 200 });
    onTestFinished(() => link.close());
    const store = createRedisAnswers(link);
    const keep = () => store.keep('a', Buffer.from('x'), 60_000);
    await expect.poll(keep).toBe('kept');
    server.freeze();
    expect(await store.find('a')).toEqual({ kind: 'unreachable' });
    // Nothing is sent, so that nothing is waited for.
    expect(link.isReachable()).toBe(false);
    expect(await keep()).toBe('unreachable');
    server.thaw();
    await expect.poll(() => store.find('a')).toMatchObject({ kind: 'found' });
    await server.kill();
    await expect.poll(() => store.find('a')).toEqual({ kind: 'unreachable' });
    expect(
      await askRedisAnswers('delete', parseRedisAddress(`redis://127.0.0.1:${server.port}`), ['a']),
    ).toBeUndefined();
    await server.restart();
    await expect.poll(() => store.find('a')).toEqual({ kind: 'none' });
    await expect.poll(keep).toBe('kept');
  });

  test('by way of a Sentinel, and in a cluster', async () => {
    const master = await startRedis();
    onTestFinished(() => master.close());
    const sentinel = await startRedis({
      sentinel: true,
      lines: [`sentinel monitor main 127.0.0.1 ${master.port} 1`],
    });
    onTestFinished(() => sentinel.close());
    const node = await startRedis({ lines: ['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1'] });
    onTestFinished(() => node.close());
    const client = new Redis(node.port);
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await expect.poll(async () => String(await client.call('CLUSTER', 'INFO'))).toContain('cluster_state:ok');
    client.disconnect();
    for (const address of [
      `redis+sentinel://127.0.0.1:${sentinel.port}/main`,
      `redis+cluster://127.0.0.1:${node.port}`,
    ]) {
      const link = await openTestLink({ address });
      onTestFinished(() => link.close());
      await expect.poll(() => link.isReachable()).toBe(true);
      const store = createRedisAnswers(link);
      const names = Array.from({ length: 20 }, () => randomUUID());
      for (const name of names) expect(await store.keep(name, Buffer.from(name), 60_000)).toBe('kept');
      for (const name of names) expect(await store.find(name)).toMatchObject({ sealed: Buffer.from(name) });
      const isNewest = (name: string, sealed: Uint8Array) =>
        name !== names[0] && name === Buffer.from(sealed).toString();
      expect(await sweepRedisAnswers('look', parseRedisAddress(address), isNewest)).toEqual({ rows: 20, older: 1 });
      expect(await askRedisAnswers('delete', parseRedisAddress(address), names)).toBe(20);
    }
  });
});

test('something that only pretends to be Redis holds no answers and harms nothing', async () => {
  const sockets: Socket[] = [];
  const liar = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', () => socket.write('*2\r\n$-7\r\n\0garbage that is no protocol\r\n'));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  const { port } = liar.address() as { port: number };
  const link = await openTestLink({ port, answerMsMax: 100 });
  onTestFinished(() => {
    link.close();
    for (const socket of sockets) socket.destroy();
    liar.close();
  });
  const store = createRedisAnswers(link);
  expect(await store.find('a')).not.toMatchObject({ kind: 'found' });
  expect(await store.keep('a', Buffer.from('x'), 60_000)).toBe('unreachable');
});
