// Watches of people without a CPF: by the caller's reference, with name, nationality and document, as JSON and as a table.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { erase, makeReport } from '../../../src/compose/commands/audit/privacy.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import type { CountryCode } from '../../../src/domain/countries/country-code.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { completeCpf, formatCpf } from '../../../src/domain/numbers/cpf.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const today = toBrazilDay(systemClock.nowMs());
const syria = 'SY' as CountryCode;
const passport = { type: 'passport', number: 'N 0012-345', country: 'Síria' };
const [stored, terms] = ['N0012345', 'legal_basis=legal_obligation&until=2027-10-01'];
const headers = { 'confere-purpose': 'legal_obligation' };

const service = await openTestService();
const config = loadConfig({
  cwd: service.directory,
  env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
});
const scopes = ['watch:person', 'screen', 'manage:clearances'] as const;
const key = await service.createKey({ mode: 'live', rate: null, scopes: [...scopes] });
const watch = (people: readonly object[]) =>
  post(`${service.address}/v1/watches?${terms}`, { people }, { key, headers });
const changesOf = async (id: string) => (await get(`${service.address}/v1/watches/${id}/changes`, { key })).body;

function publish(edition: string, ...listed: Parameters<typeof toEntry>[0][]): void {
  const directory = toListsDirectory(config);
  writeRequiredList(directory, today);
  writeEdition(
    directory,
    'ofac',
    listed.map((each) => toEntry({ category: 'SDGT', ...each })),
    { dataAsOf: today, id: edition },
  );
}
const byPassport = {
  ...{ id: '7', names: ['OUTRO NOME INVENTADO'] },
  identityDocuments: [{ type: 'passport', country: syria, number: stored }] as const,
};
const byName = { id: '8', names: ['SICRANA IMAGINADA AL EXEMPLO'], births: ['1975-05-05'] };

test('a foreigner is watched by reference, found by passport or name, and never told by the number', async () => {
  publish('20261110T000000-000', { id: '1', names: ['NINGUEM QUE SE ACOMPANHE'] });
  const made = await watch([
    { name: 'Fulano Inventado Haddad', reference: 'socio-1', nationality: 'SYR', document: passport },
    { name: 'Sicrana Imaginada al Exemplo', reference: 'socio-2', birth_date: '1975-05-05' },
    { name: 'Sem Referência Nenhuma' },
    { name: 'Fulano Inventado Haddad', reference: 'socio-1' },
    { name: 'Com País Errado', reference: 'socio-3', nationality: 'Atlantis' },
    { name: 'Com Documento Errado', reference: 'socio-4', document: { type: 'passport', number: '1' } },
  ]);
  expect(made).toMatchObject({
    status: 201,
    body: {
      people: 2,
      refused: [
        { line: 3, reason: 'required' },
        { line: 5, reason: 'invalid_country' },
        { line: 6, reason: 'invalid_format' },
      ],
    },
  });
  const { id } = made.body;
  publish('20261111T000000-000', byPassport, byName);
  await vi.waitFor(async () => expect((await changesOf(id)).changes).toHaveLength(2), {
    timeout: 60_000,
    interval: 100,
  });
  const body = await changesOf(id);
  expect([...Value.Errors(toStandaloneSchema('WatchChanges'), body)]).toEqual([]);
  const found = body.changes.toSorted((one: { row: string }, other: { row: string }) => (one.row < other.row ? -1 : 1));
  expect(found).toMatchObject([
    {
      ...{ row: 'ofac:7', reference: 'socio-1', cpf: null, match: 'document', strength: 'hit' },
      document: { type: 'passport', country: 'SY', number: '*****345' },
    },
    { row: 'ofac:8', reference: 'socio-2', cpf: null, match: 'name_and_birth_date', strength: 'hit', document: null },
  ]);
  expect(JSON.stringify(body)).not.toContain(stored);

  const files = readdirSync(join(service.directory, 'data'), { recursive: true, withFileTypes: true });
  const holding = files.filter(
    (each) => each.isFile() && readFileSync(join(each.parentPath, each.name)).includes(stored),
  );
  expect([...new Set(holding.map(({ name }) => name))]).toEqual(['entries.dat']);
});

test('a table of foreigners needs no column of numbers, and beside customers with a CPF each line is read by what it has', async () => {
  const send = (table: string) =>
    fetch(`${service.address}/v1/watches?kind=person&${terms}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: table,
    }).then(async (answer) => ({ status: answer.status, body: await answer.json() }));
  const only = await send(
    'Nome;Referência;Data de nascimento;Nacionalidade;Passaporte;País emissor\n' +
      'Fulano Inventado Haddad;socio-1;01/02/1980;Síria;N 0012-345;SY\n' +
      'Beltrana Inventada Costa;socio-2;;;;\n' +
      'Sem Referência Alguma;;;;;\n',
  );
  expect(only).toMatchObject({ status: 201, body: { people: 2, refused: [{ line: 4, reason: 'required' }] } });
  await vi.waitFor(
    async () => expect((await changesOf(only.body.id)).changes).toMatchObject([{ reference: 'socio-1' }]),
    {
      timeout: 60_000,
      interval: 100,
    },
  );
  const mixed = await send(
    'CPF;Nome;Referência;Passaporte;Nacionalidade\n' +
      `${formatCpf(completeCpf('300456781'))};Ana Inventada Prado;c-1;;\n` +
      ';Fulano Inventado Haddad;socio-1;N 0012-345;SY\n' +
      ';Errado;socio-9;;Atlantis\n',
  );
  expect(mixed).toMatchObject({ status: 201, body: { refused: [{ line: 4, reason: 'invalid_country' }] } });
});

test('a foreigner is found by the document in the privacy report, and erased by it everywhere', async () => {
  const known = { identityNumber: stored };
  const shown = async () => {
    const report = JSON.parse(await makeReport(config, known, 'json'));
    const held = report.held.map(({ place, count }: { place: string; count: number }) => [place, count]);
    return { report, held: Object.fromEntries(held) };
  };
  const screening = { name: 'Fulano Inventado Haddad', document: passport };
  const asked = await post(`${service.address}/v1/screen`, screening, { key, headers: { 'idempotency-key': 'f-1' } });
  expect(asked.body.status).toBe('hit');
  const order = { ...screening, row: 'ofac:7', reason: 'Conferido no original.', despite_number: true };
  expect((await post(`${service.address}/v1/screen/clearances`, order, { key })).status).toBe(201);
  const before = await shown();
  expect(before.report).toMatchObject({ cpf: null, document: '*****345' });
  expect(before.held).toMatchObject({ clearances: 1, idempotent_answers: 1, watched_people: 3 });
  for (const place of ['audit_records', 'watch_changes', 'events'])
    expect(before.held[place] ?? 0, place).toBeGreaterThan(place === 'events' ? -1 : 0);
  await erase(config, known);
  const { held } = await shown();
  expect(Object.entries(held).filter(([place]) => place !== 'own_lists' && place !== 'kept_answers')).toEqual([]);
  const { watches } = (await get(`${service.address}/v1/watches`, { key })).body;
  expect(watches.map(({ people }: { people: number }) => people).toSorted()).toEqual([1, 1, 1]);
});
