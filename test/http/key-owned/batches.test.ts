// Batches over real sockets: taken in as they come, worked off in the background, read in ranges, and nobody else's.

import { request } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Value } from 'typebox/value';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { withWebhooks } from '../../../src/compose/commands/webhooks.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Scope } from '../../../src/domain/access/scopes.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { startWebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { type Answer, get, openTestService, readAnswer } from '../../support/service/service.ts';

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
  ';Quem sabe;',
  ';;',
  '',
].join('\n');

/** The service's time goes so much before everybody's. */
let aheadMs = 0;
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
const service = await openTestService(env, {
  clock: {
    nowMs: () => systemClock.nowMs() + aheadMs,
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
  },
});
const key = await service.createKey({ scopes, rate: null });

/** Sent over eight seconds, beside the other tests. */
const slowly = sendSlowly(await service.createKey({ scopes }));

function sendSlowly(own: string): Promise<{ status?: number | undefined; error?: Error }> {
  return new Promise((resolve) => {
    const upload = request(`${service.address}/v1/batches`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${own}` },
    });
    upload.on('response', (response) => resolve({ status: response.resume().statusCode }));
    upload.on('error', (error) => resolve({ error }));
    upload.write('cnpj\n');
    let sent = 0;
    const timer = setInterval(() => {
      upload.write('34238864000168\n');
      if (++sent < 8) return;
      clearInterval(timer);
      upload.end();
    }, 1_000);
  });
}

interface Sent {
  readonly key?: string | undefined;
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

async function send(body: string | Uint8Array, sent: Sent = {}): Promise<Answer> {
  const response = await fetch(`${service.address}/v1/batches${sent.query ?? ''}`, {
    method: 'POST',
    headers: {
      'content-type': sent.type ?? 'text/csv',
      authorization: `Bearer ${sent.key ?? key}`,
      ...sent.headers,
    },
    body: body as string,
  });
  return readAnswer(response);
}

const read = (path: string, by = key) => get(`${service.address}/v1/batches/${path}`, { key: by });

async function readResults(id: string, query = '', by = key) {
  const response = await fetch(`${service.address}/v1/batches/${id}/results${query}`, {
    headers: { authorization: `Bearer ${by}` },
  });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const findLogged = (requestId: string | null) =>
  service.readLog().find((line) => line['event'] === 'request' && line['request_id'] === requestId);

const finished = async (id: string, by = key) => {
  await expect.poll(async () => (await read(id, by)).body.status, { timeout: 120_000 }).not.toBe('running');
  return (await read(id, by)).body;
};

/** Each a question of its own: rows that repeat another are not asked. */
const toNdjson = (rows: number) =>
  `${Array.from({ length: rows }, (_, index) => `{"cnpj":"${completeCnpj(`${10_000_000 + index}0001`)}"}`).join('\n')}\n`;

// Before the others: those whose time is over go one by one, a second each.
it('is deleted with its results once its time is over', async () => {
  const { id } = (await send(csv)).body;
  const { expires_at: expiresAt } = await finished(id);
  aheadMs = Date.parse(expiresAt) - systemClock.nowMs() + 1;
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe(404);
  expect((await read(`${id}/results`)).body.code).toBe('batch_not_found');
});

describe('a batch', () => {
  it('whose results break off is logged as a failure of ours, and one that is read wholly as a success', async () => {
    const own = await service.createKey({ scopes });
    const { id } = (await send(toNdjson(150), { key: own, type: 'application/x-ndjson' })).body;
    await finished(id, own);
    const readLogged = async () => {
      const headers = { authorization: `Bearer ${own}` };
      const response = await fetch(`${service.address}/v1/batches/${id}/results`, { headers });
      const isWhole = await response.text().then(
        () => true,
        () => false,
      );
      const requestId = response.headers.get('request-id');
      await expect.poll(() => findLogged(requestId)).toBeDefined();
      return { isWhole, logged: findLogged(requestId) };
    };
    expect(await readLogged()).toMatchObject({ isWhole: true, logged: { status: 200, level: 'info' } });
    const database = new Database(join(service.directory, 'data/confere.db'));
    database.prepare("UPDATE batch_rows SET sealed = x'00' WHERE batch_id = ? AND row_number = 140").run(id);
    database.close();
    expect(await readLogged()).toMatchObject({
      isWhole: false,
      logged: { status: 500, level: 'error', code: 'internal_error', route: '/v1/batches/:id/results' },
    });
  });

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

  it('says how its columns are read, and what no answer will compare, also where it was there already', async () => {
    const own = await service.createKey({ scopes });
    const body = 'CPF;Aluno;D.N.\n40442820135;Ana Beatriz Carvalho;21/07/1990\n';
    const sent = { key: own, headers: { 'idempotency-key': 'told-again' } };
    const first = await send(body, sent);
    expect([...Value.Errors(toStandaloneSchema('ReceivedBatch'), first.body)]).toEqual([]);
    expect(first.body).toMatchObject({
      columns: [
        { position: 1, name: 'CPF', role: 'cpf', masked: ['99999999999'] },
        { position: 2, name: 'Aluno', role: 'name', masked: ['Aaa Aaaaaaa Aaaaaaaa'] },
        { position: 3, name: 'D.N.', role: null, masked: ['99/99/9999'] },
      ],
      unused: [{ name: 'D.N.', role: 'birth_date' }],
      not_compared: ['birth_date'],
    });
    const { columns, unused, not_compared } = (await send(body, sent)).body;
    expect({ columns, unused, not_compared }).toEqual({
      columns: first.body.columns,
      unused: first.body.unused,
      not_compared: first.body.not_compared,
    });
    const { body: bare } = await send('cpf\n40442820135\n', { key: own });
    expect(bare.not_compared).toEqual(['name', 'birth_date']);
  });

  it('is planned by a dry run, which asks nobody and keeps nothing', async () => {
    const own = await service.createKey({ scopes });
    const repeated = '404.428.201-35;Ana Beatriz Carvalho;21/07/1990\n';
    const { status, body } = await send(`${csv.trimEnd()}\n${repeated}`, { key: own, query: '?dry_run=true' });
    expect([status, [...Value.Errors(toStandaloneSchema('BatchPlan'), body)]]).toEqual([200, []]);
    expect(body).toMatchObject({
      ...{ rows: 5, people: 1, companies: 1, repeated: 1, invalid: 2, mended: 0 },
      faults: { invalid_check_digits: 1, empty_number: 1 },
      calls_max: { bureau_a: 1, bureau_b: 1, fraud_registry: 1 },
      columns: [{ role: 'document', masked: ['999.999.999-99', '99.999.999/9999-99', '99999999999999'] }, {}, {}],
      not_compared: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/Ana|404/);
    expect((await get(`${service.address}/v1/batches`, { key: own })).body.batches).toEqual([]);
    const refused = await send('id;nome\n1;Ana\n', { key: own, query: '?dry_run=true' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_batch' } });
    const many = await send(`cpf\n${'40442820135\n'.repeat(1_001)}`, { key: own, query: '?dry_run=true' });
    expect(many).toMatchObject({ status: 413, body: { code: 'batch_too_large' } });
  });

  it('of which no row is incomplete has nothing to be repeated', async () => {
    const own = await service.createKey({ scopes });
    const { id } = (await send('cnpj\n34238864000168\n34238864000160\n', { key: own })).body;
    await finished(id, own);
    const { status, body } = await get(`${service.address}/v1/batches/${id}/repeat`, { key: own, method: 'POST' });
    expect([status, body.code, body.detail]).toEqual([400, 'invalid_batch', 'The batch has no incomplete row.']);
    expect((await get(`${service.address}/v1/batches`, { key: own })).body.batches).toHaveLength(1);
  });

  it('is listed with the others of its key, the newest first, and with nobody else’s', async () => {
    const own = await service.createKey({ scopes });
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { id } = (await send(toNdjson(1), { key: own, type: 'application/x-ndjson' })).body;
      ids.unshift(id);
      await finished(id, own);
    }
    const list = async (query = '', by = own) => (await get(`${service.address}/v1/batches${query}`, { key: by })).body;
    const first = await list('?limit=1');
    expect([...Value.Errors(toStandaloneSchema('BatchList'), first)]).toEqual([]);
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([first, second].map(({ batches }) => batches[0].id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    expect(await list('', await service.createKey({ scopes }))).toEqual({ batches: [], next_cursor: null });
  });

  it('asks once about rows that ask the same, however the number is written', async () => {
    const rows = ['404.428.201-35;Ana', '40442820135;Ana', '40442820135;Ana', '40442820135;Ana Beatriz'];
    const body = ['cpf;nome', ...rows.map((row) => row.replace(';Ana', ';Ana Beatriz Carvalho')), ''].join('\n');
    const { id } = (await send(body)).body;
    expect((await finished(id)).counts).toMatchObject({ answered: 4 });
    const ids = (await readResults(id)).map(({ answer }) => answer.request_id);
    expect([new Set(ids.slice(0, 3)).size, ids[3] === ids[0]]).toEqual([1, false]);
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
    const watcher = await openStores(
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
    const stores = await openStores(config, systemClock);
    const keyId = (await stores.manageKeys.list({ limit: 100 })).find(({ name }) => name === 'with-webhook')
      ?.id as string;
    await stores.close();
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

describe('the results of a finished batch', () => {
  let fast: string;
  let url: string;
  let whole: Buffer;
  it('do not change any more, and say that they may be taken in parts', async () => {
    fast = await service.createKey({ scopes, rate: null });
    const { id } = (await send(`${csv}${toCompanies(600)}`, { key: fast })).body;
    await finished(id, fast);
    url = `${service.address}/v1/batches/${id}/results`;
    const all = await fetch(url, { headers: { authorization: `Bearer ${fast}` } });
    expect([all.headers.get('accept-ranges'), all.headers.get('etag')]).toEqual(['bytes', `"${id}"`]);
    whole = Buffer.from(await all.arrayBuffer());
  });
  /** Companies whose names have letters of two bytes. */
  const toCompanies = (rows: number) =>
    `${Array.from({ length: rows }, () => '34238864000168;São João;').join('\n')}\n`;
  const take = (range: string, more: Record<string, string> = {}, query = '') =>
    fetch(`${url}${query}`, { headers: { authorization: `Bearer ${fast}`, range, ...more } });

  it('are given from any byte to any other, so that a download that broke off goes on', async () => {
    const end = whole.length - 1;
    for (const [range, first, last] of [
      ['bytes=0-', 0, end],
      ['bytes=0-0', 0, 0],
      ['bytes=1000-2000', 1000, 2000],
      [`bytes=${Math.floor(whole.length / 2)}-`, Math.floor(whole.length / 2), end],
      ['bytes=-100', end - 99, end],
      [`bytes=${end}-999999999`, end, end],
    ] as const) {
      const part = await take(range);
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/${whole.length}`]);
      expect(part.headers.get('content-length')).toBe(String(last - first + 1));
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(first, last + 1))).toBe(true);
    }
  });

  it('end where they end, and what has changed or is asked for otherwise is sent whole', async () => {
    const beyond = await take(`bytes=${whole.length}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    expect(await beyond.json()).toMatchObject({ code: 'range_not_satisfiable' });
    for (const answer of [
      await take('bytes=5-', { 'if-range': '"another"' }),
      await take('bytes=0-1,5-6'),
      await take('rows=1-2'),
    ]) {
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(whole.length);
    }
    const rows = await take('bytes=5-', {}, '?from=1&to=1');
    expect([rows.status, rows.headers.get('accept-ranges')]).toEqual([200, 'none']);
    const kept = await take('bytes=5-9', { 'if-range': `"${/bat_\w+/.exec(url)?.[0]}"` });
    expect(Buffer.from(await kept.arrayBuffer()).equals(whole.subarray(5, 10))).toBe(true);
  });
});

describe('a body', () => {
  const refusals: [string, string, string | Uint8Array, string, string][] = [
    [
      'has no column of numbers',
      'text/csv',
      'id;nome\n1;Ana\n',
      'No column is called cpf, cnpj or documento. The table has 2 columns: id, nome.',
      'Nenhuma coluna se chama cpf, cnpj ou documento. A tabela tem 2 colunas: id, nome.',
    ],
    [
      'has no header',
      'text/csv',
      'Ana Lima;40442820136\n',
      'No column is called cpf, cnpj or documento. The first row has 2 columns, and seems to be no header.',
      'Nenhuma coluna se chama cpf, cnpj ou documento. A primeira linha tem 2 colunas, e parece não ser um cabeçalho.',
    ],
    [
      'has two columns of one name',
      'text/csv',
      'cpf;nome;CPF\n1;2;3\n',
      'Columns 1 and 3 have the same name, so that it is not certain which one is meant. Send one of them.',
      'As colunas 1 e 3 têm o mesmo nome, e não há como saber qual vale. Envie só uma delas.',
    ],
    ['is empty', 'text/csv', '', 'The file is empty.', 'O arquivo está vazio.'],
    [
      'has a header and no row',
      'text/csv',
      'cpf\n',
      'The table has a header and no row.',
      'A tabela tem um cabeçalho e nenhuma linha.',
    ],
    [
      'is a list of JSON',
      'application/x-ndjson',
      '[{"cpf":"1"}]',
      'No line of the file is one whole JSON object. Send one in each line, neither in a list nor over several lines.',
      'Nenhuma linha do arquivo é um objeto JSON inteiro. Envie um objeto em cada linha, sem lista e sem quebras de linha.',
    ],
    [
      'is JSON and called CSV',
      'text/csv',
      '{"cpf":"40442820135","nome":"Ana"}\n',
      'The file begins with a JSON object. Send it with `Content-Type: application/x-ndjson`.',
      'O arquivo começa com um objeto JSON. Envie-o com `Content-Type: application/x-ndjson`.',
    ],
    [
      'is a spreadsheet',
      'text/csv',
      'PK\u0003\u0004 and more',
      'The file is an archive or a spreadsheet (.xlsx). Send CSV or NDJSON; `confere verify` reads spreadsheets.',
      'O arquivo está compactado ou é uma planilha (.xlsx). Envie CSV ou NDJSON; `confere verify` lê planilhas.',
    ],
    [
      'is compressed',
      'text/csv',
      new Uint8Array([0x1f, 0x8b, 8, 0]),
      'The file is compressed. Send it unpacked.',
      'O arquivo está compactado. Envie-o descompactado.',
    ],
    [
      'is no text',
      'text/csv',
      new Uint8Array(64),
      'The file is not text. Send CSV or NDJSON.',
      'O arquivo não é de texto. Envie CSV ou NDJSON.',
    ],
  ];
  it.each(refusals)('that %s is refused with a sentence, in either language', async (_what, type, body, en, pt) => {
    expect(await send(body, { type })).toMatchObject({ status: 400, body: { code: 'invalid_batch', detail: en } });
    expect((await send(body, { type, headers: { 'accept-language': 'pt-BR' } })).body.detail).toBe(pt);
  });

  it('of one kind may go on with the other, however late', async () => {
    const own = await service.createKey({ scopes, rate: null });
    // More than is looked at before the columns are known.
    const person = `{"cpf":"40442820135","nome":"Ana Beatriz Carvalho","more":"${'x'.repeat(700)}"}`;
    const people = Array.from({ length: 100 }, () => person);
    const company = '{"cnpj":"34238864000168","company_name":"Planalto Central Tecnologia"}';
    const sent = { key: own, type: 'application/x-ndjson' };
    const { id } = (await send(`${people.join('\n')}\n${company}\n`, { ...sent, query: '?explain=true' })).body;
    expect(await finished(id, own)).toMatchObject({ counts: { answered: 101, invalid: 0 } });
    const [line] = await readResults(id, '?from=101', own);
    expect(line).toMatchObject({ kind: 'cnpj', answer: { explanation: { company_name_match: 'exact' } } });
  });

  it('that is a bare list of numbers needs no header', async () => {
    const { status, body } = await send('34238864000168\n404.428.201-35\n');
    expect([status, body.rows]).toEqual([202, 2]);
    expect(await finished(body.id)).toMatchObject({ counts: { answered: 2 } });
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
    expect(await slowly).toEqual({ status: 202 });
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
        const isTaken = () => service.bytesReceived(upload.socket?.localPort ?? 0) > 0;
        void vi.waitUntil(isTaken, { timeout: 60_000, interval: 5 }).finally(() => upload.destroy());
      });
    }
    await expect.poll(async () => (await send(csv, { key: fresh })).status).toBe(202);
  });
});

it('a key may have so many batches that are not finished', async () => {
  const slow = await service.createKey({ scopes, rate: null });
  // 800 ms each, and few at a time: they do not end while the next batch is sent.
  const rows = Array.from({ length: 900 }, (_, index) => `{"cpf":"90000001490","name":"Nome ${index}"}`);
  const sent: Answer[] = [];
  for (let count = 0; count < 3; count++)
    sent.push(await send(`${rows.join('\n')}\n`, { key: slow, type: 'application/x-ndjson' }));
  expect(sent.map(({ status, body }) => [status, body.code])).toEqual([
    [202, undefined],
    [202, undefined],
    [429, 'too_many_batches'],
  ]);
  // Worked on no further while other tests wait.
  for (const { body } of sent.slice(0, 2))
    expect((await get(`${service.address}/v1/batches/${body.id}`, { key: slow, method: 'DELETE' })).status).toBe(204);
});

describe('the events of a key', () => {
  let own: string;
  const list = async (query = '', by = own) => (await get(`${service.address}/v1/events${query}`, { key: by })).body;
  const toCursors = ({ events }: { events: { cursor: string }[] }) => events.map(({ cursor }) => cursor);

  it('are there without any webhook, in order, page by page, from a time on, and nobody else’s', async () => {
    own = await service.createKey({ scopes, rate: null });
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { id } = (await send(csv, { key: own })).body;
      await finished(id, own);
      ids.push(id);
    }
    const all = await list();
    expect([...Value.Errors(toStandaloneSchema('EventList'), all)]).toEqual([]);
    expect(all).toMatchObject({
      events: ids.map((batch_id, index) => ({
        id: expect.stringMatching(/^msg_/),
        cursor: String(index + 1),
        type: 'batch.finished',
        data: { batch_id, status: 'completed', reason: null, rows: 4, counts: { answered: 2, invalid: 2 } },
      })),
      next_cursor: null,
    });
    const first = await list('?limit=2');
    expect([toCursors(first), first.next_cursor]).toEqual([['1', '2'], '2']);
    expect(toCursors(await list(`?limit=2&after=${first.next_cursor}`))).toEqual(['3']);
    const [, , third] = all.events;
    expect(toCursors(await list(`?since=${third.timestamp}`)).at(-1)).toBe('3');
    const inBrazil = new Date(Date.parse(third.timestamp) + 1).toISOString().replace('Z', '+00:00');
    expect(await list(`?since=${inBrazil}`)).toEqual({ events: [], next_cursor: null });
    expect(await list('', await service.createKey({ scopes }))).toEqual({ events: [], next_cursor: null });
  });

  it('are refused to a key that can make nothing that has any, and to a question that is none', async () => {
    const unscoped = await get(`${service.address}/v1/events`, { key: await service.createKey() });
    expect(unscoped).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(unscoped.headers.get('www-authenticate')).toContain(
      'scope="verify:batch watch:company watch:person read:usage read:verification"',
    );
    for (const query of [
      'since=today',
      'since=2026-11-15',
      'since=2026-99-15T12:00:00Z',
      'after=-1',
      'limit=1001',
      'cursor=1',
    ]) {
      expect(await list(`?${query}`)).toMatchObject({ status: 400, code: 'invalid_query' });
    }
  });

  it('are gone when their time is over, and the next one is numbered behind them', async () => {
    aheadMs += 31 * 86_400_000;
    await expect.poll(async () => (await list()).events, { timeout: 60_000 }).toEqual([]);
    const { id } = (await send(csv, { key: own })).body;
    await finished(id, own);
    expect(await list('?after=3')).toMatchObject({ events: [{ cursor: '4', data: { batch_id: id } }] });
  });
});

it('nothing of the rows is in the database in the clear', async () => {
  const { readFileSync, readdirSync } = await import('node:fs');
  const folder = join(service.directory, 'data');
  const files = readdirSync(folder).filter((name) => name.startsWith('confere.db'));
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder, name)))).toString('latin1');
  for (const secret of ['40442820135', 'Ana Beatriz', '34238864000168']) expect(bytes).not.toContain(secret);
});
