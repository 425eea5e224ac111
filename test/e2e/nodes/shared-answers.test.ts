// Two real processes that share the answers of their sources in a real Redis: what that saves, what it shows nobody, and what happens when
// Redis lies, freezes or dies. Calls are counted at the simulated parties.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import { contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { canaryCpfs, canaryNames, findLeaks } from '../../support/canaries.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { patient } from '../../support/parties/simulated-sources.ts';
import { refusal, success } from '../../support/service/commands.ts';
import {
  type CreatedKey,
  confere,
  confereWithInput,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { type Answer, post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

/** Each says all that it is asked for: an answer with gaps is never kept. The first is also told the birth date, and tells the name. */
const parties = { bureau_a: 'serpro-cpf', bureau_b: 'quod', fraud_registry: 'pix-dict' } as const;

/** Half of the deadline is the time for which nodes wait for a Redis that is gone. */
const kept = { ...patient, deadline_ms: 12_000, cache_seconds: 3_600 };

describe.runIf(hasRedis)('two nodes with `answer_cache: shared`', () => {
  let redis: RedisServer;
  let client: Redis;
  let simulator: Simulator;
  let home: Home;
  let key: CreatedKey;
  let one: RunningProcess;
  let two: RunningProcess;

  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis({ port: redis.port, retryStrategy: () => 100 });
    client.on('error', () => {});
    simulator = await startParties();
    const env = {
      CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}`,
      CONFERE_ANSWER_CACHE: 'shared',
      CONFERE_LIMITS_COUNTERS_MS_MAX: '1000',
    };
    home = createSimulatedHome(simulator, { env, wiring: parties, each: kept });
    key = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
    [one, two] = await Promise.all([startProcess(home), startProcess(home)]);
  });
  afterAll(async () => {
    await Promise.all([one?.stop('SIGKILL'), two?.stop('SIGKILL')]);
    client?.disconnect();
    await simulator?.close();
    await redis?.close();
  });

  const verify = ({ address }: RunningProcess, { cpf, name, birthDate }: PersonQuery) =>
    post(`${address}/v1/verify/cpf?explain=true`, { cpf, name, birth_date: birthDate }, { key: key.key });
  const readCached = ({ body }: Answer) => contractSourceNames.map((name) => body.explanation.sources[name].cached);
  const countCalls = ({ cpf }: PersonQuery) => Object.values(parties).map((party) => simulator.callsFor(party, cpf));
  const listKeys = async () => (await client.keys('confere:*:answers:*')).sort();

  let next = 7_000;
  /** Somebody about whom all three parties say all that they are asked for, known to node one alone, with the names in Redis. */
  async function askOne(): Promise<{ query: PersonQuery; answer: Answer; keys: string[] }> {
    for (let tries = 0; tries < 100; tries++) {
      const query = createQuery(next++);
      const before = await listKeys();
      const answer = await verify(one, query);
      expect(answer.status).toBe(200);
      if (readCached(await verify(one, query)).join() !== 'true,true,true') continue;
      // An answer does not wait until it is kept.
      const listNew = async () => (await listKeys()).filter((name) => !before.includes(name));
      await expect.poll(listNew).toHaveLength(3);
      return { query, answer, keys: await listNew() };
    }
    throw new Error('Of nobody all that is asked for was answered');
  }

  /** What was decided, without what differs from call to call. */
  const toDecision = ({ status, body }: Answer) => {
    const { request_id, processed_at, explanation, ...decision } = body;
    const { sources, ...reasons } = explanation;
    return { status, decision, reasons, outcomes: contractSourceNames.map((name) => sources[name].outcome) };
  };

  /** It must be as if there were no Redis at all: the same answer as the first time, and with each party asked again. */
  async function expectAskedAgain({ query, answer }: { query: PersonQuery; answer: Answer }): Promise<void> {
    const again = await verify(two, query);
    expect(toDecision(again)).toEqual(toDecision(answer));
    expect(readCached(again)).toEqual([false, false, false]);
    expect(countCalls(query)).toEqual([2, 2, 2]);
  }

  test('node two answers about a person whom node one asked for, the same, and no party is called', async () => {
    const { query, answer: first } = await askOne();
    expect(readCached(first)).toEqual([false, false, false]);
    const second = await verify(two, query);
    expect(toDecision(second)).toEqual(toDecision(first));
    expect(readCached(second)).toEqual([true, true, true]);
    expect(countCalls(query)).toEqual([1, 1, 1]);

    // From now on node two has them itself.
    await client.flushall();
    expect(readCached(await verify(two, query))).toEqual([true, true, true]);
    expect(countCalls(query)).toEqual([1, 1, 1]);

    for (const { body } of [first, second]) {
      const replayed = await confere(home, 'audit', 'replay', body.request_id);
      expect(replayed).toMatchObject(success('same'));
    }
  });

  test('both nodes are asked about somebody at the same moment: each party is called once, whatever it says', async () => {
    const patience = { kind: 'fixed', ms: 400 } as const;
    for (const party of Object.values(parties)) await simulator.set(party, { latency: patience });
    const queries = Array.from({ length: 4 }, () => createQuery(next++));
    const answers = await Promise.all(queries.map((query) => Promise.all([verify(one, query), verify(two, query)])));
    for (const party of Object.values(parties)) await simulator.set(party, { latency: { kind: 'fixed', ms: 0 } });
    for (const [index, [first, second]] of answers.entries()) {
      expect(toDecision(second)).toEqual(toDecision(first));
      expect(countCalls(queries[index] as PersonQuery)).toEqual([1, 1, 1]);
    }
  });

  test('Redis stands still for a moment while both nodes are asked: each party is called once all the same', async () => {
    const query = createQuery(next++);
    redis.freeze();
    const asking = Promise.all([verify(one, query), verify(two, query)]);
    // Longer than the nodes wait for an answer of Redis, so that they call it gone.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    redis.thaw();
    const [first, second] = await asking;
    expect(toDecision(second)).toEqual(toDecision(first));
    expect(countCalls(query)).toEqual([1, 1, 1]);
  });

  test('another birth date is another question to the one party that is sent it', async () => {
    const { query } = await askOne();
    const answer = await verify(two, { ...query, birthDate: '1970-01-01' });
    expect(readCached(answer)).toEqual([false, true, true]);
    expect(countCalls(query)).toEqual([2, 1, 1]);
  });

  test('Redis holds nothing of a person in any form, and nothing for longer than the setting', async () => {
    for (const cpf of canaryCpfs) {
      for (const name of canaryNames) {
        const answer = await verify(one, { cpf: cpf as Cpf, name, birthDate: '1987-05-21' });
        expect(answer.status).toBe(200);
      }
    }
    const { query } = await askOne();
    const folder = createOutputDirectory('redis');
    const seen: string[] = [];
    for (const name of await client.keys('*')) {
      const isAnswer = name.includes(':answers:');
      const value = isAnswer ? ((await client.get(name)) ?? '') : (await client.dumpBuffer(name))?.toString('latin1');
      const bytes = isAnswer ? Buffer.from(value ?? '', 'base64url').toString('latin1') : '';
      seen.push(name, value ?? '', bytes);
      const lives = await client.ttl(name);
      if (isAnswer) expect(lives > 0 && lives <= kept.cache_seconds, name).toBe(true);
    }
    expect(seen.filter((text) => /^confere:[\da-f]{12}:answers:/.test(text)).length).toBeGreaterThan(3);
    writeFileSync(join(folder, 'all'), seen.join('\n'), 'latin1');
    expect(findLeaks(folder)).toEqual([]);
    const all = seen.join('\n').toUpperCase();
    for (const word of [query.cpf, query.birthDate, ...(query.name ?? '').split(' '), 'score', 'bureau', 'debts'])
      if (word !== null && word.length > 3) expect(all).not.toContain(word.toUpperCase());
  });

  test('whatever is wrong with what lies there, each party is asked, and the answer is right', async () => {
    const spoil: Readonly<Record<string, (keys: readonly string[]) => Promise<unknown>>> = {
      garbage: (keys) => Promise.all(keys.map((name) => client.set(name, '\0\xff garbage', 'PX', 60_000))),
      'cut off': (keys) =>
        Promise.all(
          keys.map(async (name) => client.set(name, ((await client.get(name)) ?? '').slice(0, -9), 'PX', 60_000)),
        ),
      'another type': (keys) =>
        Promise.all(keys.map(async (name) => client.del(name).then(() => client.rpush(name, 'x')))),
      'far too large': (keys) => Promise.all(keys.map((name) => client.set(name, 'x'.repeat(1_000_000), 'PX', 60_000))),
      'without an end': (keys) => Promise.all(keys.map((name) => client.persist(name))),
      'moved from source to source': async (keys) => {
        const values = await Promise.all(keys.map((name) => client.get(name)));
        await Promise.all(
          keys.map((name, index) => client.set(name, values[(index + 1) % values.length] as string, 'PX', 60_000)),
        );
      },
      'of somebody else': async (keys) => {
        const others = (await askOne()).keys;
        await Promise.all(keys.map(async (name, index) => client.copy(others[index] as string, name, 'REPLACE')));
      },
    };
    for (const change of Object.values(spoil)) {
      const asked = await askOne();
      await change(asked.keys);
      await expectAskedAgain(asked);
    }
    expect(two.output()).toMatch(/"shared_answer_fault".*"damaged"/);
  });

  test('`privacy erase` deletes what is shared about a person, and of nobody else', async () => {
    const [asked, other] = [await askOne(), await askOne()];
    const erased = await confereWithInput(home, `${asked.query.cpf}\n`, 'privacy', 'erase', '--yes');
    expect(erased, erased.stderr).toMatchObject(success('3 shared answers of sources deleted.'));
    const left = await listKeys();
    expect(left.filter((name) => asked.keys.includes(name))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(other.keys));
    await expectAskedAgain(asked);
  });

  test('a rotated master secret costs one more call, and erasing finds what was kept before it', async () => {
    const [asked, other] = [await askOne(), await askOne()];
    const before = await listKeys();
    expect(await confere(home, 'secrets', 'rotate')).toMatchObject({ code: 0 });
    await expectAskedAgain(asked);
    // Kept anew by the secret that holds now, where node one finds them: what it held itself was sealed by the one before.
    await expect.poll(async () => (await listKeys()).length).toBe(before.length + 3);
    expect(readCached(await verify(one, asked.query))).toEqual([true, true, true]);
    expect(countCalls(asked.query)).toEqual([2, 2, 2]);
    const erased = await confereWithInput(home, `${other.query.cpf}\n`, 'privacy', 'erase', '--yes');
    expect(erased.stdout).toContain('3 shared answers of sources deleted.');
  });

  test('frozen, killed and back: every answer is right, and sharing goes on by itself', async () => {
    const isShared = async () => {
      const query = createQuery(next++);
      await verify(one, query);
      return readCached(await verify(two, query)).some((isCached) => isCached);
    };
    const asksAlone = async () => {
      const query = createQuery(next++);
      const answers = [await verify(one, query), await verify(two, query)] as const;
      expect(answers.flatMap(readCached)).not.toContain(true);
      expect(toDecision(answers[0])).toMatchObject({ status: 200, outcomes: toDecision(answers[1]).outcomes });
      expect(toDecision(answers[0])).toEqual(toDecision(answers[1]));
      for (const { address } of [one, two]) expect((await fetch(`${address}/readyz`)).status).toBe(200);
    };
    redis.freeze();
    try {
      for (let person = 0; person < 5; person++) await asksAlone();
    } finally {
      redis.thaw();
    }
    await expect.poll(isShared).toBe(true);
    await redis.kill();
    for (let person = 0; person < 5; person++) await asksAlone();
    const { cpf } = createQuery(next++);
    const erased = await confereWithInput(home, `${cpf}\n`, 'privacy', 'erase', '--yes');
    expect(erased).toMatchObject(refusal(1, 'Redis did not answer'));
    await redis.restart();
    await expect.poll(isShared).toBe(true);
  });

  test('usage counts only what the parties were really sent', async () => {
    await Promise.all([one.stop(), two.stop()]);
    const { calls } = JSON.parse((await confere(home, 'usage', '--json')).stdout) as {
      calls: { source: keyof typeof parties; count: number }[];
    };
    const counted = Object.fromEntries(calls.map(({ source, count }) => [source, count]));
    for (const [source, party] of Object.entries(parties))
      expect(counted[source], source).toBe(simulator.state().parties[party]?.calls);
  });
});
