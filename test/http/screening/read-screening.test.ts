// GET /v1/screenings/{request_id}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { erase } from '../../../src/compose/commands/audit/privacy.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { on, people, startScreened } from '../../support/service/screened-service.ts';
import { get, post, startTestService, type TestService } from '../../support/service/service.ts';
import { openTestAudit } from '../../support/stores/operator-audit.ts';

const today = toBrazilDay(systemClock.nowMs());
const listed = completeCpf('300456789') as Cpf;
const erased = completeCpf('300456792') as Cpf;
const toListed = (id: string, number: Cpf) =>
  toEntry({
    ...{ id, names: ['FULANO DE TAL INVENTADO'], document: { kind: 'cpf', number }, until: '2099-12-31' },
    ...{ category: 'Suspensão', process: '1/2024', remarks: 'Citado com ***.111.222-**.' },
  });

let service: TestService;
let config: Config;
let key: string;
const scopes = ['screen', 'read:verification'] as const;
const screen = (body: object, query = '') => post(`${service.address}/v1/screen${query}`, body, { key });
const read = (id: string, query = '', by = key) => get(`${service.address}/v1/screenings/${id}${query}`, { key: by });

beforeAll(async () => {
  service = await startTestService();
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  config = loadConfig({ cwd: service.directory, env });
  key = await service.createKey({ mode: 'live', rate: null, scopes: [...scopes] });
  const lists = toListsDirectory(config);
  writeRequiredList(lists, today);
  const entries = [toListed('1', listed), toListed('2', erased)];
  writeEdition(lists, 'ceis', entries, { dataAsOf: today, id: 'edition-0001' });
  await vi.waitFor(async () => expect((await screen({ cpf: listed })).body.status).toBe('hit'), {
    timeout: 60_000,
    interval: 100,
  });
});
afterAll(() => service.close());

test('the answer is the first one again when the row and its edition are gone', async () => {
  const question = { cpf: listed, name: 'Fulano de Tal', birth_date: '1980-01-01' };
  const { body } = await screen(question, '?explain=true');
  const nobody = await screen({ cpf: completeCpf('300456793') });
  const lists = toListsDirectory(config);
  writeEdition(lists, 'ceis', [toListed('2', erased)], { dataAsOf: today, id: 'edition-0002' });
  await vi.waitFor(async () => expect((await screen({ cpf: listed })).body.status).toBe('clear'), {
    timeout: 60_000,
    interval: 100,
  });
  rmSync(join(lists, 'ceis', 'snapshots', 'edition-0001'), { recursive: true });
  const again = await read(body.request_id, '?explain=true');
  expect([again.status, again.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(again.body).toEqual(body);
  expect([...Value.Errors(toStandaloneSchema('ScreenResponse'), again.body)].slice(0, 3)).toEqual([]);
  const { explanation: _, ...plain } = body;
  expect((await read(body.request_id)).body).toEqual(plain);
  expect((await read(nobody.body.request_id)).body).toEqual(nobody.body);
});

test('who reads is recorded, with the id of the request and nothing of the person', async () => {
  const { body } = await screen({ cpf: listed });
  await read(body.request_id);
  const audit = await openTestAudit(config);
  const { things: items } = await audit.read.list({ kind: 'act' }, { order: 'newest', limit: 5 });
  expect(items.map(({ content }) => [content?.act, content?.target])).toContainEqual([
    'screening_read',
    body.request_id,
  ]);
});

test('404 alike for what never was, another key’s and a test key’s, and 403 without the scope', async () => {
  const { body } = await screen({ cpf: listed });
  const other = await service.createKey({ mode: 'live', rate: null, scopes: [...scopes] });
  const unread = await service.createKey({ mode: 'live', rate: null, scopes: ['screen'] });
  const [foreign, unknown, malformed, forbidden, odd] = await Promise.all([
    read(body.request_id, '', other),
    read(`req_${'0'.repeat(32)}`),
    read('req_1'),
    read(body.request_id, '', unread),
    read(body.request_id, '?explain=maybe'),
  ]);
  for (const { status, body: problem } of [foreign, unknown, malformed])
    expect([status, problem.code]).toEqual([404, 'screening_not_found']);
  expect(forbidden.body.code).toBe('insufficient_scope');
  expect(odd.body.code).toBe('invalid_query');
  const testKey = await service.createKey({ rate: null, scopes: [...scopes] });
  const { body: tested } = await post(`${service.address}/v1/screen`, { cpf: '40532176871' }, { key: testKey });
  expect((await read(tested.request_id, '', testKey)).status).toBe(404);
});

test('nothing is left to read of a person who was erased', async () => {
  const { body } = await screen({ cpf: erased });
  expect((await read(body.request_id)).status).toBe(200);
  await erase(config, erased);
  expect((await read(body.request_id)).status).toBe(404);
  const audit = await openTestAudit(config);
  expect(await audit.read.show(body.request_id)).toEqual([]);
});

test('of a verification it is what the lists said, with all that the short form leaves out', async () => {
  const started = await startScreened(on);
  const { body } = await started.verify(people.joao);
  const url = `${started.service.address}/v1/screenings/${body.request_id}`;
  const whole = await get(url, { key: started.key });
  expect(whole.body).toMatchObject({
    ...{ request_id: body.request_id, status: 'hit', cpf: people.joao.cpf, lists: body.screening.lists },
    hits: [{ row: 'onu:1', name: 'JOAO PEDRO DA SILVA SANTOS', agreed: ['name', 'birth_date'], as_of: today }],
  });
  expect(whole.body.hits[0].sentence).toBe(body.screening.hits[0].sentence);
  await started.service.close();
});
