// Batches over real sockets: taken in as they come, worked off in the background, read in ranges, and nobody else's.

import { request } from 'node:http';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { withWebhooks } from '../../src/compose/commands/webhooks.ts';
import { openVault } from '../../src/compose/parts/vault.ts';
import { loadConfig } from '../../src/config.ts';
import type { Scope } from '../../src/domain/api-key.ts';
import { toStandaloneSchema } from '../support/component-schema.ts';
import { type Answer, get, startTestService, type TestService } from '../support/service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const env = {
  CONFERE_BATCHES_ROWS_MAX: '1000',
  CONFERE_BATCHES_BODY_BYTES_MAX: '100000',
  CONFERE_BATCHES_UNFINISHED_PER_KEY_MAX: '2',
  CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
  CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
};
const scopes: Scope[] = ['verify:cpf', 'verify:cnpj', 'verify:batch'];
const csv = [
  'documento;nome;nascimento',
  '404.428.201-35;Ana Beatriz Carvalho;21/07/1990',
  '34.238.864/0001-68;Planalto Central Tecnologia;',
  '34238864000160;;',
  ';;',
  '',
].join('\n');

let service: TestService;
let receiver: WebhookReceiver;
let key: string;
beforeAll(async () => {
  service = await startTestService(env);
  receiver = await startWebhookReceiver();
  key = await service.createKey({ scopes });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

interface Sent {
  readonly key?: string | undefined;
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

async function send(body: string, sent: Sent = {}): Promise<Answer> {
  const response = await fetch(`${service.address}/v1/batches${sent.query ?? ''}`, {
    method: 'POST',
    headers: {
      'content-type': sent.type ?? 'text/csv',
      authorization: `Bearer ${sent.key ?? key}`,
      ...sent.headers,
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const read = (path: string, by = key) => get(`${service.address}/v1/batches/${path}`, { key: by });

async function readResults(id: string, query = '') {
  const response = await fetch(`${service.address}/v1/batches/${id}/results${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const finished = async (id: string, by = key) => {
  await expect.poll(async () => (await read(id, by)).body.status, { timeout: 120_000 }).not.toBe('running');
  return (await read(id, by)).body;
};

const toNdjson = (rows: number) => `${Array.from({ length: rows }, () => '{"cnpj":"34238864000168"}').join('\n')}\n`;

describe('a batch', () => {
  it('is taken in, worked off, and answers each row as a single verification would', async () => {
    const sent = await send(csv, { query: '?explain=true' });
    expect(sent).toMatchObject({ status: 202, body: { rows: 4, reason: null } });
    const { id } = sent.body;
    expect(sent.headers.get('location')).toBe(`/v1/batches/${id}`);
    const done = await finished(id);
    expect(done).toMatchObject({
      status: 'completed',
      counts: { answered: 2, invalid: 2, failed: 0, outcome_unknown: 0 },
      finished_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect([...Value.Errors(toStandaloneSchema('Batch'), done)]).toEqual([]);
    const results = await readResults(id);
    const schema = toStandaloneSchema('BatchResult');
    for (const line of results) expect([...Value.Errors(schema, line)]).toEqual([]);
    expect(results).toMatchObject([
      {
        row: 1,
        line: 2,
        status: 'answered',
        kind: 'cpf',
        answer: { status: 'verified', explanation: expect.anything() },
      },
      { row: 2, line: 3, status: 'answered', kind: 'cnpj', answer: { cnpj: '34238864000168' } },
      { row: 3, line: 4, status: 'invalid', reason: 'invalid_check_digits', answer: null },
      { row: 4, line: 5, status: 'invalid', reason: 'empty_number' },
    ]);
    expect((await readResults(id, '?from=2&to=3')).map(({ row }) => row)).toEqual([2, 3]);
    expect(await readResults(id, '?from=99')).toEqual([]);
  });

  it('belongs to its key: to another there is none, and once it is deleted there is none at all', async () => {
    const other = await service.createKey({ scopes });
    const { id } = (await send(toNdjson(2), { type: 'application/x-ndjson' })).body;
    const drop = (by: string) => get(`${service.address}/v1/batches/${id}`, { key: by, method: 'DELETE' });
    for (const answer of [await read(id, other), await read(`${id}/results`, other), await drop(other)]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'batch_not_found' } });
    }
    expect((await drop(key)).status).toBe(204);
    expect((await read(id)).status).toBe(404);
    expect((await drop(key)).status).toBe(404);
  });

  it('needs its scope, and each row the scope of its kind', async () => {
    const single = await service.createKey({});
    expect(await send(csv, { key: single })).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    const companies = await service.createKey({ scopes: ['verify:cnpj', 'verify:batch'] });
    const { id } = (await send(csv, { key: companies })).body;
    expect(await finished(id, companies)).toMatchObject({ counts: { answered: 1, invalid: 2, failed: 1 } });
  });

  it('waits for the rate of its key instead of failing, and ends with a reason when the key is revoked', async () => {
    const slow = await service.createKey({ name: 'slow', scopes, rate: { requests: 4, windowSeconds: 3600 } });
    const { id } = (await send(toNdjson(20), { key: slow, type: 'application/x-ndjson' })).body;
    const watcher = await openVault(
      loadConfig({ cwd: service.directory, env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' } }),
      systemClock,
    );
    const find = () => watcher.batches.find(id);
    await expect.poll(async () => (await find())?.counts.answered).toBe(3);
    expect(await find()).toMatchObject({ state: 'running', counts: { failed: 0 } });
    await service.revokeKeyNamed('slow');
    await expect.poll(async () => (await find())?.state).toBe('failed');
    expect(await find()).toMatchObject({ reason: 'key_revoked', counts: { answered: 3, failed: 0 } });
    await watcher.close();
  });

  it('is one when it is sent twice with one Idempotency-Key, and another body is refused', async () => {
    const headers = { 'idempotency-key': 'one-batch' };
    const first = await send(csv, { headers });
    const again = await send(csv, { headers });
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      202,
      first.body.id,
      'true',
    ]);
    expect(await send(`${csv}40442820135;;\n`, { headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it('tells an endpoint of its key when it is finished, and no other', async () => {
    const own = await service.createKey({ name: 'with-webhook', scopes });
    const config = loadConfig({
      cwd: service.directory,
      env: { ...env, CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
    });
    const vault = await openVault(config, systemClock);
    const keyId = (await vault.manageKeys.list()).find(({ name }) => name === 'with-webhook')?.id as string;
    await vault.close();
    const endpoint = await withWebhooks(config, (all) => all.add(`${receiver.origin}/hook`, keyId));
    expect(await send(csv, { query: `?webhook=${endpoint.id}` })).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
    const { id } = (await send(csv, { key: own, query: `?webhook=${endpoint.id}` })).body;
    await expect.poll(() => receiver.received.length).toBe(1);
    const [webhook] = receiver.received;
    expect(webhook?.isSignedWith(endpoint.secret)).toBe(true);
    expect(webhook?.body).toMatchObject({
      type: 'batch.finished',
      data: { batch_id: id, status: 'completed', rows: 4, counts: { answered: 2, invalid: 2 } },
    });
  });
});

describe('a body', () => {
  it.each([
    ['is no table', 'text/csv', 'a;b\n1;2\n'],
    ['is empty', 'text/csv', ''],
    ['has a header and no row', 'text/csv', 'cpf\n'],
    ['is a list of JSON', 'application/x-ndjson', '[{"cpf":"1"}]'],
    ['is no text', 'text/csv', 'PK\u0003\u0004 and more'],
  ])('that %s is refused with a sentence', async (_what, type, body) => {
    const answer = await send(body, { type });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_batch' } });
  });

  it('of another type, or compressed, is refused before it is read', async () => {
    expect(await send('{}', { type: 'application/json' })).toMatchObject({ status: 415 });
    expect(await send(csv, { headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 415 });
  });

  it('with too many rows or bytes is refused, and nothing of it stays', async () => {
    const fresh = await service.createKey({ scopes });
    const type = 'application/x-ndjson';
    expect(await send(toNdjson(1001), { key: fresh, type })).toMatchObject({
      status: 413,
      body: { code: 'batch_too_large' },
    });
    expect(await send(toNdjson(9000), { key: fresh, type })).toMatchObject({ status: 413 });
    expect((await send(toNdjson(1), { key: fresh, type })).status).toBe(202);
  });

  it('may take longer than the five seconds of other requests', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const upload = request(`${service.address}/v1/batches`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', authorization: `Bearer ${key}` },
      });
      upload.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      upload.on('error', reject);
      upload.write('cnpj\n');
      let sent = 0;
      const timer = setInterval(() => {
        upload.write('34238864000168\n');
        if (++sent < 8) return;
        clearInterval(timer);
        upload.end();
      }, 1_000);
    });
    expect(answer).toBe(202);
  });

  it('that breaks off leaves nothing behind', async () => {
    const fresh = await service.createKey({ scopes });
    for (let round = 0; round < 3; round++) {
      await new Promise<void>((resolve) => {
        const upload = request(`${service.address}/v1/batches`, {
          method: 'POST',
          headers: { 'content-type': 'text/csv', authorization: `Bearer ${fresh}` },
        });
        upload.on('error', () => resolve());
        upload.write('cnpj\n34238864000168\n');
        setTimeout(() => upload.destroy(), 100);
      });
    }
    await expect.poll(async () => (await send(csv, { key: fresh })).status).toBe(202);
  });
});

it('a key may have so many batches that are not finished', async () => {
  const slow = await service.createKey({ scopes, concurrency: 1 });
  const sent: Answer[] = [];
  for (let count = 0; count < 3; count++)
    sent.push(await send(toNdjson(900), { key: slow, type: 'application/x-ndjson' }));
  expect(sent.map(({ status, body }) => [status, body.code])).toEqual([
    [202, undefined],
    [202, undefined],
    [429, 'too_many_batches'],
  ]);
});

it('nothing of the rows is in the database in the clear', async () => {
  const { readFileSync, readdirSync } = await import('node:fs');
  const folder = join(service.directory, 'data');
  const files = readdirSync(folder).filter((name) => name.startsWith('confere.db'));
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder, name)))).toString('latin1');
  for (const secret of ['40442820135', 'Ana Beatriz', '34238864000168']) expect(bytes).not.toContain(secret);
});
