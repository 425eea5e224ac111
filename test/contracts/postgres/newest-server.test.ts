// How a command and the nodes agree on the newest database server, by a real Redis.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  followNewestServer,
  type KnownServers,
  lineageKey,
  withNewestServer,
} from '../../../src/compose/backend/store-lineage.ts';
import type { SecretAddress } from '../../../src/settings/secret-address.ts';
import type { RedisLink } from '../../../src/stores/redis/link.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

const server = (timeline: number) => `0 ${timeline} 7000000000000000001 00000000-0000-4000-8000-00000000000${timeline}`;

function createKnown(newest?: string): KnownServers {
  return {
    newestServer: () => newest,
    learnServer: (text) => {
      newest = text;
    },
  };
}

describe.runIf(hasRedis)('a command and the newest database server', () => {
  let redis: RedisServer;
  let link: RedisLink;
  let counters: SecretAddress;
  beforeAll(async () => {
    redis = await startRedis();
    link = await openTestLink({ port: redis.port });
    counters = { kind: 'text', text: `redis://127.0.0.1:${redis.port}` };
  });
  afterAll(async () => {
    link.close();
    await redis.close();
  });
  const exchange = (known: string) => link.ask('confereNewest', lineageKey, known);

  test('learns of it before it connects', async () => {
    await exchange(server(1));
    const command = createKnown();
    const knownThen = await withNewestServer({ counters }, command, async () => command.newestServer());
    expect(knownThen).toBe(server(1));
  });

  test('tells the nodes of one that it met first, and goes on when they have heard', async () => {
    await exchange(server(1));
    const node = createKnown(server(1));
    onTestFinished(followNewestServer(node, exchange));
    const command = createKnown(server(1));
    const steps: string[] = [];
    await withNewestServer(
      { counters },
      command,
      async () => {
        steps.push('connected');
        command.learnServer(server(2));
      },
      async () => {
        steps.push('waits');
        await expect.poll(() => node.newestServer()).toBe(server(2));
      },
    );
    expect(steps).toEqual(['connected', 'waits']);
  });

  test('waits for nobody where the server is known, or there is no Redis', async () => {
    const refuse = async () => expect.unreachable();
    await exchange(server(2));
    await withNewestServer({ counters }, createKnown(server(2)), async () => {}, refuse);
    const command = createKnown(server(1));
    const unreadable: SecretAddress = { kind: 'env', name: 'NOT_SET_ANYWHERE' };
    await withNewestServer({ counters: unreadable }, createKnown(), async () => command.learnServer(server(1)), refuse);
    await withNewestServer({ counters: null }, command, async () => command.learnServer(server(2)), refuse);
  });
});
