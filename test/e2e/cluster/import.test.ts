// From one machine to several: everything that a service has kept in its own files is in PostgreSQL afterwards, proven and in use.

import { spawn } from 'node:child_process';
import events from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findPostgres } from '../../support/machine.ts';
import { confere, createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { get, post } from '../../support/service/service.ts';
import { noPostgres, startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';

const hasPostgres = findPostgres() !== undefined;
if (!hasPostgres) process.stderr.write(`test/e2e/cluster/import.test.ts is skipped: ${noPostgres}\n`);

const main = join(import.meta.dirname, '../../../src/cli/main.js');
const scopes = ['--scope', 'verify:cpf', 'verify:batch', 'watch:company'];
const person = { cpf: '40442820135' };
const once = { 'idempotency-key': 'before' };

describe.skipIf(!hasPostgres)('the way from one machine to several', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  const alone = createHome();
  let shared: Home;
  let key: string;
  let first: { requestId: string; batch: string; watch: string; webhook: string };

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    shared = {
      ...alone,
      env: { ...alone.env, CONFERE_STORE: database.service, CONFERE_STORE_MAINTENANCE: database.owner },
    };
    const made = await createKey(alone, '--mode', 'test', ...scopes);
    key = made.key;
    const added = await confere(alone, 'webhooks', 'add', 'https://example.com/hook', '--key', made.id, '--json');
    const service = await startProcess(alone);
    const answer = await post(`${service.address}/v1/verify/cpf`, person, { key, headers: once });
    const send = (path: string, body: string) =>
      fetch(`${service.address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
        body,
      }).then(async (sent) => ((await sent.json()) as { id: string }).id);
    first = {
      requestId: answer.body.request_id,
      batch: await send('/v1/batches', 'cpf\n40442820135\n90000001490\n'),
      watch: await send('/v1/watches', 'cnpj\n00000000000191\n'),
      webhook: JSON.parse(added.stdout).id,
    };
    const isDone = async () => (await get(`${service.address}/v1/batches/${first.batch}`, { key })).body.status;
    await vi.waitFor(async () => expect(await isDone()).toBe('completed'), { timeout: 60_000 });
    await service.stop();
  });
  afterAll(() => server?.close());

  const countOf = async (table: string) => {
    const [row] = await database.query<{ count: number }>(`SELECT count(*)::integer AS count FROM confere.${table}`);
    return row?.count;
  };

  test('a service refuses to begin beside what was not taken over, and says what to do', async () => {
    await expect(startProcess(shared)).rejects.toThrow(
      /holds what is not in the database of store.*confere store import/s,
    );
    expect(await confere(shared, 'store', 'leave')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
  });

  test('an import that is killed in the middle is run again, ends, proves the audit and moves the files aside', async () => {
    // Held up behind the audit and the keys.
    await database.query(`CREATE FUNCTION confere.hold_up() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'`);
    await database.query(`CREATE TRIGGER held_up BEFORE INSERT ON confere.webhook_endpoints
      FOR EACH STATEMENT EXECUTE FUNCTION confere.hold_up()`);
    const env = { ...process.env, ...shared.env };
    const running = spawn(process.execPath, [main, 'store', 'import'], { cwd: shared.directory, env, stdio: 'ignore' });
    const isHeldUp = async () =>
      (await database.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length;
    await expect.poll(isHeldUp, { timeout: 60_000 }).toBe(1);
    const killed = events.once(running, 'exit');
    running.kill('SIGKILL');
    await killed;
    await database.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
    await database.query('DROP TRIGGER held_up ON confere.webhook_endpoints');
    expect(await countOf('api_keys')).toBeGreaterThan(0);
    expect(existsSync(join(alone.directory, 'data', 'audit.db'))).toBe(true);
    const ended = await confere(shared, 'store', 'import', '--json');
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const { parts } = JSON.parse(ended.stdout) as { parts: readonly { part: string; found: number; there: number }[] };
    for (const { found, there } of parts) expect(there).toBe(found);
    const names = readdirSync(join(alone.directory, 'data'));
    expect(names.filter((name) => name.startsWith('taken-over-'))).toHaveLength(1);
    expect(names).not.toContain('audit.db');
    expect((await confere(shared, 'store', 'import')).stdout).toContain('nothing in data_dir');
    const verified = await confere(shared, 'audit', 'verify', '--json');
    expect(JSON.parse(verified.stdout)).toMatchObject({ kind: 'intact' });
  });

  test('a node of the cluster answers as the old one would have', async () => {
    const node = await startProcess(shared);
    try {
      const again = await post(`${node.address}/v1/verify/cpf`, person, { key, headers: once });
      expect([again.status, again.body.request_id]).toEqual([200, first.requestId]);
      const read = async (path: string) => (await get(`${node.address}${path}`, { key })).body;
      expect(await read(`/v1/batches/${first.batch}`)).toMatchObject({ status: 'completed', counts: { answered: 2 } });
      expect(await read(`/v1/watches/${first.watch}`)).toMatchObject({ companies: 1 });
      const results = await fetch(`${node.address}/v1/batches/${first.batch}/results`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect((await results.text()).trim().split('\n')).toHaveLength(2);
    } finally {
      await node.stop('SIGKILL');
    }
    expect((await confere(shared, 'webhooks', 'list', '--json')).stdout).toContain(first.webhook);
    const acts = await confere(shared, 'audit', 'list', '--kind', 'act', '--json');
    for (const act of ['key_created', 'webhook_added', 'store_imported']) expect(acts.stdout).toContain(act);
    const usage = await confere(shared, 'usage', '--json');
    expect(usage, usage.stderr).toMatchObject({ code: 0 });
    expect((await confere(alone, 'keys', 'list')).stderr).toContain('was taken over into PostgreSQL');
  });
});
