// How a command and the nodes agree on the newest database server, by a real Redis that they share with strangers.

import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toOwnRedis } from '../../../src/compose/backend/installation.ts';
import {
  createLineageTexts,
  followNewestServer,
  type KnownServers,
  type LineageTalk,
  lineageKey,
  signNewestServerAnew,
  withNewestServer,
} from '../../../src/compose/backend/store-lineage.ts';
import type { SecretAddress } from '../../../src/settings/secret-address.ts';
import type { RedisLink } from '../../../src/stores/redis/link.ts';
import { addGeneration, openMasterSecret, retireGenerations } from '../../../src/stores/secrets/secrets.file.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

const server = (timeline: number) => `0 ${timeline} 7000000000000000001 00000000-0000-4000-8000-00000000000${timeline}`;

function createKnown(newest?: string): KnownServers & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    newestServer: () => newest,
    learnServer(text) {
      told.push(text);
      newest = text;
    },
  };
}

function createInstallation(name: string) {
  const directory = join(createOutputDirectory(name), 'secrets');
  return { secrets_dir: directory, secret: openMasterSecret({ directory, mayCreate: true }) };
}

describe.runIf(hasRedis)('a command and the newest database server', () => {
  const home = createInstallation('home');
  const signed = createLineageTexts(home.secret);
  let redis: RedisServer;
  let client: Redis;
  let link: RedisLink;
  let counters: SecretAddress;
  let fullKey = '';
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis({ port: redis.port });
    counters = { kind: 'text', text: `redis://127.0.0.1:${redis.port}` };
    const address = toOwnRedis(counters, home.secret);
    fullKey = `${address.prefix}:${lineageKey}`;
    link = await openTestLink({ address });
  });
  afterAll(async () => {
    link.close();
    client.disconnect();
    await redis.close();
  });
  beforeEach(() => client.del(fullKey));

  const exchange: LineageTalk['exchange'] = (...texts) => link.ask('confereNewest', lineageKey, ...texts);
  const tell = (text: string) => exchange(signed.sign(text), '');
  const refuseForged = () => expect.unreachable();

  test('learns of it before it connects', async () => {
    await tell(server(1));
    const command = createKnown();
    const knownThen = await withNewestServer({ counters, ...home }, command, async () => command.newestServer());
    expect(knownThen).toBe(server(1));
  });

  test('tells the nodes of one that it met first, and goes on when they have heard', async () => {
    await tell(server(1));
    const node = createKnown(server(1));
    onTestFinished(followNewestServer(node, { exchange, signed, onForged: refuseForged }));
    const command = createKnown(server(1));
    const steps: string[] = [];
    await withNewestServer(
      { counters, ...home },
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
    await tell(server(2));
    await withNewestServer({ counters, ...home }, createKnown(server(2)), async () => {}, refuse);
    const command = createKnown(server(1));
    const unreadable: SecretAddress = { kind: 'env', name: 'NOT_SET_ANYWHERE' };
    const learn = async () => command.learnServer(server(1));
    await withNewestServer({ counters: unreadable, ...home }, createKnown(), learn, refuse);
    await withNewestServer({ counters: null, ...home }, command, async () => command.learnServer(server(2)), refuse);
  });

  test('a rotation of the master secret changes neither the names nor what is believed', async () => {
    const rotated = createInstallation('rotated');
    const before = [toOwnRedis(counters, rotated.secret), createLineageTexts(rotated.secret).sign(server(1))] as const;
    addGeneration(rotated.secrets_dir);
    const after = openMasterSecret({ directory: rotated.secrets_dir, mayCreate: false });
    expect(toOwnRedis(counters, after)).toEqual(before[0]);
    expect(createLineageTexts(after).open(before[1])).toBe(server(1));
  });

  test('a retired generation changes neither, once what it had signed is signed anew', async () => {
    const retired = createInstallation('retired');
    const address = toOwnRedis(counters, retired.secret);
    const theirs = await openTestLink({ address });
    onTestFinished(theirs.close);
    const read = async () => String(await theirs.ask('confereNewest', lineageKey, '', ''));
    await theirs.ask('confereNewest', lineageKey, createLineageTexts(retired.secret).sign(server(1)), '');
    addGeneration(retired.secrets_dir);
    await signNewestServerAnew({ counters }, openMasterSecret({ directory: retired.secrets_dir, mayCreate: false }));
    retireGenerations(retired.secrets_dir, [1], {});
    const after = openMasterSecret({ directory: retired.secrets_dir, mayCreate: false });
    expect(toOwnRedis(counters, after)).toEqual(address);
    expect(createLineageTexts(after).open(await read())).toBe(server(1));
    expect(retired.secret.derive('store-lineage', 32)).not.toEqual(after.derive('store-lineage', 32));
  });

  describe('another installation on the same Redis', () => {
    test('has names of its own, and is never met', async () => {
      const stranger = createInstallation('stranger');
      const strangers = await openTestLink({ address: toOwnRedis(counters, stranger.secret) });
      onTestFinished(strangers.close);
      await tell(server(1));
      await strangers.ask('confereNewest', lineageKey, createLineageTexts(stranger.secret).sign(server(9)), '');
      expect(signed.open(String(await exchange('', '')))).toBe(server(1));
    });

    test.each([
      ['signed with its own secret', createLineageTexts(createInstallation('forger').secret).sign(server(9))],
      ['without a signature', server(9)],
      ['that is no server at all', 'x'],
    ])('changes nothing by a text %s, which is told once and gone', async (_, text) => {
      await client.set(fullKey, text);
      const node = createKnown(server(1));
      let forged = 0;
      onTestFinished(followNewestServer(node, { exchange, signed, onForged: () => void forged++ }));
      await expect.poll(() => client.get(fullKey), { timeout: 20_000 }).toBe(signed.sign(server(1)));
      expect([node.told, forged]).toEqual([[], 1]);
    });
  });
});
