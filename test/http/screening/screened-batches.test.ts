// Batches whose rows are looked up in the lists as well, over real sockets.

import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Scope } from '../../../src/domain/access/scopes.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { openLote } from '../../support/console/lote.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { type Answer, get, openTestService, type TestService } from '../../support/service/service.ts';
import { openTestAudit } from '../../support/stores/operator-audit.ts';

const scopes: Scope[] = ['verify:cpf', 'verify:cnpj', 'verify:batch'];
const rows = [
  'documento;nome',
  '405.321.768-71;Sérgio Augusto Ramos',
  '123.456.789-09;João Pedro da Silva Santos',
  '34.238.864/0001-68;Planalto Central Tecnologia',
  '11111111111;',
  '',
].join('\n');

const service = await openTestService();
const key = await service.createKey({ scopes: [...scopes, 'screen'] });

async function send(
  body: string,
  query: string,
  { at = service, by = key, headers = {} }: { at?: TestService; by?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${at.address}/v1/batches${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${by}`, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function readAll(id: string, { at = service, by = key } = {}): Promise<Answer['body'][]> {
  const state = async () => (await get(`${at.address}/v1/batches/${id}`, { key: by })).body.status;
  await expect.poll(state, { timeout: 120_000 }).toBe('completed');
  const response = await fetch(`${at.address}/v1/batches/${id}/results`, {
    headers: { authorization: `Bearer ${by}` },
  });
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('each answer carries the short screening last, in the language of the caller', async () => {
  const sent = await send(rows, '?screen=true', { headers: { 'accept-language': 'pt-BR' } });
  expect(sent.status).toBe(202);
  const results = await readAll(sent.body.id);
  const schema = toStandaloneSchema('BatchResult');
  for (const line of results) expect([...Value.Errors(schema, line)]).toEqual([]);
  const [listed, clear, company, invalid] = results;
  expect(Object.keys(listed.answer).at(-1)).toBe('screening');
  expect(listed.answer.screening).toMatchObject({
    status: 'hit',
    hits: [{ list: 'ceis', row: 'ceis:900001', match: 'document', state: 'in_force' }],
  });
  expect(listed.answer.screening.hits[0].sentence).toMatch(/^A lista ceis/);
  expect(clear.answer).toMatchObject({ status: 'verified', screening: { status: 'clear', hits: [] } });
  expect(company.answer.screening.status).toBeTypeOf('string');
  expect(invalid).toMatchObject({ status: 'invalid', answer: null });
});

test('without the option answers are as they were', async () => {
  const { body } = await send(rows, '?screen=false');
  for (const { answer } of await readAll(body.id)) expect(answer ?? {}).not.toHaveProperty('screening');
});

test('needs the scope screen besides, and says so', async () => {
  const other = await service.createKey({ scopes });
  const { status, body, headers } = await send(rows, '?screen=true', { by: other });
  expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  expect(headers.get('www-authenticate')).toContain('scope="screen"');
  expect((await send(rows, '', { by: other })).status).toBe(202);
});

test('the same Idempotency-Key with and without it is another batch; in another language it is the same', async () => {
  const headers = { 'idempotency-key': 'screened-once' };
  const first = await send(rows, '?screen=true', { headers });
  expect((await send(rows, '', { headers })).body.code).toBe('idempotency_key_reused');
  const again = await send(rows, '?screen=true', { headers: { ...headers, 'accept-language': 'pt' } });
  expect([again.status, again.body.id]).toEqual([202, first.body.id]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test.each(['?screen=yes', '?screen=', '?screen=true&screen=true'])('%s is refused', async (query) => {
  expect((await send(rows, query)).body.code).toBe('invalid_query');
});

test('with a live key the audit has the screening of a row before the row has a result', async () => {
  const config = loadConfig({
    cwd: service.directory,
    env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
  });
  const listed = completeCnpj('112223330001');
  const entry = toEntry({ kind: 'company', names: ['EXEMPLO LTDA'], document: { kind: 'cnpj', number: listed } });
  writeEdition(toListsDirectory(config), 'ceis', [entry], { dataAsOf: toBrazilDay(systemClock.nowMs()) });
  const live = await service.createKey({ mode: 'live', scopes: [...scopes, 'screen'] });
  // There is no registry: the row waits for it, and has no result.
  const { body } = await send(`cnpj\n${listed}\n`, '?screen=true', { by: live });
  const audit = await openTestAudit(config);
  const records = async () => (await audit.read.list({ kind: 'screen' }, { order: 'oldest', limit: 10 })).things;
  await expect.poll(records, { timeout: 60_000 }).not.toEqual([]);
  const [record] = await records();
  expect(record?.content).toMatchObject({ kind: 'screen', requestId: expect.stringMatching(/^req_/) });
  expect(JSON.stringify(record?.content)).not.toContain(listed);
  expect((await get(`${service.address}/v1/batches/${body.id}`, { key: live })).body).toMatchObject({
    status: 'running',
    counts: { answered: 0, failed: 0 },
  });
});

test.each(['false', 'true'])(
  'a row whose verification fails has the failure and the hit (screening.verify: %s)',
  async (verify) => {
    const data = createOutputDirectory('screened-batches');
    const env = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: `${data}-secrets` };
    const listed = completeCpf('701000001');
    const entry = toEntry({ names: ['BELTRANO FICTICIO'], document: { kind: 'cpf', number: listed } });
    const directory = toListsDirectory(loadConfig({ cwd: data, env }));
    writeEdition(directory, 'onu', [entry], { dataAsOf: toBrazilDay(systemClock.nowMs()) });
    // It has no sources: nobody can be verified.
    const at = await openTestService({ ...env, CONFERE_SCREENING_VERIFY: verify });
    const by = await at.createKey({ mode: 'live', scopes: [...scopes, 'screen'] });
    const headers = { 'accept-language': 'pt' };
    const { body } = await send(`cpf\n${listed}\n`, '?screen=true', { at, by, headers });
    const [row] = await readAll(body.id, { at, by });
    expect([...Value.Errors(toStandaloneSchema('BatchResult'), row)]).toEqual([]);
    expect(row).toMatchObject({
      ...{ status: 'failed', reason: 'sources_not_configured', answer: null },
      screening: { status: 'hit', hits: [{ list: 'onu', sentence: expect.stringMatching(/^A lista onu/) }] },
    });
    const lote = await openLote(at);
    const { id } = await lote.start(`cpf\n${listed}\n`, { cpf: 0 }, { with: 'live', lists: 'yes' });
    await lote.finish(id);
    const found = await lote.analyst.post('batch-rows', { id, from: 1, risk: null, reason: null, text: null });
    expect(found.body.rows).toMatchObject([
      { answer: null, problem: 'sources_not_configured', screening: { status: 'hit' } },
    ]);
    expect(await (await lote.download(id)).text()).toMatch(
      /,failed,sources_not_configured,.*,hit,onu,onu:1,onu:[\d-]{10},\n$/,
    );
    expect(await lote.readSheet(id)).toMatchObject([
      {
        ...{ Problema: expect.stringContaining('fontes'), Listas: 'consta', 'Registros nas listas': 'onu:1' },
        'Listas consultadas': expect.stringMatching(/^onu de \d\d\/\d\d\/\d{4}$/),
      },
    ]);
  },
);

test('an entry of a list of one’s own that only informs recommends no review in Lote, and is shown', async () => {
  const data = createOutputDirectory('screened-batches');
  const env = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: `${data}-secrets` };
  const document = { kind: 'cpf', number: completeCpf('404428201') } as const;
  const directory = toListsDirectory(loadConfig({ cwd: data, env }));
  writeRequiredList(directory, toBrazilDay(systemClock.nowMs()));
  writeEdition(directory, 'own-notes', [toEntry({ names: ['ANA'], document, risk: 'none' })], {
    dataAsOf: toBrazilDay(systemClock.nowMs()),
  });
  const at = await openTestService(env, { liveSources: createSandboxSources(systemClock) });
  const lote = await openLote(at);
  const file = 'cpf;nome\n40442820135;Ana Beatriz Carvalho\n';
  const { id } = await lote.start(file, { cpf: 0, name: 1 }, { with: 'live', lists: 'yes' });
  await lote.finish(id);
  const rows = await lote.readSheet(id);
  expect(rows).toMatchObject([{ 'O que fazer': 'Pode aprovar', Listas: 'consta', 'Consta em': 'own-notes' }]);
});

test.each(['', '?screen=true'])(
  'with screening.verify and %j a row says what the single verification says, and is screened once',
  async (query) => {
    const data = createOutputDirectory('screened-batches');
    const env = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: `${data}-secrets` };
    const config = loadConfig({ cwd: data, env });
    // Only the sources know the name and the birth date by which the list is found.
    const entry = toEntry({ names: ['JOAO PEDRO DA SILVA SANTOS'], births: ['1985-03-14'] });
    writeEdition(toListsDirectory(config), 'onu', [entry], { dataAsOf: toBrazilDay(systemClock.nowMs()) });
    const at = await openTestService(
      { ...env, CONFERE_SCREENING_VERIFY: 'true' },
      { liveSources: createSandboxSources(systemClock) },
    );
    const by = await at.createKey({ mode: 'live', scopes: [...scopes, 'screen'] });
    const { body } = await send('cpf\n12345678909\n', query, { at, by });
    const [row] = await readAll(body.id, { at, by });
    expect(row.answer).toMatchObject({ risk_level: 'high', screening: { status: 'hit', hits: [{ list: 'onu' }] } });
    const audit = await openTestAudit(config);
    expect((await audit.read.list({ kind: 'screen' }, { order: 'oldest', limit: 10 })).things).toEqual([]);
  },
);
