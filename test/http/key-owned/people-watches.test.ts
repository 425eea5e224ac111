// Watches of people, and of companies in the lists, over real sockets with real editions: what begins and ends is told once, to its key.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Value } from 'typebox/value';
import { afterAll, expect, test, vi } from 'vitest';
import type { OpenedItem } from '../../../src/app/audit/read/read-audit.ts';
import { showVerification } from '../../../src/app/audit/read/show-record.ts';
import { systemClock } from '../../../src/clock.ts';
import { erase, makeReport } from '../../../src/compose/commands/audit/privacy.ts';
import { withWebhooks } from '../../../src/compose/commands/webhooks.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { findNeededEditions } from '../../../src/compose/parts/needed-editions.ts';
import { loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { createSqliteNeeded } from '../../../src/stores/jobs/jobs-state.sql.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { formsOfCpf, formsOfText } from '../../support/canaries.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { startWebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { get, openTestService, post } from '../../support/service/service.ts';
import { editProvenRow } from '../../support/stores/edit-proven-row.ts';
import { openTestAudit } from '../../support/stores/operator-audit.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const env = {
  CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
  CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
};
const today = toBrazilDay(systemClock.nowMs());
const person = (digits: number, name: string) => ({ cpf: completeCpf(String(digits)) as Cpf, name });
const ana = person(300_456_781, 'ANA CLARA INVENTADA PRADO');
const bruno = person(300_456_782, 'BRUNO EXEMPLO FICTICIO');
const carla = person(300_456_783, 'CARLA DE TAL IMAGINADA');
/** The row of each tells that an edition was compared. */
const markers = Array.from({ length: 9 }, (_, index) => person(400_000_001 + index, `SINAL NUMERO ${index}`));
const company = completeCnpj('112223330001') as Cnpj;

const rowOf = (id: string, { cpf, name }: typeof ana, more: Partial<ListEntry> = {}) =>
  toEntry({ id, names: [name], document: { kind: 'cpf', number: cpf }, category: 'Suspensão', ...more });
const ofCompany = toEntry({
  id: '9',
  kind: 'company',
  names: ['EXEMPLO LTDA'],
  document: { kind: 'cnpj', number: company },
});

let editions = 0;

interface ToldHit {
  readonly cursor: string;
  readonly kind: string;
  readonly cpf: string | null;
  readonly row: string;
}

const terms = 'legal_basis=legal_obligation';
const purpose = { 'confere-purpose': 'legal_obligation' };
const watch = (body: unknown, query = `?${terms}`, { by = key, headers = purpose as Record<string, string> } = {}) =>
  post(`${service.address}/v1/watches${query}`, body, { key: by, headers });
const read = (path: string, headers = {}, by = key) =>
  get(`${service.address}/v1/watches/${path}`, { key: by, headers });
const listHits = async (id: string, by = key): Promise<ToldHit[]> =>
  (await read(`${id}/changes?limit=1000`, {}, by)).body.changes;
const withoutMarkers = (hits: readonly ToldHit[]) =>
  hits.filter(({ row }) => !row.startsWith('ceis:m')).map(({ kind, row }) => `${kind} ${row}`);

function publish(...entries: ListEntry[]): string {
  const marker = `m${editions}`;
  const id = `2026111${editions}T000000-000`;
  writeRequiredList(toListsDirectory(config), today);
  writeEdition(toListsDirectory(config), 'ceis', [...entries, rowOf(marker, markers[editions] as typeof ana)], {
    dataAsOf: today,
    id,
  });
  editions++;
  return `ceis:${marker}`;
}

/** All changes of an edition come to light together. */
const waitForRow = (id: string, row: string) =>
  vi.waitFor(async () => expect((await listHits(id)).map((hit) => hit.row)).toContain(row), {
    timeout: 60_000,
    interval: 50,
  });

const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
const service = await openTestService(env);
const scopes = ['watch:person', 'watch:company', 'screen', 'manage:clearances'] as const;
const key = await service.createKey({ name: 'watcher', mode: 'live', rate: null, scopes: [...scopes] });
const config = loadConfig({
  cwd: service.directory,
  env: { ...env, CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
});
const owner = (await service.keys.list({ limit: 100 })).find(({ name }) => name === 'watcher')?.id as string;
const endpoint = (await withWebhooks(config, (all) => all.add(`${receiver.origin}/hook`, owner))).id;

test('hits that are there, begin and end are told once, by the list of changes and by webhook, where nobody is named', async () => {
  const first = publish(rowOf('1', ana));
  const people = [
    { ...ana, birth_date: '1980-05-17', reference: 'cliente-1' },
    { ...bruno, reference: 'cliente-2' },
    ...markers,
    { cpf: '11111111112', name: 'X Y' },
  ];
  const made = await watch({ people }, `?${terms}&webhook=${endpoint}`);
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...{ kind: 'person', people: 11, companies: 0, lists: true, changes: 0, purpose: 'legal_obligation' },
      legal_basis: 'legal_obligation',
      refused: [{ line: 12, reason: 'invalid_check_digits' }],
    },
  });
  expect([...Value.Errors(toStandaloneSchema('WatchCreated'), made.body)]).toEqual([]);
  const { id, until, created_at: createdAt } = made.body;
  expect(Date.parse(until) - Date.parse(createdAt)).toBe(365 * 86_400_000);
  await waitForRow(id, first);
  expect(withoutMarkers(await listHits(id))).toEqual(['new_hit ceis:1']);

  await waitForRow(id, publish(rowOf('1', ana, { category: 'Impedimento' }), rowOf('2', bruno), rowOf('3', carla)));
  expect(withoutMarkers(await listHits(id))).toEqual(['new_hit ceis:1', 'changed_hit ceis:1', 'new_hit ceis:2']);
  await waitForRow(id, publish(rowOf('2', bruno)));
  const told = withoutMarkers(await listHits(id));
  expect(told.slice(3)).toEqual(['ended_hit ceis:1']);

  const { body } = await read(`${id}/changes?limit=1000`, { 'accept-language': 'pt-BR' });
  expect([...Value.Errors(toStandaloneSchema('WatchChanges'), body)]).toEqual([]);
  const hits = body.changes.filter(({ row }: ToldHit) => row === 'ceis:1');
  expect(hits[0]).toMatchObject({
    ...{ kind: 'new_hit', cpf: ana.cpf, cnpj: null, reference: 'cliente-1', list: 'ceis', match: 'document' },
    ...{ strength: 'hit', state: 'in_force', from: null, to: today },
    sentence: `Nova ocorrência. A lista ceis de ${today} traz este número (Suspensão), em vigor, sem data de fim.`,
  });
  expect(hits.at(-1)).toMatchObject({
    ...{ kind: 'ended_hit', state: 'ended', from: today, to: today, reference: 'cliente-1' },
    sentence: `A ocorrência terminou. A lista ceis de ${today} não traz mais o registro ceis:1 em vigor.`,
  });

  // What is told stands in the audit as any screening does: who, in which editions, what was found; and it can be made again.
  const audit = await openTestAudit(config);
  const [item] = await audit.read.show(hits[0].request_id);
  const [end] = await audit.read.show(hits.at(-1).request_id);
  // It says on what it rests, as the answer of a screening does.
  const { coverage } = showVerification(item as OpenedItem, false) ?? {};
  expect(coverage?.checked).toContainEqual({ code: 'list', list: 'ceis', as_of: today });
  expect([item, end].map((each) => each?.content?.status)).toEqual(['hit', 'clear']);
  expect(item?.content).toMatchObject({ kind: 'screen', purpose: 'legal_obligation' });
  expect(JSON.parse(item?.unmaskedDetails ?? '')).toMatchObject({
    query: { cpf: ana.cpf },
    editions: [{ list: 'ceis', edition: '20261110T000000-000', asOf: today }, { list: 'onu' }],
    hits: [{ row: 'ceis:1', match: 'document', strength: 'hit', state: 'in_force' }],
  });
  expect(item?.replay.kind).toBe('same');

  await expect.poll(() => receiver.received.length).toBe(3);
  for (const { body: sent } of receiver.received) {
    expect([...Value.Errors(toStandaloneSchema('WatchHitsEvent'), sent)]).toEqual([]);
    const text = JSON.stringify(sent);
    for (const secret of [ana.cpf, bruno.cpf, 'ANA', 'cliente']) expect(text).not.toContain(secret);
  }
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'watch.hits',
    data: {
      watch_id: id,
      compared_on: today,
      missed: false,
      hits_total: 2,
      hits: [{ cursor: '1' }, { cursor: '2' }],
      after: '0',
    },
  });
  const { body: events } = await get(`${service.address}/v1/events`, { key });
  expect([...Value.Errors(toStandaloneSchema('EventList'), events)]).toEqual([]);
});

test('a hit that somebody has judged false is not told, until its row says something else', async () => {
  const first = publish();
  const { id } = (await watch({ people: [carla, ...markers] })).body;
  await waitForRow(id, first);
  const clearances = `${service.address}/v1/screen/clearances`;
  const clear = () =>
    post(clearances, { ...carla, row: 'ceis:5', reason: 'Decisão judicial.', despite_number: true }, { key });
  await waitForRow(id, publish(rowOf('5', carla)));
  expect(withoutMarkers(await listHits(id))).toEqual(['new_hit ceis:5']);
  await vi.waitFor(async () => expect((await clear()).status).toBe(201), { timeout: 60_000 });
  // As an edition that lacks the row by mistake, and the next one that has it again.
  await waitForRow(id, publish());
  await waitForRow(id, publish(rowOf('5', carla)));
  expect(withoutMarkers(await listHits(id))).toEqual(['new_hit ceis:5']);
  await waitForRow(id, publish(rowOf('5', carla, { category: 'Inidoneidade' })));
  const told = ['new_hit ceis:5', 'new_hit ceis:5'];
  expect(withoutMarkers(await listHits(id))).toEqual(told);
  // Without its clearance it counts again, at once.
  await vi.waitFor(async () => expect((await clear()).status).toBe(201), { timeout: 60_000 });
  const { body } = await get(clearances, { key });
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${clearances}/${body.clearances[0].id}`, { method: 'DELETE', headers })).status).toBe(204);
  await expect.poll(async () => withoutMarkers(await listHits(id)), { timeout: 60_000 }).toEqual([...told, told[0]]);
  expect((await read(`${id}/changes?limit=1000`)).body.changes.at(-1).sentence).toContain('The hit counts again');
});

test('a person who is erased is in no list and no change any more, and nothing is told of them', async () => {
  const shown = async () => {
    const { held } = JSON.parse(await makeReport(config, ana.cpf, 'json'));
    return Object.fromEntries(held.map(({ place, count }: { place: string; count: number }) => [place, count]));
  };
  expect(await shown()).toMatchObject({ watched_people: 1, watch_changes: 3, audit_records: 3 });
  const { watches } = (await get(`${service.address}/v1/watches`, { key })).body;
  const { id } = watches.at(-1);
  const steps: string[] = [];
  await erase(config, ana.cpf, (step) => steps.push(step));
  // What is still being worked off writes records, and they go after it; so do the hits that it has found.
  const order = ['bought_answers', 'batches', 'watched_people', 'audit_records', 'watch_changes'];
  expect(steps.filter((step) => order.includes(step))).toEqual(order);
  const after = await shown();
  expect(['watched_people', 'watch_changes', 'audit_records'].map((place) => after[place] ?? 0)).toEqual([0, 0, 0]);
  expect((await read(id)).body.people).toBe(10);
  await waitForRow(id, publish(rowOf('1', ana), rowOf('2', bruno)));
  expect((await listHits(id)).filter(({ cpf }) => cpf === ana.cpf)).toEqual([]);
});

test('companies are looked for in the lists too, where a key may and asks for it', async () => {
  const onlyCompanies = await service.createKey({ mode: 'live', scopes: ['watch:company'] });
  expect((await watch({ cnpjs: [company] }, '?lists=true', { by: onlyCompanies })).body).toMatchObject({
    code: 'insufficient_scope',
  });
  const { body } = await watch({ cnpjs: [company] }, '?lists=true');
  expect(body).toMatchObject({ kind: 'company', companies: 1, people: 0, lists: true, until: null });
  writeEdition(toListsDirectory(config), 'cnep', [ofCompany], { dataAsOf: today, id: '20261119T000000-000' });
  await expect
    .poll(() => listHits(body.id), { timeout: 60_000 })
    .toMatchObject([
      { kind: 'new_hit', cnpj: company, cpf: null, reference: null, row: 'cnep:9', from: null, to: today },
    ]);
});

test('people are watched for a purpose, by a right, for a time and with a scope of their own', async () => {
  const people = [ana];
  const refuse = async (query: string, options = {}) => (await watch({ people }, query, options)).body.code;
  expect(await refuse('')).toBe('purpose_required');
  expect(await refuse(`?${terms}`, { headers: {} })).toBe('purpose_required');
  expect(await refuse('?legal_basis=because')).toBe('invalid_query');
  expect(await refuse(`?${terms}&until=2020-01-01`)).toBe('invalid_query');
  expect(await refuse(`?${terms}&until=2099-01-01`)).toBe('invalid_query');
  expect((await watch({ cnpjs: [company] }, `?${terms}`)).body.code).toBe('invalid_query');
  for (const body of [{ people, cnpjs: [company] }, { people: ana }, { people: [{ cpf: ana.cpf }] }])
    expect((await watch(body)).body.code).toBe('invalid_watch');
  const own = await service.createKey({ mode: 'live', scopes: ['watch:company'] });
  expect(await refuse(`?${terms}`, { by: own })).toBe('insufficient_scope');
  const made = await watch({ people }, `?${terms}&until=${today}&webhook=${endpoint}`);
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(toBrazilDay(Date.parse(made.body.until) - 1)).toBe(today);
  // As if its last day were over: who made it is told.
  editProvenRow(config, 'watches', id, { until_ms: 1 });
  const findEnd = () => receiver.received.find(({ body }) => body.type === 'watch.ended')?.body;
  await expect.poll(findEnd, { timeout: 60_000 }).toMatchObject({ data: { watch_id: id, people: 1 } });
  expect([...Value.Errors(toStandaloneSchema('WatchEndedEvent'), findEnd())]).toEqual([]);
  expect((await read(id)).status).toBe(404);
});

test('the audit says until when people are watched, and that a key ended it before', async () => {
  const { id, until } = (await watch({ people: [ana] }, `?${terms}`)).body;
  expect((await get(`${service.address}/v1/watches/${id}`, { key, method: 'DELETE' })).status).toBe(204);
  const { read: audit } = await openTestAudit(config);
  const { things: acts } = await audit.list({ kind: 'act' }, { order: 'newest', limit: 20 });
  const told = acts.flatMap(({ content }) =>
    content?.target?.startsWith(id) ? [`${content.act} ${content.target}`] : [],
  );
  expect(told).toEqual([`watch_deleted ${id}`, expect.stringMatching(`^people_watched ${id} .*until=${until}$`)]);
});

test('a long list comes as a table, each person once, and again under the same key as the same watch', async () => {
  const table = `cpf;nome;nascimento;referencia\n${bruno.cpf};${bruno.name};17/05/1980;c-2\n${bruno.cpf};${bruno.name};;c-2\n123;X Y;;\n`;
  const send = (text: string) =>
    post(`${service.address}/v1/watches?kind=person&${terms}`, text, {
      key,
      headers: { ...purpose, 'content-type': 'text/csv', 'idempotency-key': 'people-1' },
    });
  const made = await send(table);
  expect(made).toMatchObject({ status: 201, body: { kind: 'person', people: 1, refused_count: 1 } });
  expect((await send(table)).body.id).toBe(made.body.id);
  expect((await send(`${table}${carla.cpf};${carla.name};;\n`)).body.code).toBe('idempotency_key_reused');
});

test('a test key is told the hits of the sandbox', async () => {
  const by = await service.createKey({ mode: 'test', scopes: ['watch:person'] });
  const people = [{ cpf: '40532176871', name: 'Sérgio Augusto Ramos', reference: 'a' }];
  const { id } = (await watch({ people }, `?${terms}`, { by })).body;
  await expect
    .poll(() => listHits(id, by), { timeout: 60_000 })
    .toMatchObject([{ kind: 'new_hit', row: 'ceis:900001', reference: 'a' }]);
});

test('the editions that watches stand at are needed, and nothing of a person lies in the clear', async () => {
  const needed = await createSqliteNeeded(config.data_dir).findEditions();
  expect(needed).toContainEqual(
    expect.objectContaining({ list: 'ceis', edition: `2026111${editions - 1}T000000-000` }),
  );
  const database = new Database(toDatabasePath(config.data_dir), { readonly: true });
  const rows = database.prepare('SELECT * FROM watches').all();
  // A copy without any list: what an import keeps then is for watches.
  const elsewhere = createTemporaryFolder('needed');
  database.prepare('VACUUM INTO ?').run(toDatabasePath(elsewhere));
  expect(await findNeededEditions({ ...config, data_dir: elsewhere }, systemClock)).toContain(
    `2026111${editions - 1}T000000-000`,
  );
  database.close();
  const texts = [JSON.stringify(rows), readFileSync(join(service.directory, 'log'), 'utf8')];
  const forms = [...formsOfCpf(bruno.cpf), ...formsOfText(bruno.name)];
  for (const text of texts) for (const { text: form } of forms) expect(text).not.toContain(form);
});
