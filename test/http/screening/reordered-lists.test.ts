// What a real import of a PEP file does to what people have judged and watch, when its publisher orders the rows anew or corrects a name.

import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import { systemClock } from '../../../src/clock.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { openListSession } from '../../../src/screening/list-session.ts';
import { pep } from '../../../src/screening/lists/cgu/pep.ts';
import { writeRequiredList } from '../../support/lists/list-editions.ts';
import { type Rows, toListCsv, writeListZip } from '../../support/lists/list-files.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const service = await openTestService();
const scopes = ['watch:person', 'screen', 'manage:clearances'] as const;
const key = await service.createKey({ mode: 'live', rate: null, scopes: [...scopes] });
const config = loadConfig({
  cwd: service.directory,
  env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
});
const { signal } = new AbortController();

const syllables = ['MAR', 'LUC', 'PED', 'ANT', 'ROS'];
const people = Array.from({ length: 30 }, (_, index) => {
  const cpf = completeCpf(`301${String(400_000 + index * 7)}`) as Cpf;
  const name = `${syllables[index % 5]}INO ${syllables[(index >> 1) % 5]}ELO FICTICIO ${syllables[index % 3]}ANO`;
  return { cpf, name };
});
type Person = (typeof people)[number];

const mask = (cpf: string) => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
/** Two offices at one time, which end on the same day. */
const toOffices = ({ cpf, name }: Person, index: number): Rows =>
  ['VEREADOR', 'SECRETÁRIO MUNICIPAL'].map((office) => ({
    document: mask(cpf),
    name,
    function: office,
    authority: `MUN. DE EXEMPLO ${index}-SP`,
    from: '01/01/2021',
    left: '31/12/2098',
    until: '31/12/2099',
  }));

let editions = 0;

async function publish(rows: Rows) {
  const [month, csv] = [`20260${++editions}`, toListCsv(pep.layout, rows)];
  const path = writeListZip(join(service.directory, `${month}_PEP.zip`), `${month}_PEP.csv`, csv);
  const directory = toListsDirectory(config);
  writeRequiredList(directory, toBrazilDay(systemClock.nowMs()));
  const order = { list: 'pep', paths: [path], asOf: undefined };
  return importDraft(openListSession(directory, order, systemClock, 'all'), { overridden: [], signal });
}

const screen = async ({ cpf, name }: Person) =>
  (await post(`${service.address}/v1/screen`, { cpf, name }, { key })).body as {
    readonly hits: readonly { readonly row: string; readonly other_rows: readonly string[] }[];
    readonly cleared: readonly { readonly row: string }[];
  };
const clear = ({ cpf, name }: Person, row: string) =>
  post(`${service.address}/v1/screen/clearances`, { cpf, name, row, reason: 'Outra pessoa.' }, { key });
const readWatch = async (path: string) => (await get(`${service.address}/v1/watches/${path}`, { key })).body;
const listTold = async (id: string) =>
  ((await readWatch(`${id}/changes?limit=1000`)).changes as { kind: string; cpf: string }[]).map(
    ({ kind, cpf }) => `${kind} ${cpf}`,
  );
/** Rows of a stranger, who is watched as well: their hit tells that an edition was compared. */
const stranger = { cpf: completeCpf('301500001') as Cpf, name: 'SINAL DE VERSAO NOVA' };
const toSignal = (office: string): Rows => [{ ...toOffices(stranger, 99)[0], function: office }];
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });

const [watched, first] = [people.slice(0, 3), people[0] as Person];
const rows = people.flatMap(toOffices);
const reordered = rows.toReversed();
let watch: string;

beforeAll(async () => {
  await publish([...rows, ...toSignal('PRIMEIRA')]);
  await waitFor(async () => expect((await screen(stranger)).hits).toHaveLength(1));
  const headers = { 'confere-purpose': 'legal_obligation' };
  const made = await post(
    `${service.address}/v1/watches?legal_basis=legal_obligation`,
    { people: [...watched, stranger] },
    { key, headers },
  );
  watch = made.body.id;
  await waitFor(async () => expect(await listTold(watch)).toHaveLength(4));
});

test('another order of the rows brings no cleared person back, and tells a watch nothing', async () => {
  for (const person of people) {
    const [hit] = (await screen(person)).hits;
    expect(hit?.other_rows).toHaveLength(1);
    expect((await clear(person, hit?.row ?? '')).status).toBe(201);
  }
  const imported = await publish([...reordered, ...toSignal('SEGUNDA')]);
  expect(imported.changes).toMatchObject({ added: 1, removed: 1, changed: 0 });
  await waitFor(async () => expect(await listTold(watch)).toHaveLength(5));
  for (const person of people) expect(await screen(person)).toMatchObject({ hits: [], cleared: [{}] });
  expect((await listTold(watch)).at(-1)).toBe(`changed_hit ${stranger.cpf}`);
});

test('an office that ends takes no clearance with it, and whoever revokes that one is told of the hit', async () => {
  const [before] = (await screen(first)).cleared;
  const isEnded = ({ document, function: office }: Rows[number]) =>
    document === mask(first.cpf) && office === 'SECRETÁRIO MUNICIPAL';
  const told = await listTold(watch);
  await publish([...reordered.filter((row) => !isEnded(row)), ...toSignal('TERCEIRA')]);
  await waitFor(async () => expect(await listTold(watch)).toHaveLength(told.length + 1));
  const { hits, cleared } = await screen(first);
  expect(hits).toEqual([]);
  const row = cleared[0]?.row ?? '';
  expect(row).not.toBe(before?.row);
  const { status, body } = await clear(first, row);
  expect(status).toBe(200);
  const address = `${service.address}/v1/screen/clearances/${body.id}`;
  const revoked = await fetch(address, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
  expect(revoked.status).toBe(204);
  expect((await screen(first)).hits).toHaveLength(1);
  await waitFor(async () => expect((await listTold(watch)).at(-1)).toBe(`new_hit ${first.cpf}`));
});

test('a corrected spelling is one event of a watch, and one change of the import', async () => {
  await publish([...reordered, ...toSignal('QUARTA')]);
  await waitFor(async () => expect(await listTold(watch)).toContain(`changed_hit ${first.cpf}`));
  const told = await listTold(watch);
  const corrected = reordered.map((row) =>
    row['document'] === mask(first.cpf) ? { ...row, name: first.name.replace('FICTICIO', 'FICTISSIO') } : row,
  );
  const { changes } = await publish([...corrected, ...toSignal('QUINTA')]);
  expect(changes).toEqual({ added: 1, removed: 1, changed: 2 });
  await waitFor(async () => expect(await listTold(watch)).toHaveLength(told.length + 2));
  expect((await listTold(watch)).slice(told.length).toSorted()).toEqual(
    [`changed_hit ${first.cpf}`, `changed_hit ${stranger.cpf}`].toSorted(),
  );
});
