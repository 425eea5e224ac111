// POST /v1/screen about people without a CPF: by passport or another document, nationality, name and birth date.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import type { CountryCode } from '../../../src/domain/countries/country-code.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { post, startTestService, type TestService } from '../../support/service/service.ts';
import { openTestAudit } from '../../support/stores/operator-audit.ts';

const today = toBrazilDay(systemClock.nowMs());
const venezuela = 'VE' as CountryCode;
const number = 'QX7654321';
const written = 'qx 765.432-1';
const listed = { name: 'Inventada Segovia Marchena', birth_date: '1971-02-03' };

let service: TestService;
let key: string;
const screen = async (body: object) => post(`${service.address}/v1/screen`, body, { key });
const toConfig = () =>
  loadConfig({ cwd: service.directory, env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' } });

beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey({ mode: 'live', rate: null, scopes: ['screen', 'manage:clearances'] });
  const entry = toEntry({
    ...{ id: '1', names: ['INVENTADA SEGOVIA MARCHENA'], births: [listed.birth_date] },
    identityDocuments: [{ type: 'passport', country: venezuela, number }],
    nationalities: [venezuela],
  });
  const nowhere = toEntry({
    ...{ id: '2', names: ['OUTRO NOME INVENTADO'] },
    identityDocuments: [{ type: 'other', country: null, number: 'ZZ990011' }],
  });
  writeEdition(toListsDirectory(toConfig()), 'onu', [entry, nowhere], { dataAsOf: today, id: 'edition-0001' });
  await vi.waitFor(async () => expect((await screen(listed)).body.status).toBe('hit'), {
    timeout: 60_000,
    interval: 100,
  });
});
afterAll(() => service.close());

const passport = (more: object = {}) => ({ type: 'passport', number: written, country: 'VEN', ...more });

test('an equal document of the same country is a hit, whatever else is said of the person', async () => {
  const questions = [
    { document: passport() },
    { document: passport({ country: 'Venezuela' }), name: 'Outra Pessoa Qualquer' },
    {
      document: passport({ type: 'other' }),
      name: 'Outra Pessoa Qualquer',
      birth_date: '1999-09-09',
      nationality: 'BR',
    },
    { document: passport(), cpf: '40532176871', name: 'Outra Pessoa Qualquer' },
  ];
  for (const question of questions) {
    const { status, body } = await screen(question);
    expect([status, body.status]).toEqual([200, 'hit']);
    expect(body.hits[0]).toMatchObject({
      ...{ row: 'onu:1', match: 'document', strength: 'hit', nationalities: ['VE'] },
      identity_documents: [{ type: 'passport', country: 'VE', number: '******321', agrees: true }],
    });
    expect(body.hits[0].agreed).toEqual(expect.arrayContaining(['document', 'document_country']));
    expect(JSON.stringify(body)).not.toContain(number);
  }
});

test('the same number of another country, or of none, is for a person to look at', async () => {
  for (const country of [null, 'CO']) {
    const { body } = await screen({ document: passport({ country }), name: 'Outra Pessoa Qualquer' });
    expect(body.status).toBe('possible');
    expect(body.hits[0]).toMatchObject({ match: 'document', strength: 'possible' });
  }
  const { body } = await screen({ document: { type: 'passport', number: 'ZZ-990011', country: 'VE' } });
  expect(body).toMatchObject({ status: 'possible', hits: [{ row: 'onu:2', identity_documents: [{ agrees: true }] }] });
});

test('another document, another country and another nationality hide nobody, and are told', async () => {
  const { body: bare } = await screen(listed);
  const { body } = await screen({ ...listed, nationality: 'Brasil', document: passport({ number: 'AA0000001' }) });
  expect(body.status).toBe(bare.status);
  expect(body.hits[0]).toMatchObject({ match: 'name_and_birth_date', strength: 'hit' });
  expect(body.hits[0].disagreed).toEqual(['document', 'nationality']);
  const { body: agreeing } = await screen({ ...listed, nationality: 've' });
  expect(agreeing.hits[0].agreed).toEqual(['name', 'birth_date', 'nationality']);
});

test('a document that no list has does not make anybody clear by itself', async () => {
  const { body } = await screen({ document: passport({ number: 'AA0000001' }) });
  expect(body).toMatchObject({ status: 'inconclusive', need_name: ['onu'] });
  const { body: named } = await screen({ document: passport({ number: 'AA0000001' }), name: 'Ninguém Conhecido Aqui' });
  expect(named.status).toBe('clear');
});

test.each([
  [{ name: 'Fulano de Tal', nationality: 'Atlantis' }, '/nationality', 'invalid_country'],
  [{ document: passport({ country: 'Atlantis' }) }, '/document/country', 'invalid_country'],
  [{ document: passport({ number: '12-4' }) }, '/document/number', 'invalid_format'],
  [{ document: passport({ type: 'visa' }) }, '/document/type', 'invalid_choice'],
  [{ document: passport({ numero: '1' }) }, '/document/numero', 'unknown_field'],
  [{ document: { type: 'passport' } }, '/document/number', 'required'],
  [{ document: 'QX7654321' }, '/document', 'invalid_type'],
  [
    { document: { type: 'national_id', number: '405.321.768-71', country: 'BR' } },
    '/document/number',
    'invalid_format',
  ],
  [{ company_name: 'Exemplo', document: passport() }, '/document', 'unknown_field'],
])('a fault is told by its place: %j', async (body, pointer, code) => {
  const answer = await screen(body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ pointer, code }]);
});

test('a country that is none and a type that is none are told by sentences of their own, with what is accepted', async () => {
  const { body } = await screen({ nationality: 'Atlantis', document: passport({ type: 'visa', number: '12-4' }) });
  expect(body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
    'No country has this code or name. Send the code of ISO 3166, two letters (VE) or three (VEN), or the name in English or Portuguese.',
    'The value is none of those that the field takes. The type is passport, national_id or other.',
    'The number is not in an accepted form. The number of a document has 5 to 40 letters and digits, at least one of them a digit.',
  ]);
});

test('who is asked about by document is recorded, sealed, under one subject, and found the same in a replay', async () => {
  const { body } = await screen({ document: passport() });
  const { body: other } = await screen({ document: passport({ country: null }), name: 'Alguém' });
  const audit = await openTestAudit(toConfig());
  const found = [];
  for (const id of [body.request_id, other.request_id]) found.push(...(await audit.read.show(id)));
  expect(found.map(({ replay }) => replay.kind)).toEqual(['same', 'same']);
  expect(found[0]?.content?.subject).toEqual(expect.any(String));
  expect(found[1]?.content?.subject).toBe(found[0]?.content?.subject);
  const data = join(service.directory, 'data');
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const holding = files.filter((each) => readFileSync(join(each.parentPath, each.name)).includes(number));
  expect(holding.map(({ name }) => name)).toEqual(['entries.dat']);
});

test('a hit by document is cleared for that document alone, and only by who says so', async () => {
  const url = `${service.address}/v1/screen/clearances`;
  const question = { document: passport({ country: null }) };
  const order = { ...question, row: 'onu:1', reason: 'Outra pessoa, conferido no original.' };
  expect((await post(url, order, { key })).body.code).toBe('same_number');
  expect((await post(url, { ...order, despite_number: true }, { key })).status).toBe(201);
  expect((await screen(question)).body).toMatchObject({ hits: [], cleared: [{ row: 'onu:1' }] });
  // The same number as a passport of the listed country is another customer.
  expect((await screen({ document: passport() })).body.status).toBe('hit');
  // So is somebody of whom the row says more than was judged.
  expect((await screen({ ...question, ...listed })).body.status).toBe('hit');
});
