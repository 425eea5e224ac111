// Answers that nodes share in Redis, when an older generation of the master secret is retired.

import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toOwnRedis } from '../../../src/compose/backend/installation.ts';
import { answersPurpose, sweepSharedAnswers } from '../../../src/compose/parts/erasure/shared-answers.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import { deriveAnswerKeys } from '../../../src/sources/protect/kept/answer-keys.ts';
import { createRedisAnswers } from '../../../src/stores/answers/answers.redis.ts';
import { addGeneration, openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

describe.runIf(hasRedis)('answers in Redis', () => {
  let redis: RedisServer;
  let config: Config;
  beforeAll(async () => {
    redis = await startRedis();
    const env = { CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}` };
    config = loadConfig({ cwd: createOutputDirectory('swept'), env });
  });
  afterAll(() => redis.close());

  async function createInstallation(name: string) {
    const directory = join(createOutputDirectory(name), 'secrets');
    const secret = openMasterSecret({ directory, mayCreate: true });
    const link = await openTestLink({
      address: toOwnRedis(config.counters as NonNullable<Config['counters']>, secret),
    });
    onTestFinished(() => link.close());
    const store = createRedisAnswers(link);
    const keep = async (text: string) => {
      const keys = deriveAnswerKeys(secret.deriveFresh(answersPurpose, 32)[0]);
      const answer = keys.toName(text);
      expect(await store.keep(answer, keys.toSeal(answer).close(JSON.stringify(text), answer), 60_000)).toBe('kept');
      return answer;
    };
    const has = async (answer: string) => (await store.find(answer)).kind === 'found';
    return { directory, secret, keep, has };
  }

  test('that an older generation has sealed are counted, and deleted; those of the newest and of others stay', async () => {
    const [own, stranger] = [await createInstallation('own'), await createInstallation('stranger')];
    const theirs = await stranger.keep('theirs');
    const older = await Promise.all(Array.from({ length: 600 }, (_, index) => own.keep(`older ${index}`)));
    addGeneration(own.directory);
    const newer = await own.keep('newer');
    expect(await sweepSharedAnswers(config, own.secret, true)).toMatchObject({ rows: 601, older: 600 });
    expect(await own.has(older[0] as string)).toBe(true);
    expect(await sweepSharedAnswers(config, own.secret, false)).toMatchObject({ rows: 1, older: 0 });
    expect(await Promise.all([older[0] as string, newer, theirs].map(own.has))).toEqual([false, true, false]);
    expect(await stranger.has(theirs)).toBe(true);
  });

  test('that are none, and no text at all, harm nothing', async () => {
    const own = await createInstallation('harmed');
    const client = new Redis(redis.port);
    onTestFinished(() => client.disconnect());
    const { prefix } = toOwnRedis(config.counters as NonNullable<Config['counters']>, own.secret);
    await client.rpush(`${prefix}:answers:list`, 'x');
    await client.set(`${prefix}:answers:text`, 'x');
    expect(await sweepSharedAnswers(config, own.secret, true)).toMatchObject({ rows: 1, older: 1 });
    expect(await sweepSharedAnswers(config, own.secret, false)).toMatchObject({ rows: 0, older: 0 });
  });

  test('stop a retirement where Redis does not answer', async () => {
    const own = await createInstallation('away');
    const nobody = loadConfig({ cwd: createOutputDirectory('away'), env: { CONFERE_COUNTERS: 'redis://127.0.0.1:1' } });
    await expect(sweepSharedAnswers(nobody, own.secret, false)).rejects.toThrow('Nothing was dropped');
  });
});
