// What operators see of answers that two services share in a real Redis: counted by source and outcome, while Redis is there and gone.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { simulatorSecrets, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';
import { post, startTestService, type TestService } from '../../support/service/service.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

const kept = { deadline_ms: 10_000, connect_ms: 10_000, cache_seconds: 60 };

describe.runIf(hasRedis)('two services with `answer_cache: shared`', () => {
  let redis: RedisServer;
  let simulator: Simulator;
  let key: string;
  const nodes: TestService[] = [];
  const admins: string[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    simulator = await startSimulator({ clock: systemClock, port: 0 });
    Object.assign(process.env, simulatorSecrets);
    const folder = createOutputDirectory('shared-answers');
    const env = {
      CONFERE_CONFIG: writeSimulatedConfig(folder, simulator, { bureau_b: 'quod' }, { bureau_b: kept }),
      CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}`,
      CONFERE_ANSWER_CACHE: 'shared',
      CONFERE_LIMITS_COUNTERS_MS_MAX: '1000',
      CONFERE_VERIFICATION_DEADLINE_MS: '30000',
      CONFERE_DATA_DIR: join(folder, 'data'),
      CONFERE_SECRETS_DIR: join(folder, 'secrets'),
    };
    nodes.push(await startTestService(env), await startTestService(env));
    for (const node of nodes) admins.push(await node.listenForOperators());
    key = await (nodes[0] as TestService).createKey({ mode: 'live', rate: null });
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await simulator?.close();
    await redis?.close();
  });

  const verify = async (node: number, person: number) => {
    const { cpf, name, birthDate } = createQuery(person);
    const { address } = nodes[node] as TestService;
    const { status, body } = await post(
      `${address}/v1/verify/cpf?explain=true`,
      { cpf, name, birth_date: birthDate },
      { key },
    );
    expect(status).toBe(200);
    return body.explanation.sources.bureau_b as { outcome: string; cached: boolean };
  };
  const count = async (node: number, outcome: string) => {
    const text = await (await fetch(`${admins[node]}/metrics`)).text();
    const line = new RegExp(`^confere_shared_answers_total\\{source="bureau_b",outcome="${outcome}"\\} (\\d+)$`, 'm');
    return Number(line.exec(text)?.[1] ?? 0);
  };

  test('counts hits, misses and what was kept, and what could not be asked while Redis is gone', async () => {
    expect(await verify(0, 1)).toMatchObject({ outcome: 'answered', cached: false });
    await expect.poll(() => count(0, 'kept')).toBe(1);
    expect([await count(0, 'miss'), await count(0, 'hit')]).toEqual([1, 0]);
    expect(await verify(1, 1)).toMatchObject({ outcome: 'answered', cached: true });
    // Out of the process itself: nobody looks in Redis.
    expect(await verify(1, 1)).toMatchObject({ cached: true });
    expect([await count(1, 'miss'), await count(1, 'hit'), await count(1, 'kept')]).toEqual([0, 1, 0]);

    await redis.kill();
    expect(await verify(0, 2)).toMatchObject({ outcome: 'answered', cached: false });
    await expect.poll(() => count(0, 'unreachable')).toBeGreaterThan(0);
    const metrics = await (await fetch(`${admins[0]}/metrics`)).text();
    expect(metrics).toMatch(/^confere_source_asked_alone_total\{source="bureau_b",why="unreachable"\} 1$/m);
    expect(await verify(1, 1)).toMatchObject({ cached: true });
    await redis.restart();
    let person = 10;
    await expect.poll(() => verify(0, person++).then(() => count(0, 'kept'))).toBeGreaterThan(1);
    for (const fault of ['damaged', 'too_large', 'no_room']) expect(await count(0, fault)).toBe(0);
  });
});
