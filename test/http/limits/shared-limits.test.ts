// Two services that count together in a real Redis, over real sockets, while Redis is there, gone and back.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { post, startTestService, type TestService } from '../../support/service/service.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

describe.runIf(hasRedis)('two nodes with `counters`', () => {
  let redis: RedisServer;
  const nodes: TestService[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    const env = { CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}`, CONFERE_LIMITS_COUNTERS_MS_MAX: '1000' };
    const first = await startTestService(env);
    const { directory } = first;
    const shared = { CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') };
    nodes.push(first, await startTestService({ ...env, ...shared }));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await redis.close();
  });

  const verify = async (key: string, turn: number): Promise<number> => {
    const { address } = nodes[turn % 2] as TestService;
    return (await post(`${address}/v1/verify/cnpj`, { cnpj: '11222333000181' }, { key })).status;
  };
  const count = async (key: string, requests: number): Promise<Record<number, number>> => {
    const statuses = await Promise.all(Array.from({ length: requests }, (_, turn) => verify(key, turn)));
    return Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]));
  };
  const createKey = (key: Parameters<TestService['createKey']>[0]) => (nodes[0] as TestService).createKey(key);
  const readStatus = async (operators: string) =>
    (await fetch(`${operators}/status`)).json() as Promise<{ counters: object }>;
  const eventually = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  test('hold rates, bursts and quotas together, to the request', async () => {
    expect(await count(await createKey({ rate: { requests: 20, windowSeconds: 60 } }), 30)).toEqual({
      200: 20,
      429: 10,
    });
    expect(await count(await createKey({ dailyQuota: 15, concurrency: 100 }), 30)).toEqual({ 200: 15, 429: 15 });
  });

  test('count failed authentications together', async () => {
    const key = (nodes[0] as TestService).createUnknownKey();
    expect(await count(key, 40)).toEqual({ 401: 30, 429: 10 });
  });

  test('count nothing together with another installation on the same Redis', async () => {
    const stranger = await startTestService({ CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}` });
    onTestFinished(() => stranger.close());
    const operators = await stranger.listenForOperators();
    await eventually(async () => JSON.stringify(await readStatus(operators)).includes('"reachable":true'));
    expect((await readStatus(operators)).counters).toEqual({ shared: true, reachable: true, nodes: 1 });
  });

  test('keep to their shares while Redis is gone, answer all the same, say so, and go back by themselves', async () => {
    const usedUp = await createKey({ rate: { requests: 4, windowSeconds: 3_600 } });
    const fresh = await createKey({ rate: { requests: 20, windowSeconds: 3_600 } });
    await count(usedUp, 6);
    const operators = await (nodes[0] as TestService).listenForOperators();
    // The first one hears of the second with its next beat.
    await eventually(async () => JSON.stringify(await readStatus(operators)).includes('"nodes":2'));
    expect((await readStatus(operators)).counters).toEqual({ shared: true, reachable: true, nodes: 2 });
    await redis.kill();
    // Whoever comes first may still wait for an answer; nobody gets anything but an answer or a limit.
    expect(await count(usedUp, 10)).toEqual({ 429: 10 });
    expect(await count(fresh, 60)).toEqual({ 200: 20, 429: 40 });
    expect((await fetch(`${operators}/readyz`)).status).toBe(200);
    expect((await readStatus(operators)).counters).toEqual({ shared: true, reachable: false, nodes: 2 });
    const metrics = await (await fetch(`${operators}/metrics`)).text();
    expect(metrics).toMatch(/^confere_counters_reachable 0$/m);
    expect(metrics).toMatch(/^confere_counters_alone_total [1-9]/m);
    await redis.restart();
    await eventually(async () => JSON.stringify(await readStatus(operators)).includes('"reachable":true'));
    const after = await (await fetch(`${operators}/metrics`)).text();
    expect(after).toMatch(/^confere_counters_reconnects_total 1$/m);
    expect(after).toMatch(/^confere_counters_nodes [12]$/m);
    expect(after).toMatch(/^confere_counters_duration_seconds_count [1-9]/m);
    const events = (nodes[0] as TestService).readLog().map(({ event }) => event);
    expect(events.filter((event) => String(event).startsWith('counters_'))).toEqual([
      'counters_shared',
      'counters_alone',
      'counters_shared',
    ]);
    expect(JSON.stringify((nodes[0] as TestService).readLog())).not.toContain('redis://');
  });
});
