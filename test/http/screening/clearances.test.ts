// /v1/screen/clearances

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { erase, makeReport } from '../../../src/compose/commands/audit/privacy.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { type Cpf, completeCpf, formatCpf } from '../../../src/domain/numbers/cpf.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { searchFiles } from '../../support/canaries.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { get, openTestService, post, startTestService, type TestService } from '../../support/service/service.ts';
import { openTestAudit } from '../../support/stores/operator-audit.ts';

const today = toBrazilDay(systemClock.nowMs());
const listed = completeCpf('300456789') as Cpf;
const other = completeCpf('300456790') as Cpf;
const company = completeCnpj('112223330001') as Cnpj;
const reason = 'Uma ordem judicial suspendeu a sanção.';

const ofPerson = toEntry({
  id: '1',
  names: ['FULANO DE TAL INVENTADO'],
  document: { kind: 'cpf', number: listed },
  until: '2099-12-31',
  category: 'Suspensão',
});
const ofCompany = toEntry({
  id: '3',
  kind: 'company',
  names: ['EXEMPLO LTDA'],
  document: { kind: 'cnpj', number: company },
});
const ofOther = toEntry({ id: '4', names: ['BELTRANO'], document: { kind: 'cpf', number: other } });

function toConfig(directory: string): Config {
  return loadConfig({ cwd: directory, env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' } });
}

interface Screened {
  readonly service: TestService;
  readonly key: string;
  readonly url: string;
  screen(body: object): Promise<{ status: string; hits: { row: string }[]; cleared: { row: string }[] }>;
  clear(body: object, by?: string): ReturnType<typeof post>;
  /** Makes an edition live, and waits until the service answers from it. */
  publish(entries: readonly ListEntry[]): Promise<void>;
}

async function start(env: Record<string, string> = {}): Promise<Screened> {
  const service = await startTestService(env);
  const key = await service.createKey({ mode: 'live', rate: null, scopes: ['screen', 'manage:clearances'] });
  const url = `${service.address}/v1/screen/clearances`;
  const screen = async (body: object) => (await post(`${service.address}/v1/screen`, body, { key })).body;
  let editions = 0;
  return {
    service,
    key,
    url,
    screen,
    clear: (body, by = key) => post(url, body, { key: by }),
    async publish(entries) {
      const id = `edition-${++editions}`;
      // Tells that it is the new one that answers.
      const marker = completeCpf(String(400_000_000 + editions)) as Cpf;
      const marked = toEntry({ id: `m${editions}`, names: ['SINAL'], document: { kind: 'cpf', number: marker } });
      writeRequiredList(toListsDirectory(toConfig(service.directory)), today);
      writeEdition(toListsDirectory(toConfig(service.directory)), 'ceis', [...entries, marked], {
        dataAsOf: today,
        id,
      });
      await vi.waitFor(async () => expect((await screen({ cpf: marker })).status).toBe('hit'), {
        timeout: 60_000,
        interval: 100,
      });
    },
  };
}

/** Closed when the test is over. */
async function startForTest(env: Record<string, string> = {}): Promise<Screened> {
  const parts = await start(env);
  onTestFinished(() => parts.service.close());
  return parts;
}

const withoutIds = (act: string) => act.replace(/key_\w+|clr_\w+|(?<= )[\w-]{22}(?= ceis)/g, '…');

async function listActs({ directory }: TestService): Promise<string[]> {
  const config = toConfig(directory);
  const audit = await openTestAudit(config);
  const { things: acts } = await audit.read.list({ kind: 'act' }, { order: 'oldest', limit: 100 });
  return acts.map(({ content }) => `${content?.actor} ${content?.act} ${content?.target}`);
}

describe('a hit that somebody has judged false', () => {
  let parts: Screened;
  let id: string;
  beforeAll(async () => {
    parts = await start();
    await parts.publish([ofPerson, ofCompany, ofOther]);
  });
  afterAll(() => parts.service.close());

  test('that has the number of the customer is cleared only by who says so', async () => {
    const { clear, screen } = parts;
    expect(await clear({ cpf: listed, row: 'ceis:1', reason })).toMatchObject({
      status: 409,
      body: { code: 'same_number' },
    });
    expect((await screen({ cpf: listed })).status).toBe('hit');
  });

  test('is answered with 201, its id and its address, and with 200 the second time', async () => {
    const { clear, url, key } = parts;
    const order = { cpf: listed, row: 'ceis:1', reason, despite_number: true };
    const made = await clear(order);
    expect(made.status).toBe(201);
    expect([...Value.Errors(toStandaloneSchema('Clearance'), made.body)].slice(0, 3)).toEqual([]);
    expect(made.body).toMatchObject({ list: 'ceis', row: 'ceis:1', state: 'cleared', reason, confirmed_by: null });
    id = made.body.id;
    expect(made.headers.get('location')).toBe(`/v1/screen/clearances/${id}`);
    const again = await clear({ ...order, reason: 'Outro motivo.' });
    expect([again.status, again.body]).toEqual([200, made.body]);
    expect((await get(`${url}/${id}`, { key })).body).toEqual(made.body);
  });

  test('no longer decides, and is still told', async () => {
    const { screen } = parts;
    const body = await screen({ cpf: listed, name: 'Qualquer Nome' });
    expect([...Value.Errors(toStandaloneSchema('ScreenResponse'), body)].slice(0, 3)).toEqual([]);
    expect(body).toMatchObject({
      status: 'clear',
      hits: [],
      hits_total: 0,
      cleared: [{ list: 'ceis', row: 'ceis:1', match: 'document', state: 'in_force', clearance: id, partner: null }],
    });
  });

  test('stays one for every other customer', async () => {
    expect((await parts.screen({ cpf: other })).status).toBe('hit');
    expect((await parts.screen({ cnpj: company })).status).toBe('hit');
  });

  test('is cleared for every live key, and for no test key', async () => {
    const { service, url } = parts;
    const scopes = ['screen', 'manage:clearances'] as const;
    const live = await service.createKey({ mode: 'live', scopes: [...scopes] });
    const sandbox = await service.createKey({ mode: 'test', scopes: [...scopes] });
    expect((await post(`${service.address}/v1/screen`, { cpf: listed }, { key: live })).body.status).toBe('clear');
    expect((await get(url, { key: live })).body.clearances).toHaveLength(1);
    expect((await get(url, { key: sandbox })).body).toEqual({ clearances: [], next_cursor: null });
    for (const method of ['GET', 'DELETE'])
      expect(await get(`${url}/${id}`, { method, key: sandbox })).toMatchObject({
        status: 404,
        body: { code: 'clearance_not_found' },
      });
  });

  test('stays cleared in a newer edition that says the same, whatever else changes in it', async () => {
    await parts.publish([{ ...ofPerson, reach: 'Outra abrangência.' }, ofCompany]);
    expect((await parts.screen({ cpf: listed })).status).toBe('clear');
  });

  test('comes back when its row says something else, and can be cleared anew', async () => {
    const { publish, screen, clear } = parts;
    await publish([{ ...ofPerson, until: '2100-12-31' }]);
    expect(await screen({ cpf: listed })).toMatchObject({ status: 'hit', hits: [{ row: 'ceis:1' }], cleared: [] });
    const anew = await clear({ cpf: listed, row: 'ceis:1', reason, despite_number: true });
    expect(anew.status).toBe(201);
    expect(anew.body.id).not.toBe(id);
    expect((await screen({ cpf: listed })).status).toBe('clear');
    // Whoever examines it reads what was judged before, and why.
    expect((await get(parts.url, { key: parts.key })).body.clearances).toMatchObject([
      { id: anew.body.id, state: 'cleared', replaced_by: null, ended_by: null },
      { id, state: 'replaced', reason, replaced_by: anew.body.id, ended_by: anew.body.made_by },
    ]);
    id = anew.body.id;
  });

  test('is in the record of the screening, which gives the same again after it is revoked', async () => {
    const { service, screen, url, key } = parts;
    const body = (await screen({ cpf: listed })) as unknown as { request_id: string };
    expect((await get(`${url}/${id}`, { method: 'DELETE', key })).status).toBe(204);
    const config = toConfig(service.directory);
    const audit = await openTestAudit(config);
    const [item] = await audit.read.show(body.request_id);
    expect(JSON.parse(item?.unmaskedDetails ?? '')).toMatchObject({
      status: 'clear',
      hits: [{ row: 'ceis:1', clearance: id }],
    });
    expect(item?.replay.kind).toBe('same');
  });

  test('comes back once it is revoked', async () => {
    expect(await parts.screen({ cpf: listed })).toMatchObject({ status: 'hit', cleared: [] });
    const one = `${parts.url}/${id}`;
    const { body } = await get(one, { key: parts.key });
    expect([...Value.Errors(toStandaloneSchema('Clearance'), body)]).toEqual([]);
    expect(body).toMatchObject({ state: 'revoked', reason, ended_by: body.made_by, ended_at: expect.any(String) });
    // It has ended for good.
    for (const [path, method] of [
      [one, 'DELETE'],
      [`${one}/confirm`, 'POST'],
    ] as const)
      expect((await get(path, { key: parts.key, method })).body.code).toBe('clearance_not_found');
    expect((await parts.screen({ cpf: listed })).status).toBe('hit');
  });

  test('is written down with its row and who cleared it, and nothing of a customer', async () => {
    const acts = (await listActs(parts.service)).filter((act) => act.includes('clearance_'));
    expect(acts.map(withoutIds)).toEqual([
      '… clearance_made … ceis:1 …',
      '… clearance_made … ceis:1 … …',
      '… clearance_revoked … ceis:1 …',
    ]);
    expect(acts.at(-1)).toContain(id);
  });
});

test('a hit by the number comes back when a further row of the same act joins it, because nobody has judged that row', async () => {
  const { key, url, publish, screen, clear } = await startForTest();
  const act = { ...ofPerson, process: '0001/2026' };
  const further = { ...act, id: '9', category: 'Inidoneidade' };
  const order = { cpf: listed, row: 'ceis:1', reason, despite_number: true };
  await publish([act]);
  await clear(order);
  expect((await screen({ cpf: listed })).status).toBe('clear');
  await publish([act, further]);
  const joined = { status: 'hit', hits: [{ row: 'ceis:9', other_rows: ['ceis:1'] }], cleared: [] };
  expect(await screen({ cpf: listed })).toMatchObject(joined);
  expect((await clear(order)).status).toBe(201);
  // In place of the one that is outdated, although another row stands first.
  expect((await get(url, { key })).body.clearances).toMatchObject([{ row: 'ceis:9' }, { state: 'replaced' }]);
  expect((await screen({ cpf: listed })).status).toBe('clear');
  await publish([act]);
  expect((await screen({ cpf: listed })).status).toBe('clear');
});

test('clearances are listed a page at a time, the newest first', async () => {
  const { key, url, publish, clear } = await startForTest();
  await publish([ofPerson, ofOther]);
  const orders = [
    { cpf: listed, row: 'ceis:1' },
    { cpf: other, row: 'ceis:4' },
  ];
  for (const order of orders) expect((await clear({ ...order, reason, despite_number: true })).status).toBe(201);
  const first = (await get(`${url}?limit=1`, { key })).body;
  expect([...Value.Errors(toStandaloneSchema('ClearanceList'), first)].slice(0, 3)).toEqual([]);
  const second = (await get(`${url}?limit=1&cursor=${first.next_cursor}`, { key })).body;
  const rows = [...first.clearances, ...second.clearances].map(({ row }: { row: string }) => row);
  expect([rows.toSorted(), second.next_cursor]).toEqual([['ceis:1', 'ceis:4'], null]);
});

describe('a candidate by its name', () => {
  const namesake = toEntry({ id: '7', names: ['ZORAIDE QUARESMA DE EXEMPLO'], births: ['1971-03-02'] });
  const customer = { cpf: other, name: 'Zoraide Quaresma de Exemplo' };

  test('is cleared without a word about numbers, and comes back when the date of birth agrees as well', async () => {
    const { publish, clear, screen } = await startForTest();
    await publish([namesake]);
    expect(await screen(customer)).toMatchObject({ status: 'possible', hits: [{ row: 'ceis:7', match: 'name' }] });
    expect((await clear({ ...customer, row: 'ceis:7', reason })).status).toBe(201);
    expect(await screen(customer)).toMatchObject({ status: 'clear', cleared: [{ row: 'ceis:7', match: 'name' }] });
    // Nobody judged that.
    const born = { ...customer, birth_date: '1971-03-02' };
    expect(await screen(born)).toMatchObject({ status: 'hit', hits: [{ match: 'name_and_birth_date' }], cleared: [] });
    expect((await clear({ ...born, row: 'ceis:7', reason })).status).toBe(201);
    expect([(await screen(born)).status, (await screen(customer)).status]).toEqual(['clear', 'clear']);
  });

  test('by the same digits and a distorted name comes back once the name is the same', async () => {
    const { publish, clear, screen } = await startForTest();
    const document = { kind: 'masked_cpf', digits: other.slice(3, 9) } as const;
    await publish([toEntry({ id: '8', names: namesake.names, document })]);
    const distorted = { cpf: other, name: 'Zorilda Quarentena Exemplo' };
    const match = 'masked_cpf_and_name';
    expect(await screen(distorted)).toMatchObject({ status: 'possible', hits: [{ match }] });
    expect((await clear({ ...distorted, row: 'ceis:8', reason })).status).toBe(201);
    expect(await screen(distorted)).toMatchObject({ status: 'clear', cleared: [{ match }] });
    // The name is the same, and nobody judged that.
    expect(await screen(customer)).toMatchObject({ status: 'hit', hits: [{ match }], cleared: [] });
    expect((await clear({ ...customer, row: 'ceis:8', reason })).status).toBe(201);
    expect([(await screen(customer)).status, (await screen(distorted)).status]).toEqual(['clear', 'clear']);
  });

  test('of somebody without a number is cleared for that name and date of birth alone', async () => {
    const { publish, clear, screen } = await startForTest();
    await publish([namesake]);
    const { name } = customer;
    const born = { name, birth_date: '1980-05-05' };
    expect((await screen(born)).status).toBe('possible');
    expect((await clear({ ...born, row: 'ceis:7', reason })).status).toBe(201);
    expect((await screen({ ...born, name: name.toUpperCase() })).status).toBe('clear');
    expect((await screen({ name, birth_date: '1971-03-02' })).status).toBe('hit');
    for (const another of [customer, { name }]) expect((await screen(another)).status).toBe('possible');
  });

  test('of somebody with a name alone is refused without your reference, and cleared for that customer with it', async () => {
    const { publish, clear, screen } = await startForTest();
    await publish([namesake]);
    const { name } = customer;
    const refused = await clear({ name, row: 'ceis:7', reason });
    expect([refused.status, refused.body.code]).toEqual([409, 'name_alone']);
    expect((await clear({ name, reference: 'C-1', row: 'ceis:7', reason })).status).toBe(201);
    expect((await screen({ name, reference: 'C-1' })).status).toBe('clear');
    for (const another of [{ name }, { name, reference: 'C-2' }])
      expect((await screen(another)).status).toBe('possible');
    const { status, body } = await clear({ name, reference: ' ', row: 'ceis:7', reason });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/reference', code: 'invalid_reference' }]]);
  });
});

test('a hit about a partner is cleared for the company, and the partner alone stays listed', async () => {
  const service = await openTestService();
  const key = await service.createKey({ mode: 'test', rate: null, scopes: ['screen', 'manage:clearances'] });
  const url = `${service.address}/v1/screen`;
  const cnpj = '90000006000151';
  const screen = async () => (await post(`${url}?partners=true`, { cnpj }, { key })).body;
  const [hit] = (await screen()).hits;
  expect(hit.partner).not.toBeNull();
  const order = { cnpj, row: hit.row, reason };
  expect((await post(`${url}/clearances`, order, { key })).body.code).toBe('hit_not_found');
  const made = await post(`${url}/clearances?partners=true`, order, { key });
  expect(made.status).toBe(201);
  expect(await screen()).toMatchObject({
    status: 'clear',
    cleared: [{ row: hit.row, clearance: made.body.id, partner: hit.partner }],
  });
  expect((await listActs(service)).filter((act) => act.includes('clearance_'))).toEqual([]);
});

test('a person is reported and erased with their clearances, and nothing of them is left in any file', async () => {
  const { service, key, url, publish, clear, screen } = await startForTest();
  await publish([ofPerson, ofCompany, ofOther]);
  const named = `Confundido com ${formatCpf(listed)}, que é outra pessoa.`;
  const orders = [
    { cpf: listed, row: 'ceis:1', reason },
    { cpf: other, row: 'ceis:4', reason: named },
    { cnpj: company, row: 'ceis:3', reason },
  ];
  for (const order of orders) expect((await clear({ ...order, despite_number: true })).status).toBe(201);
  expect((await screen({ cpf: listed })).status).toBe('clear');
  const [, revoked] = (await get(url, { key })).body.clearances;
  await get(`${url}/${revoked.id}`, { key, method: 'DELETE' });
  const config = toConfig(service.directory);
  const database = new Database(toDatabasePath(config.data_dir));
  // As a watch whose key has expired: it has yet to look at what somebody withdrew.
  database
    .prepare(
      `INSERT INTO watches (id, key_id, mode, kind, lists, created_at_ms, owner, state, companies, last_change, missed, withdrawn)
        SELECT 'wat_1', 'key_gone', 'test', 'person', '{"day":"","editions":{}}', 1, 'x', 'active', 1, 0, 0,
          json_array(json_array(subject, 'ceis:9'), json_array('another', 'ceis:9')) FROM clearances WHERE list_row = 'ceis:1'`,
    )
    .run();
  const sealed = database
    .prepare("SELECT sealed FROM clearances WHERE list_row <> 'ceis:3' UNION ALL SELECT sealed FROM ended_clearances")
    .pluck()
    .all() as Buffer[];
  expect(sealed).toHaveLength(2);
  const subject = database.prepare("SELECT subject FROM clearances WHERE list_row = 'ceis:1'").pluck().get() as string;
  database.close();
  const needles = [
    ...sealed.map((bytes) => ({ form: 'sealed', text: bytes.toString('latin1') })),
    { form: 'subject', text: subject },
  ];
  const search = () => new Set(searchFiles(config.data_dir, needles).map(({ form }) => form));
  expect(search()).toEqual(new Set(['sealed', 'subject']));

  const { held } = JSON.parse(await makeReport(config, listed, 'json'));
  expect(held).toContainEqual(expect.objectContaining({ place: 'clearances', count: 2 }));
  expect((await erase(config, listed)).erased.clearances).toBe(2);
  expect(search()).toEqual(new Set());
  const left = (await get(url, { key })).body.clearances;
  expect(left.map(({ row }: { row: string }) => row)).toEqual(['ceis:3']);
  expect((await screen({ cpf: listed })).status).toBe('hit');
  expect((await screen({ cnpj: company })).status).toBe('clear');
});

describe('where two people clear a hit', () => {
  test('a hit that was proposed is cleared by the same key once one person is enough again', async () => {
    const asked = { cpf: listed, row: 'ceis:1', reason, despite_number: true };
    const { service, publish, clear, key } = await start({ CONFERE_SCREENING_FOUR_EYES: 'true' });
    await publish([ofPerson]);
    expect((await clear(asked)).body.state).toBe('proposed');
    await service.close();
    const toPlace = (name: string) => join(service.directory, name);
    const again = await startForTest({ CONFERE_DATA_DIR: toPlace('data'), CONFERE_SECRETS_DIR: toPlace('secrets') });
    const { status, body } = await again.clear(asked, key);
    expect([status, body.state, body.confirmed_by]).toEqual([201, 'cleared', null]);
    expect((await again.screen({ cpf: listed })).status).toBe('clear');
  });

  test('one key proposes, another one confirms, and until then it decides', async () => {
    const { service, url, publish, clear, screen, key } = await startForTest({ CONFERE_SCREENING_FOUR_EYES: 'true' });
    await publish([ofPerson]);
    const { status, body } = await clear({ cpf: listed, row: 'ceis:1', reason, despite_number: true });
    expect([status, body.state]).toEqual([201, 'proposed']);
    expect((await screen({ cpf: listed })).status).toBe('hit');

    const confirm = (by: string) => get(`${url}/${body.id}/confirm`, { method: 'POST', key: by });
    expect(await confirm(key)).toMatchObject({ status: 409, body: { code: 'clearance_needs_another' } });
    expect((await screen({ cpf: listed })).status).toBe('hit');

    const second = await service.createKey({ mode: 'live', scopes: ['manage:clearances'] });
    const confirmed = await confirm(second);
    expect([...Value.Errors(toStandaloneSchema('Clearance'), confirmed.body)].slice(0, 3)).toEqual([]);
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'cleared', made_by: body.made_by } });
    expect(confirmed.body.confirmed_by).not.toBe(body.made_by);
    expect((await confirm(key)).body).toEqual(confirmed.body);
    expect((await screen({ cpf: listed })).status).toBe('clear');
    const acts = (await listActs(service)).filter((act) => act.includes('clearance_'));
    expect(acts).toEqual([
      expect.stringMatching(new RegExp(`^${body.made_by} clearance_made [\\w-]{22} ceis:1 ${body.id}$`)),
      expect.stringMatching(
        new RegExp(`^${confirmed.body.confirmed_by} clearance_confirmed [\\w-]{22} ceis:1 ${body.id}$`),
      ),
    ]);
  });
});

test('whoever clears is told of somebody only what is recorded as a screening', async () => {
  const { service, publish, clear } = await startForTest();
  await publish([ofPerson]);
  const key = await service.createKey({ mode: 'live', rate: null, scopes: ['manage:clearances'] });
  const config = toConfig(service.directory);
  const audit = await openTestAudit(config);
  const orders = [
    [404, { cpf: other, row: 'ceis:1' }, other, 'clear'],
    [409, { cpf: listed, row: 'ceis:1' }, listed, 'hit'],
    [201, { cpf: listed, row: 'ceis:1', despite_number: true }, listed, 'hit'],
    [200, { cpf: listed, row: 'ceis:1', despite_number: true }, listed, 'clear'],
  ] as const;
  for (const [status, order, cpf, found] of orders) {
    const answer = await clear({ ...order, reason }, key);
    expect(answer.status).toBe(status);
    const [item] = await audit.read.show(answer.headers.get('request-id') ?? '');
    expect(item?.content).toMatchObject({ kind: 'screen', status: found });
    expect(JSON.parse(item?.unmaskedDetails ?? '')).toMatchObject({ query: { cpf } });
    expect(item?.replay.kind).toBe('same');
  }
  const blocker = new Database(toAuditPath(config.data_dir));
  blocker.exec('BEGIN IMMEDIATE');
  const refused = await clear({ cpf: listed, row: 'ceis:1', reason }, key);
  blocker.exec('COMMIT');
  blocker.close();
  expect(refused).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } });
});

describe('refusals', () => {
  let parts: Screened;
  beforeAll(async () => {
    parts = await start();
    await parts.publish([ofPerson, ofOther]);
  });
  afterAll(() => parts.service.close());

  test.each([
    ['a row that is not in the list', { cpf: listed, row: 'ceis:999' }],
    ['a row of somebody else', { cpf: listed, row: 'ceis:4' }],
    ['a list that is not there', { cpf: listed, row: 'none:1' }],
    ['no row at all', { cpf: listed, row: 'ceis' }],
  ])('404 for %s', async (_, order) => {
    expect(await parts.clear({ ...order, reason, despite_number: true })).toMatchObject({
      status: 404,
      body: { code: 'hit_not_found' },
    });
  });

  test.each([
    ['nothing', {}, ['/row required', '/reason required']],
    ['nobody', { row: 'ceis:1', reason }, ['/cpf required']],
    ['no reason', { cpf: listed, row: 'ceis:1', reason: ' x ' }, ['/reason invalid_reason']],
    ['a control character', { cpf: listed, row: 'ceis:1', reason: 'um\u0000dois' }, ['/reason invalid_reason']],
    ['too long a reason', { cpf: listed, row: 'ceis:1', reason: 'x'.repeat(1_001) }, ['/reason invalid_reason']],
    ['a number as the row', { cpf: listed, row: 1, reason }, ['/row invalid_type']],
    [
      'a word as a flag',
      { cpf: listed, row: 'ceis:1', reason, despite_number: 'yes' },
      ['/despite_number invalid_type'],
    ],
    ['an unknown field', { cpf: listed, row: 'ceis:1', reason, because: 'so' }, ['/because unknown_field']],
    [
      'all faults at once',
      { cpf: '1', row: 1, despite: true },
      ['/cpf invalid_format', '/despite unknown_field', '/row invalid_type', '/reason required'],
    ],
  ])('400 for %s', async (_, order, faults) => {
    const { status, body } = await parts.clear(order);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)).toEqual(faults);
  });

  test('whoever misspells a field is told all fields, and null is a field that was not sent', async () => {
    const { body } = await parts.clear({ cpf: listed, row: 'ceis:1', reason, despite: true });
    expect(body.errors[0].detail).toMatch(
      /cpf, name, birth_date, nationality, document, cnpj, company_name, reference, row, reason, despite_number, kind, until, frozen_at/,
    );
    const unsaid = { cpf: listed, name: null, row: 'ceis:1', reason, despite_number: null };
    expect((await parts.clear(unsaid)).body.code).toBe('same_number');
  });

  test('403 for a key that may only screen, 404 for an id that nobody has', async () => {
    const { service, clear, url, key } = parts;
    const plain = await service.createKey({ mode: 'live', scopes: ['screen'] });
    expect((await clear({ cpf: listed, row: 'ceis:1', reason }, plain)).body.code).toBe('insufficient_scope');
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/confirm'],
    ] as const)
      expect(await get(`${url}/clr_none${path}`, { method, key })).toMatchObject({
        status: 404,
        body: { code: 'clearance_not_found' },
      });
  });
});
