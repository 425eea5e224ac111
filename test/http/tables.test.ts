// Tables that are sent: whatever a file makes its reader do, nobody else waits for it, and it ends with the one who sent it.

import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createSandboxSources } from '../../src/sources/sandbox.ts';
import { byNames, noColumns, openLote, order } from '../support/console/lote.ts';
import { get, openTestService, post } from '../support/service/service.ts';

const service = await openTestService(
  { CONFERE_BATCHES_ROWS_MAX: '100000' },
  { liveSources: createSandboxSources(systemClock) },
);
const key = await service.createKey({ scopes: ['verify:batch', 'verify:cpf', 'watch:company'], rate: null });
const operators = await service.listenForOperators();
const { analyst, makeXlsx } = await openLote(service);

/** Lines that hold next to nothing of many fields: millions of cells are made of them before the next one is looked at. */
function makeSparse(lines: number, line = '{}'): string {
  const fields = Object.fromEntries(
    ['cpf', 'cnpj', ...Array.from({ length: 900 }, (_, index) => `f${index}`)].map((name) => [name, '1']),
  );
  return `${JSON.stringify(fields)}\n${`${line}\n`.repeat(lines)}`;
}

function send(path: string, headers: Record<string, string>, body: string | Buffer): ClientRequest {
  const upload = request(`${service.address}${path}`, { method: 'POST', headers });
  upload.on('error', () => {});
  upload.end(body);
  return upload;
}

async function countAbandoned(): Promise<number> {
  const text = await (await fetch(`${operators}/metrics`)).text();
  return Number(/^confere_tables_abandoned_total\{why="left"\} (\d+)$/m.exec(text)?.[1]);
}

/** Once so much of it has arrived. */
async function leave(upload: ClientRequest, bytes: number): Promise<void> {
  const port = () => upload.socket?.localPort ?? 0;
  await expect.poll(() => service.bytesReceived(port()), { interval: 10 }).toBeGreaterThan(bytes);
  await get(`${service.address}/livez`);
  upload.destroy();
}

test.each(['/v1/batches', '/v1/watches'])(
  'while a table to %s keeps its reader busy, verifications are answered',
  async (path) => {
    const upload = send(
      path,
      { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      makeSparse(60_000),
    );
    let isAnswered = false;
    const answered = once(upload, 'response').then(([response]) => {
      isAnswered = true;
      return response.resume().statusCode;
    });
    let verified = 0;
    while (!isAnswered) {
      const { status } = await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
      expect(status).toBe(200);
      verified++;
    }
    expect(await answered).toBe(400);
    expect(verified).toBeGreaterThan(20);
  },
);

test.each([
  ['batch', 'batches'],
  ['watch', 'watches'],
])('the %s of a client that leaves while its table is read is gone, and the log says so', async (_, things) => {
  const before = await countAbandoned();
  // Each line is as long as lets a block of them pass.
  const upload = send(
    `/v1/${things}`,
    { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    makeSparse(12_000, `{}${' '.repeat(40)}`),
  );
  // It is taken as fast as its rows are read.
  await leave(upload, 100_000);
  await expect.poll(countAbandoned).toBe(before + 1);
  await expect.poll(async () => (await get(`${service.address}/v1/${things}`, { key })).body[things]).toEqual([]);
  expect(service.readLog().findLast(({ event }) => event === 'work_abandoned')).toMatchObject({
    level: 'warn',
    component: 'tables',
    internal: expect.stringContaining('left before it was read'),
  });
});

test.each([
  ['batch-preview', byNames],
  ['batch-estimate', { ...noColumns, cpf: 0, has_header: null }],
  ['batch-start', order({ cpf: 0 })],
])('%s ends when the page is closed', async (name, form) => {
  const before = await countAbandoned();
  const strings = Array.from({ length: 300_000 }, (_, index) => `<t>${index} ${'x'.repeat(40)}</t>`);
  const file = makeXlsx('<row r="1"><c r="A1" t="inlineStr"><is><t>CPF</t></is></c></row>', 'long.xlsx', strings);
  const upload = send(
    `/console/api/${name}`,
    {
      cookie: analyst.cookie,
      origin: analyst.address,
      'confere-csrf': analyst.csrf,
      'content-type': 'application/octet-stream',
      'confere-file': encodeURIComponent(JSON.stringify(form)),
    },
    file,
  );
  await leave(upload, file.length);
  await expect.poll(countAbandoned).toBe(before + 1);
  expect((await analyst.get('batches')).body.batches).toEqual([]);
});

test('a table that takes the memory of its thread is refused with a sentence, and the service goes on', async () => {
  const small = await openTestService({}, { tableLimits: { memoryMbMax: 24 } });
  const own = await small.createKey({ scopes: ['verify:batch'], rate: null });
  const admin = await small.listenForOperators();
  const headers = { authorization: `Bearer ${own}`, 'content-type': 'application/x-ndjson' };
  const body = makeSparse(60_000);
  const refused = await fetch(`${small.address}/v1/batches`, { method: 'POST', headers, body });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'invalid_batch', detail: expect.stringContaining('more time or memory than a table needs') },
  ]);
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  expect(metrics).toContain('confere_tables_abandoned_total{why="memory"} 1');
  expect(small.readLog().filter(({ event }) => event === 'work_abandoned')).toMatchObject([
    { level: 'warn', internal: expect.stringContaining('more memory than any table needs') },
  ]);
  const next = await fetch(`${small.address}/v1/batches`, { method: 'POST', headers, body: '{"cpf":"40442820135"}\n' });
  expect(next.status).toBe(202);
});
