// Two servers that take writes: whoever knows of the newer one uses no other, and is told of it by Redis.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLineageMemory, type Lineage } from '../../../src/stores/postgres/lineage.ts';
import { findPostgres, findRedis } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { type Answer, get, post, startTestService, type TestService } from '../../support/service/service.ts';
import { noPostgres, startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { type RedisServer, startRedis } from '../../support/stores/redis-server.ts';

const canRun = findPostgres() !== undefined && findRedis() !== undefined;
if (!canRun) process.stderr.write(`test/http/nodes/old-primary.test.ts is skipped: ${noPostgres}, or no Redis\n`);

const company = { cnpj: '11222333000181' };

describe.skipIf(!canRun)('an old primary that goes on taking writes', () => {
  let old: TestPostgres;
  let promoted: TestPostgres;
  let redis: RedisServer;
  let database: TestDatabase;
  let stays: TestService;
  let moves: TestService;

  beforeAll(async () => {
    old = await startPostgres();
    database = await old.createDatabase();
    promoted = await old.createReplica();
    redis = await startRedis();
    const secrets = join(createOutputDirectory('secrets'), 'secrets');
    const start = (store: string) =>
      startTestService({
        CONFERE_STORE: store,
        CONFERE_SECRETS_DIR: secrets,
        CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}`,
        // A revocation waits it out for a node that hears nothing.
        CONFERE_STORE_OUTAGE_SECONDS: '5',
      });
    stays = await start(database.service);
    moves = await start(database.service.replace(`:${old.port}/`, `:${old.port},127.0.0.1:${promoted.port}/`));
  });
  afterAll(async () => {
    await moves?.close();
    await stays?.close();
    await redis?.close();
    await promoted?.close();
    await old?.close();
  });

  const verify = ({ address }: TestService, key: string) => post(`${address}/v1/verify/cnpj`, company, { key });
  const toSummary = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`);

  test('is used by no node once one of them has met the newer server, and no revoked key lives on it', async () => {
    const key = await moves.createKey({ name: 'revoked', rate: null });
    for (const node of [stays, moves]) await expect.poll(async () => toSummary(await verify(node, key))).toBe('200');
    // The old one commits again without its replica, as one does that nobody has stopped.
    await promoted.promote();
    await old.query('postgres', "ALTER SYSTEM SET synchronous_standby_names = ''");
    await old.query('postgres', 'SELECT pg_reload_conf()');
    await old.stop();
    await expect.poll(async () => toSummary(await verify(moves, key))).toBe('200');
    await expect.poll(async () => (await get(`${moves.address}/readyz`)).status).toBe(200);
    // A node that was only ready by what it still held would go back to the old one, and nobody would know of another.
    const findTimeline = () => readFileSync(join(moves.directory, 'data/store-lineage'), 'utf8').split(' ')[1];
    await expect.poll(findTimeline).toBe('2');
    await old.start();
    // It is back, takes writes, and the one that reaches no other refuses it at once, known keys included.
    await expect.poll(async () => (await get(`${stays.address}/readyz`)).status).toBe(503);
    await expect.poll(async () => toSummary(await verify(stays, key))).toBe('503 overloaded');
    const operators = await stays.listenForOperators();
    await expect.poll(async () => (await fetch(`${operators}/metrics`)).text()).toMatch(/^confere_store_fenced 1$/m);
    await moves.revokeKeyNamed('revoked');
    expect(toSummary(await verify(moves, key))).toBe('401 invalid_api_key');
    expect(toSummary(await verify(stays, key))).toBe('503 overloaded');
  });

  test('is left by a process that finds a newer server written down by another of its node', async () => {
    await expect.poll(async () => (await get(`${moves.address}/readyz`)).status).toBe(200);
    const memory = createLineageMemory(join(moves.directory, 'data/store-lineage'));
    const known = memory.read() as Lineage;
    memory.remember({ ...known, timeline: known.timeline + 1 });
    await expect.poll(async () => (await get(`${moves.address}/readyz`)).status).toBe(503);
  });
});
