// POST /v1/screen

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OpenedItem } from '../../../src/app/audit/read/read-audit.ts';
import { showVerification } from '../../../src/app/audit/read/show-record.ts';
import { systemClock } from '../../../src/clock.ts';
import type { OperatorAudit } from '../../../src/compose/commands/audit/operator-audit.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { type Cpf, completeCpf, maskCpf } from '../../../src/domain/numbers/cpf.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { get, openTestService, post, startTestService, type TestService } from '../../support/service/service.ts';
import { openTestAudit } from '../../support/stores/operator-audit.ts';

const today = toBrazilDay(systemClock.nowMs());
const listed = completeCpf('300456789') as Cpf;
const unlisted = completeCpf('300456790') as Cpf;
const ended = completeCpf('300456791') as Cpf;
const company = completeCnpj('112223330001') as Cnpj;
const branch = completeCnpj('112223330002') as Cnpj;

const entries = [
  toEntry({
    id: '1',
    names: ['FULANO DE TAL INVENTADO'],
    document: { kind: 'cpf', number: listed },
    until: '2099-12-31',
    category: 'Suspensão',
    remarks: 'Citado com ***.111.222-**.',
  }),
  toEntry({ id: '2', names: ['BELTRANO'], document: { kind: 'cpf', number: ended }, until: '2020-01-31' }),
  toEntry({ id: '3', kind: 'company', names: ['EXEMPLO LTDA'], document: { kind: 'cnpj', number: company } }),
];

function toConfig(directory: string): Config {
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  return loadConfig({ cwd: directory, env });
}

async function openAudit({ directory }: TestService): Promise<OperatorAudit> {
  const config = toConfig(directory);
  return openTestAudit(config);
}

describe('with a live key', () => {
  let service: TestService;
  let key: string;
  let url: string;
  let lists: string;
  const screen = (body: object, headers: Record<string, string> = {}) => post(url, body, { key, headers });

  beforeAll(async () => {
    service = await startTestService();
    key = await service.createKey({ mode: 'live', rate: null, scopes: ['screen'] });
    url = `${service.address}/v1/screen`;
    lists = toListsDirectory(toConfig(service.directory));
  });
  afterAll(() => service.close());

  test('without a list nobody is clear', async () => {
    expect((await screen({ cpf: unlisted })).body).toMatchObject({
      status: 'inconclusive',
      hits: [],
      lists: [{ list: 'onu', state: 'missing' }],
    });
  });

  test('an edition that is switched while the service runs answers without a restart', async () => {
    writeRequiredList(lists, today);
    writeEdition(lists, 'ceis', entries, { dataAsOf: today, id: 'edition-0001' });
    await vi.waitFor(async () => expect((await screen({ cpf: listed })).body.status).toBe('hit'), {
      timeout: 60_000,
      interval: 100,
    });
    const { body: explained } = await post(`${url}?explain=true`, { cpf: unlisted }, { key });
    expect(explained.explanation).toEqual({
      checked: ['ceis', 'onu'].map((list) => ({ code: 'list', list, as_of: today })),
      not_checked: [
        { code: 'name', reason: 'not_provided' },
        { code: 'birth_date', reason: 'not_provided' },
      ],
    });
    const { body: nameless } = await post(`${url}?explain=true`, { cnpj: company }, { key });
    expect(nameless.explanation.not_checked).toEqual([
      { code: 'company_name', reason: 'not_provided' },
      { code: 'partners', reason: 'not_screened' },
    ]);
  });

  test('a hit says its list, row, reason and dates, and no CPF of its own', async () => {
    const { status, body, headers } = await screen({ cpf: listed });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...Value.Errors(toStandaloneSchema('ScreenResponse'), body)].slice(0, 3)).toEqual([]);
    expect(body).toMatchObject({
      request_id: headers.get('request-id'),
      status: 'hit',
      cpf: listed,
      cnpj: null,
      hits_total: 1,
      lists: [
        { list: 'ceis', as_of: today, state: 'current', sensitivity: 'balanced' },
        { list: 'onu', as_of: today, state: 'current', sensitivity: 'high' },
      ],
      partners: null,
    });
    expect(body.hits[0]).toMatchObject({
      list: 'ceis',
      row: 'ceis:1',
      match: 'document',
      strength: 'hit',
      state: 'in_force',
      name: 'FULANO DE TAL INVENTADO',
      document: maskCpf(listed),
      until: '2099-12-31',
      category: 'Suspensão',
    });
    expect(JSON.stringify(body.hits)).not.toContain(listed);
  });

  test('a name in an alphabet that is not read is inconclusive, and says why; one without what nobody sees is compared', async () => {
    const { body } = await post(`${url}?explain=true`, { name: 'حسين إبراهيم' }, { key });
    expect(body).toMatchObject({ status: 'inconclusive', hits: [], unread_name: true, need_name: ['ceis', 'onu'] });
    expect(body.explanation.not_checked).toContainEqual({
      code: 'list',
      reason: 'name_unread',
      list: 'onu',
      as_of: today,
    });
    const hidden = await screen({ cpf: listed, name: 'Ful\u200bano de\u200c Tal Inven\u00adtado' });
    expect(hidden.body).toMatchObject({
      status: 'hit',
      unread_name: false,
      hits: [{ agreed: ['cpf', 'name'], similarity: 1 }],
    });
    const turned = await screen({ cpf: listed, name: 'Fulano \u202eodatnevnI' });
    expect(turned.status).toBe(400);
  });

  test('its sentence is in the language of the caller', async () => {
    const [english, portuguese] = await Promise.all([
      screen({ cpf: listed }),
      screen({ cpf: listed }, { 'accept-language': 'pt-BR' }),
    ]);
    expect(english.body.hits[0].sentence).toMatch(/^The list ceis of .* has this number/);
    expect(portuguese.body.hits[0].sentence).toMatch(/^A lista ceis de .* traz este número/);
  });

  test('what has ended is told and does not decide; somebody in no row is clear', async () => {
    expect((await screen({ cpf: ended })).body).toMatchObject({ status: 'clear', hits: [{ state: 'ended' }] });
    expect((await screen({ cpf: unlisted })).body).toMatchObject({ status: 'clear', hits: [] });
  });

  test('a company is found by another establishment of it', async () => {
    expect((await screen({ cnpj: branch })).body).toMatchObject({
      status: 'hit',
      cnpj: branch,
      hits: [{ row: 'ceis:3', match: 'cnpj_root', establishment: 'head_office', document: '11.222.333/0001-81' }],
    });
  });

  test('partners that nobody imported leave a doubt, and say so', async () => {
    const other = completeCnpj('556667770001');
    const { body } = await post(`${url}?partners=true`, { cnpj: other }, { key });
    expect(body).toMatchObject({
      status: 'inconclusive',
      partners: { state: 'unavailable', screened: 0, total: null },
    });
    expect((await screen({ cnpj: other })).body).toMatchObject({ status: 'clear', partners: null });
  });

  test('its record is there when the answer arrives, names editions and rows, and gives the same again', async () => {
    const { body } = await screen(
      { cpf: listed, name: 'Fulano de Tal Inventado' },
      { 'confere-purpose': 'onboarding' },
    );
    const { read } = await openAudit(service);
    const [item] = await read.show(body.request_id);
    expect(item?.content).toMatchObject({ kind: 'screen', status: 'hit', purpose: 'onboarding', riskLevel: null });
    expect(JSON.stringify(item?.content)).not.toContain(listed);
    expect(JSON.parse(item?.unmaskedDetails ?? '')).toMatchObject({
      query: { cpf: listed },
      today: toBrazilDay(Date.parse(body.processed_at)),
      editions: [{ list: 'ceis', edition: 'edition-0001', asOf: today, state: 'current' }, { list: 'onu' }],
      hits: [{ row: 'ceis:1', match: 'document', strength: 'hit', state: 'in_force', partner: null }],
      status: 'hit',
    });
    expect(item?.replay.kind).toBe('same');
    const { things: found } = await read.list({ subjects: read.toSubjects(listed) }, { order: 'newest', limit: 100 });
    expect(found.map(({ content }) => content?.requestId)).toContain(body.request_id);
    const { things: rows } = await read.listWithNumbers({ kind: 'screen' }, { order: 'newest', limit: 1 });
    expect(rows[0]?.number).toBe(maskCpf(listed));
  });

  test('a record is made again with its own editions after a switch, until they are gone', async () => {
    const { body } = await screen({ cpf: listed });
    writeEdition(lists, 'ceis', entries.slice(1), { dataAsOf: today, id: 'edition-0002' });
    await vi.waitFor(async () => expect((await screen({ cpf: listed })).body.status).toBe('clear'), {
      timeout: 60_000,
      interval: 100,
    });
    const { read } = await openAudit(service);
    expect((await read.show(body.request_id))[0]?.replay.kind).toBe('same');
    rmSync(join(lists, 'ceis', 'snapshots', 'edition-0001'), { recursive: true });
    expect((await read.show(body.request_id))[0]?.replay).toEqual({
      kind: 'impossible',
      reason: 'these editions of lists are no longer here: ceis edition-0001',
    });
    // What the row said is in the record itself.
    const [item] = await read.show(body.request_id);
    const { hits, seen } = showVerification(item as OpenedItem, false)?.screening ?? {};
    const [hit] = body.hits;
    expect([hits, seen]).toMatchObject([
      [{ row: hit.row, match: hit.match, strength: hit.strength, state: hit.state }],
      [{ asOf: hit.as_of, name: hit.name, document: hit.document, category: hit.category, until: hit.until }],
    ]);
    expect(seen).toMatchObject([
      { similarity: hit.similarity, agreed: hit.agreed, remarks: hit.remarks, process: hit.process },
    ]);
    expect(JSON.stringify(seen)).not.toContain(listed);
  });

  test('an old list leaves a doubt about who is not on it, and none about who is', async () => {
    writeEdition(lists, 'ceis', entries, { dataAsOf: '2024-01-01', id: 'edition-0003' });
    await vi.waitFor(
      async () =>
        expect((await screen({ cpf: unlisted })).body).toMatchObject({
          status: 'inconclusive',
          lists: [{ list: 'ceis', as_of: '2024-01-01', state: 'stale' }, { list: 'onu' }],
        }),
      { timeout: 60_000, interval: 100 },
    );
    expect((await screen({ cpf: listed })).body.status).toBe('hit');
  });

  // It waits twice, each time for a minute at most.
  test('a damaged list stops nothing, is told, and leaves a doubt', { timeout: 240_000 }, async () => {
    writeFileSync(
      join(writeEdition(lists, 'cnep', entries, { dataAsOf: today, id: 'edition-0004' }), 'entries.dat'),
      '',
    );
    await vi.waitFor(
      async () =>
        expect((await screen({ cpf: listed })).body.lists).toContainEqual({
          list: 'cnep',
          as_of: null,
          state: 'damaged',
          sensitivity: null,
        }),
      { timeout: 60_000, interval: 100 },
    );
    expect((await get(`${service.address}/readyz`, {})).status).toBe(200);
    await vi.waitFor(
      () =>
        expect(service.readLog().map(({ event, component }) => [event, component])).toContainEqual([
          'list_refused',
          'cnep',
        ]),
      { timeout: 60_000, interval: 100 },
    );
  });

  test('503 while the audit cannot be written', async () => {
    const other = new Database(toAuditPath(join(service.directory, 'data')));
    other.exec('BEGIN IMMEDIATE');
    const refused = await screen({ cpf: listed });
    expect(refused).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    other.exec('COMMIT');
    other.close();
    await vi.waitFor(async () => expect((await screen({ cpf: listed })).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    });
  });

  test('is counted in the usage of its key, and in the metrics', async () => {
    const admin = await service.listenForOperators();
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toMatch(/confere_screenings_total\{mode="live",status="hit"\} [1-9]/);
    const own = await service.createKey({ mode: 'live', scopes: ['screen', 'read:usage'] });
    await post(url, { cpf: listed }, { key: own });
    await vi.waitFor(
      async () =>
        expect((await get(`${service.address}/v1/usage`, { key: own })).body.verifications).toEqual([
          { operation: 'screen', outcome: 'hit', count: 1 },
        ]),
      { timeout: 60_000, interval: 100 },
    );
  });

  test('the same call with one Idempotency-Key is answered once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await screen({ cpf: listed }, headers);
    const second = await screen({ cpf: listed }, headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });
});

describe('with lists that the settings rely upon', () => {
  test('one that nobody imported leaves a doubt, and stands in the answer', async () => {
    const service = await openTestService({ CONFERE_SCREENING_LISTS: 'ceis,pep,own-nobody' });
    const lists = toListsDirectory(toConfig(service.directory));
    writeRequiredList(lists, today);
    writeEdition(lists, 'ceis', entries, { dataAsOf: today });
    const key = await service.createKey({ mode: 'live', rate: null, scopes: ['screen'] });
    const screen = async (cpf: string) => (await post(`${service.address}/v1/screen`, { cpf }, { key })).body;
    await vi.waitFor(async () => expect((await screen(listed)).status).toBe('hit'), {
      timeout: 60_000,
      interval: 100,
    });
    expect(await screen(unlisted)).toMatchObject({
      status: 'inconclusive',
      lists: [
        { list: 'ceis', state: 'current' },
        { list: 'onu', state: 'current' },
        { list: 'pep', state: 'missing' },
        { list: 'own-nobody', state: 'missing' },
      ],
    });
  });
});

describe('with a list of one’s own that has numbers and no names', () => {
  const own = [toEntry({ id: '1', document: { kind: 'cpf', number: listed } })];
  async function startNumbered(env: Record<string, string> = {}) {
    const service = await openTestService(env);
    const lists = toListsDirectory(toConfig(service.directory));
    writeRequiredList(lists, today);
    writeEdition(lists, 'ceis', entries, { dataAsOf: today, id: 'edition-0001' });
    writeEdition(lists, 'own-numbers', own, { dataAsOf: today, id: 'edition-0002' });
    const key = await service.createKey({ mode: 'live', rate: null, scopes: ['screen'] });
    const screen = async (body: object) => (await post(`${service.address}/v1/screen`, body, { key })).body;
    await vi.waitFor(async () => expect((await screen({ cpf: listed })).hits_total).toBe(2), {
      timeout: 60_000,
      interval: 100,
    });
    return { service, screen };
  }

  test('nobody is clear by a name alone, and the answer ends with the list that needs the number', async () => {
    const { screen } = await startNumbered();
    const body = await screen({ name: 'Sicrano Inventado da Silva' });
    expect(body).toMatchObject({ status: 'inconclusive', hits: [], need_name: [], need_number: ['own-numbers'] });
    expect(Object.keys(body).slice(-2)).toEqual(['need_number', 'unread_name']);
    expect([...Value.Errors(toStandaloneSchema('ScreenResponse'), body)].slice(0, 3)).toEqual([]);
    const numbered = await screen({ cpf: unlisted, name: 'Sicrano Inventado da Silva' });
    expect(numbered).toMatchObject({ status: 'clear', need_number: [] });
    // That list has people alone.
    expect(await screen({ company_name: 'Inventada Comércio' })).toMatchObject({ status: 'clear', need_number: [] });
  });

  test('a list that is not relied upon is named, and leaves no doubt', async () => {
    const { screen } = await startNumbered({ CONFERE_SCREENING_LISTS: 'ceis' });
    const body = await screen({ name: 'Sicrano Inventado da Silva' });
    expect(body).toMatchObject({ status: 'clear', need_number: ['own-numbers'] });
  });

  test('the record of such a question says the same again', async () => {
    const { service, screen } = await startNumbered();
    const { request_id: id } = await screen({ name: 'Sicrano Inventado da Silva' });
    const { read } = await openAudit(service);
    const [item] = await read.show(id);
    expect(item?.replay).toMatchObject({ kind: 'same', decision: { status: 'inconclusive' } });
  });
});

describe('refusals', () => {
  let service: TestService;
  let key: string;
  let url: string;
  beforeAll(async () => {
    service = await startTestService();
    key = await service.createKey({ rate: null, scopes: ['screen'] });
    url = `${service.address}/v1/screen`;
  });
  afterAll(() => service.close());

  test('403 for a key without the scope, which no key has unless it was given', async () => {
    const plain = await service.createKey();
    expect(await post(url, { cpf: listed }, { key: plain })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  test.each([
    ['nothing', {}, [['/cpf', 'required']]],
    ['a birth date alone', { birth_date: '1990-01-01' }, [['/cpf', 'required']]],
    ['a person and a company', { cpf: listed, cnpj: company }, [['/cpf', 'unknown_field']]],
    ['a mistyped number', { cpf: '12345678900' }, [['/cpf', 'invalid_check_digits']]],
    ['an unknown field', { cpf: listed, birthdate: '1990-01-01' }, [['/birthdate', 'unknown_field']]],
  ])('400 for %s', async (_, body, faults) => {
    const answer = await post(url, body, { key });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const told = answer.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]);
    expect(told).toEqual(faults);
  });

  test('400 for another query, and for partners of a person', async () => {
    expect((await post(`${url}?explain=yes`, { cpf: listed }, { key })).body.code).toBe('invalid_query');
    expect((await post(`${url}?depth=2`, { cpf: listed }, { key })).body.code).toBe('invalid_query');
    expect((await post(`${url}?partners=yes`, { cpf: listed }, { key })).body.code).toBe('invalid_query');
    expect((await post(`${url}?partners=true`, { cpf: listed }, { key })).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/cnpj', code: 'required' }],
    });
  });
});
