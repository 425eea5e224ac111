import { closeSync, openSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { decideScreening } from '../../domain/screening/screening.ts';
import { ListIndex } from './list-index.ts';
import { createListsInMemory } from './lists-in-memory.ts';

const today = '2026-10-20';
const cpf = completeCpf('300456789');
const listed = { document: { kind: 'cpf', number: cpf } } as const;
const headOffice = completeCnpj('112223330001');
const branch = completeCnpj('112223330002');

const person = (asked: Partial<Screened & { kind: 'person' }>): Screened => ({
  kind: 'person',
  cpf: null,
  name: null,
  birthDate: null,
  ...asked,
});
const company = (asked: Partial<Screened & { kind: 'company' }>): Screened => ({
  kind: 'company',
  cnpj: null,
  name: null,
  ...asked,
});

async function openLists(lists: Readonly<Record<string, readonly Partial<ListEntry>[]>>) {
  const directory = createTemporaryFolder('lists');
  const put = (list: string, entries: readonly Partial<ListEntry>[], more = {}) =>
    writeEdition(
      directory,
      list,
      entries.map((entry, index) => toEntry({ id: String(index + 1), ...entry })),
      more,
    );
  for (const [list, entries] of Object.entries(lists)) put(list, entries);
  const memory = createListsInMemory(directory);
  await memory.follow();
  return { directory, memory, put, screen: (asked: Screened) => memory.screen(asked, today) };
}

describe('a whole number', () => {
  test('finds the entry that has it, and no other', async () => {
    const other = { document: { kind: 'cpf', number: completeCpf('300456780') } } as const;
    const { screen } = await openLists({ ceis: [other, listed] });
    expect(screen(person({ cpf }))).toMatchObject({
      total: 1,
      hits: [
        {
          list: 'ceis',
          dataAsOf: '2026-10-15',
          match: 'document',
          strength: 'hit',
          agreed: ['cpf'],
          entry: { id: '2' },
        },
      ],
    });
  });

  test('of a company finds its other establishments, and says which of them is listed', async () => {
    const { screen } = await openLists({ ceis: [{ kind: 'company', document: { kind: 'cnpj', number: headOffice } }] });
    expect(screen(company({ cnpj: headOffice })).hits).toMatchObject([{ match: 'document', establishment: null }]);
    expect(screen(company({ cnpj: branch })).hits).toMatchObject([
      { match: 'cnpj_root', strength: 'hit', establishment: 'head_office', disagreed: ['cnpj'] },
    ]);
  });
});

describe('a name', () => {
  const digits = (middle: string) => ({ kind: 'masked_cpf', digits: middle }) as const;

  test('beside six digits may be spelt otherwise', async () => {
    const { screen } = await openLists({ pep: [{ names: ['LUIZ FERNANDO SOUSA'], document: digits('456789') }] });
    expect(screen(person({ cpf, name: 'Luis Fernando Souza' })).hits).toMatchObject([{ match: 'masked_cpf_and_name' }]);
    expect(screen(person({ cpf, name: 'Outro Nome Qualquer' })).total).toBe(0);
  });

  test('that nobody gave is missed where a list has the digits', async () => {
    const { screen } = await openLists({ pep: [{ names: ['LUIZ FERNANDO SOUSA'], document: digits('456789') }] });
    expect(screen(person({ cpf }))).toEqual({ hits: [], total: 0, needName: ['pep'], needNumber: [], isWhole: false });
    expect(screen(person({ cpf: completeCpf('300111222') })).needName).toEqual([]);
  });

  test('that nobody gave is missed where a list has rows without a number of that kind', async () => {
    const { screen } = await openLists({
      ceis: [{ names: ['BELTRANO DE TAL'], document: { kind: 'cpf', number: completeCpf('300111222') } }],
      cnep: [{ kind: 'company', names: ['ROSNAVE'], document: { kind: 'unusable' } }],
      onu: [{ names: ['QADHAFI, Yusuf'] }],
      'own-names': [{ kind: null, names: ['ROSNAVE'] }],
    });
    expect(screen(person({ cpf }))).toMatchObject({ needName: ['onu', 'own-names'], isWhole: true });
    expect(screen(company({ cnpj: branch })).needName).toEqual(['cnep', 'own-names']);
    expect(screen(person({ cpf, name: 'Fulano de Tal' })).needName).toEqual([]);
  });

  test('alone is not enough where a list has rows of that kind without a name: the number is missed', async () => {
    const { screen } = await openLists({
      ceis: [{ names: ['BELTRANO DE TAL'], document: { kind: 'cpf', number: cpf } }],
      'own-firms': [{ kind: 'company', document: { kind: 'cnpj', number: headOffice } }],
      'own-people': [listed],
    });
    const name = 'Fulano Inventado';
    for (const asked of [{ name }, { name, birthDate: '1970-05-20' }, { name: 'Maria' }])
      expect(screen(person(asked)).needNumber).toEqual(['own-people']);
    expect(screen(company({ name })).needNumber).toEqual(['own-firms']);
    for (const asked of [{ cpf }, { maskedCpf: '111222', name }]) expect(screen(person(asked)).needNumber).toEqual([]);
    expect(screen(company({ cnpj: branch, name })).needNumber).toEqual([]);
  });

  test.each([
    ['Youssef Gaddafi', 'QADHAFI, Yusuf'],
    ['Vladmir Petrov', 'PETROV, Vladimir'],
    ['Sergei Kuznetsow', 'KUZNETSOV, Sergei'],
    ['Sergei Kuznetov', 'KUZNETSOV, Sergei'],
    ['Carlos Garsia Lopez', 'GARCIA LOPEZ, Carlos'],
    ['Carlos Alberto Garcia', 'GARCIA LOPEZ, Carlos Alberto'],
    ['Kim Jongun', 'KIM Jong Un'],
    ['Ahmed Hasan al Masri', 'MASRI, Ahmad Hassan'],
  ])('is found among many, however it is written: %s', async (name, listed) => {
    const many = Array.from({ length: 50 }, (_, index) => ({ names: [`SOMEBODY NUMBER${index} ELSE`] }));
    const { screen } = await openLists({ 'own-names': [...many, { names: ['FIRST NAME', listed] }] });
    expect(screen(person({ cpf, name })).hits).toMatchObject([{ match: 'name', strength: 'possible' }]);
  });

  test('of a company is found without its number, and with one only where the list has none', async () => {
    const numbered = {
      kind: 'company',
      names: ['EXEMPLO COMERCIO LTDA'],
      document: { kind: 'cnpj', number: headOffice },
    } as const;
    const { screen } = await openLists({
      ceis: [numbered],
      'own-names': [{ kind: 'company', names: ['ROSNAVE PJSC'] }],
    });
    expect(screen(company({ name: 'Exemplo Comércio' })).hits).toMatchObject([{ list: 'ceis', match: 'name' }]);
    expect(screen(company({ name: 'Exemplo Comércio', cnpj: completeCnpj('445556660001') })).total).toBe(0);
    expect(screen(company({ name: 'Rosnave', cnpj: branch })).hits).toMatchObject([
      { list: 'ceis' },
      { list: 'own-names' },
    ]);
  });

  test('of a company is found where the list does not say what it names', async () => {
    const { screen } = await openLists({
      'own-names': [{ kind: null, names: ['ROSNAVE PJSC', 'GOLDEN STAR TRADING CO LLC'] }],
    });
    for (const name of ['ROSNAVE PJSC', 'Rosnave', 'Golden Star Trading Co. LLC'])
      expect(screen(company({ name })).hits).toMatchObject([{ match: 'name', similarity: 1 }]);
  });

  test('that ten thousand have gives a bounded number of hits, and says how many there are', async () => {
    const namesake = { names: ['JOSE DA SILVA'] };
    const { screen } = await openLists({ 'own-names': Array.from({ length: 10_000 }, () => namesake) });
    const { hits, total } = screen(person({ name: 'José da Silva' }));
    expect([hits.length, total]).toEqual([50, 10_000]);
  });

  test('that several lists have gives no more hits than one', async () => {
    const forty = Array.from({ length: 40 }, () => ({ names: ['JOSE DA SILVA'] }));
    const { screen } = await openLists({ 'own-one': forty, 'own-two': forty });
    const { hits, total } = screen(person({ name: 'José da Silva' }));
    expect([hits.length, total]).toEqual([50, 80]);
  });

  test.each(['', ' ', '-', 'X', 'MARIA', '李明', 'محمد', 'A '.repeat(3000), 'B'.repeat(10_000)])(
    'of any form is answered: %#',
    async (name) => {
      const { screen } = await openLists({ 'own-names': [{ names: [name, 'MARIA'] }] });
      expect(screen(person({ name })).total).toBeLessThanOrEqual(1);
      expect(screen(company({ name })).total).toBeLessThanOrEqual(1);
    },
  );
});

describe('more rows than an answer tells do not hide the one that decides:', () => {
  const many = (entry: Partial<ListEntry>) =>
    Array.from({ length: 60 }, (_, index) => ({ ...entry, process: `${index}/2020` }));
  const over = { until: '2020-12-31' } as const;
  const namesake = { names: ['ALI HASSAN OMAR'] };
  const masked = { kind: 'masked_cpf', digits: '456789' } as const;

  test.each<[string, Record<string, Partial<ListEntry>[]>, Screened, string]>([
    [
      'an office in force beside sanctions that have ended',
      { ibama: many({ document: { kind: 'cpf', number: cpf }, ...over }), pep: [{ ...namesake, document: masked }] },
      person({ cpf, name: 'Ali Hassan Omar' }),
      'hit',
    ],
    [
      'the head office beside ended rows of the branch',
      {
        ceis: [
          ...many({ kind: 'company', document: { kind: 'cnpj', number: branch }, ...over }),
          { kind: 'company', document: { kind: 'cnpj', number: headOffice } },
        ],
      },
      company({ cnpj: branch }),
      'hit',
    ],
    [
      'a namesake in force after those that have ended',
      { 'own-names': [...many({ ...namesake, ...over }), namesake] },
      person({ name: 'Ali Hassan Omar' }),
      'possible',
    ],
    [
      'the one born in the same year after those of other years',
      { 'own-names': [...many({ ...namesake, births: ['1950'] }), { ...namesake, births: ['1980'] }] },
      person({ name: 'Ali Hassan Omar', birthDate: '1980-03-04' }),
      'possible',
    ],
  ])('%s', async (_, lists, asked, status) => {
    const { hits, isWhole } = (await openLists(lists)).screen(asked);
    expect(decideScreening(hits, isWhole)).toBe(status);
    expect(hits[0]?.state).toBe('in_force');
  });

  test('rows that nobody read leave a doubt', async () => {
    const ended = { ...namesake, ...over };
    const { screen } = await openLists({ 'own-names': Array.from({ length: 1_001 }, () => ended) });
    const { hits, isWhole } = screen(person({ name: 'Ali Hassan Omar', birthDate: '1980-03-04' }));
    expect(decideScreening(hits, isWhole)).toBe('inconclusive');
  });

  test('rows in force beyond the last that is told leave a doubt where all of those are cleared', async () => {
    const { screen } = await openLists({ ceis: many(listed) });
    const { hits, isWhole } = screen(person({ cpf }));
    const cleared = hits.map((hit) => ({ ...hit, clearance: 'clr_1' }));
    expect(decideScreening(cleared, isWhole)).toBe('inconclusive');
  });
});

test('hits stand in the same order whatever list was read first', async () => {
  const rowsOf = async (lists: Parameters<typeof openLists>[0]) =>
    (await openLists(lists)).screen(person({ cpf })).hits.map(({ list, entry: { id } }) => `${list}:${id}`);
  const acts = [
    { ...listed, process: '1/2024' },
    { ...listed, process: '2/2024' },
  ];
  const { memory, put, screen } = await openLists({ 'own-b': acts });
  put('own-a', acts);
  await memory.follow();
  const later = screen(person({ cpf })).hits.map(({ list, entry: { id } }) => `${list}:${id}`);
  expect(later).toEqual(await rowsOf({ 'own-a': acts, 'own-b': acts }));
});

test.each(['Youssef Gaddafi', 'Qadhafi Yusuf'])(
  'a Brazilian number in a list of the world hides no transliterated name: %s',
  async (name) => {
    const { screen } = await openLists({ ofac: [{ ...listed, names: ['Yusuf QADHAFI'], births: ['1970-05-20'] }] });
    expect(screen(person({ name }))).toMatchObject({ total: 1, hits: [{ match: 'name' }] });
    const [other, birthDate] = [completeCpf('311222333'), '1970-05-20'];
    expect(screen(person({ cpf: other, name, birthDate })).hits).toMatchObject([{ disagreed: ['cpf'] }]);
    expect(screen(person({ maskedCpf: '456789', name })).hits).toMatchObject([{ match: 'masked_cpf_and_name' }]);
  },
);

test('a number finds its owner whatever the publisher calls them', async () => {
  const { screen } = await openLists({
    ceis: [{ kind: 'person', names: ['JOSE PEREIRA ME'], document: { kind: 'cnpj', number: headOffice } }],
    cnep: [{ kind: 'company', names: ['JOSE PEREIRA'], document: { kind: 'cpf', number: cpf } }],
  });
  expect(screen(company({ cnpj: headOffice })).hits).toMatchObject([{ list: 'ceis', match: 'document' }]);
  expect(screen(person({ cpf })).hits).toMatchObject([{ list: 'cnep', match: 'document' }]);
});

describe('rows of one act', () => {
  const act = { ...listed, process: '1/2024', from: '2024-01-01', until: '2027-01-01' };

  test('are one hit, and those of another act a second one', async () => {
    const { screen } = await openLists({ ceis: [act, act, { ...act, process: '2/2024', until: '2025-01-01' }] });
    expect(screen(person({ cpf })).hits).toMatchObject([
      { state: 'in_force', otherRows: [{ id: '2' }] },
      { state: 'ended', otherRows: [] },
    ]);
  });

  test('are, in a list of offices, all rows of one person: the last to end counts, and no end is none', async () => {
    const office = {
      names: ['LUIZ SOUSA'],
      document: { kind: 'masked_cpf', digits: '456789' },
      process: null,
    } as const;
    const ended = { ...office, category: 'VEREADOR', until: '2020-12-31' };
    const { screen, put, memory } = await openLists({ pep: [{ ...ended, until: '2027-12-31' }, ended] });
    const asked = person({ cpf, name: 'Luiz Sousa' });
    expect(screen(asked).hits).toMatchObject([{ entry: { id: '1' }, state: 'in_force', otherRows: [{ id: '2' }] }]);
    put('pep', [ended, { ...ended, until: null }], { id: '20261017T000000-000' });
    await memory.follow();
    expect(screen(asked).hits).toMatchObject([{ entry: { id: '2', until: null }, state: 'in_force' }]);
  });
});

describe('the lists', () => {
  test('say of which day they are, and which of them nobody has', async () => {
    const { memory } = await openLists({ ceis: [{ names: ['FULANO'] }] });
    const states = new Map(memory.editions(today).map(({ list, asOf, state }) => [list, [asOf, state]]));
    expect(states.get('ceis')).toEqual(['2026-10-15', 'current']);
    expect(states.get('pep')).toEqual([null, 'missing']);
    expect(memory.editions('2027-10-20').find(({ list }) => list === 'ceis')?.state).toBe('stale');
  });

  test('before they were read are not said to be there', () => {
    const memory = createListsInMemory(createTemporaryFolder('lists'));
    expect(new Set(memory.editions(today).map(({ state }) => state))).toEqual(new Set(['loading']));
  });

  test('are followed when they change', async () => {
    const { memory, put, screen } = await openLists({ 'own-fraud': [listed] });
    put('own-fraud', [{ names: ['OUTRO'] }], { id: '20261016T000000-000', dataAsOf: '2026-10-16' });
    expect(screen(person({ cpf })).total).toBe(1);
    await memory.follow();
    expect(screen(person({ cpf })).total).toBe(0);
    memory.close();
  });

  test('that are not what was imported are damaged, until another edition comes', async () => {
    const { memory, put } = await openLists({});
    const folder = put('ceis', [listed]);
    truncateSync(join(folder, 'entries.dat'), 20);
    await memory.follow();
    const stateOf = () => memory.editions(today).find(({ list }) => list === 'ceis')?.state;
    expect(stateOf()).toBe('damaged');
    put('ceis', [{ names: ['FULANO'] }], { id: '20261016T000000-000' });
    await memory.follow();
    expect(stateOf()).toBe('current');
  });
});

test('one digit that is changed in the file under a running service makes the list damaged, and nobody clear', async () => {
  const { directory, memory, screen } = await openLists({ ceis: [listed] });
  expect(screen(person({ cpf })).total).toBe(1);
  const path = join(directory, 'ceis/snapshots/20261015T000000-000/entries.dat');
  const text = readFileSync(path, 'utf8');
  const file = openSync(path, 'r+');
  writeSync(file, text.replace(cpf, `4${cpf.slice(1)}`));
  closeSync(file);
  expect(screen(person({ cpf })).hits).toEqual([]);
  expect(memory.editions(today).find(({ list }) => list === 'ceis')?.state).toBe('damaged');
  memory.close();
});

test('a list whose folder is taken away is damaged and not missing, until it is back', async () => {
  const { directory, memory, screen } = await openLists({ ceis: [listed] });
  const stateOf = () => memory.editions(today).find(({ list }) => list === 'ceis')?.state;
  renameSync(join(directory, 'ceis'), join(directory, 'away'));
  for (let look = 0; look < 20; look++) {
    await memory.follow();
    expect(stateOf()).toBe('damaged');
  }
  renameSync(join(directory, 'away'), join(directory, 'ceis'));
  // However long it was away, the first look finds it.
  await memory.follow();
  expect(stateOf()).toBe('current');
  expect(screen(person({ cpf })).total).toBe(1);
  rmSync(directory, { recursive: true });
  await memory.follow();
  expect(stateOf()).toBe('damaged');
});

test('a stop ends the reading of a list at once, and what was not read to its end is not called damaged', async () => {
  const directory = createTemporaryFolder('lists');
  const many = Array.from({ length: 1_000 }, (_, index) => toEntry({ id: String(index), names: [`FULANO ${index}`] }));
  const folder = writeEdition(directory, 'ceis', many);
  const stop = new AbortController();
  const reading = ListIndex.open(folder, 'ceis', { signal: stop.signal });
  const memory = createListsInMemory(directory);
  const following = memory.follow(stop.signal);
  stop.abort();
  await expect(reading).rejects.toThrow(/aborted/);
  await expect(following).rejects.toThrow(/aborted/);
  expect(memory.editions(today)).toContainEqual({ list: 'ceis', edition: null, asOf: null, state: 'loading' });
});

test('figures name what is answered from; where the folder cannot be read nobody knows, and each list is damaged', async () => {
  const { directory, memory } = await openLists({ ceis: [{}, {}] });
  const ceis = { list: 'ceis', state: 'current', dataAsOf: '2026-10-15', entries: 2 };
  expect(memory.figures(today)).toEqual([ceis]);
  expect(memory.figures('2026-12-01')).toEqual([{ ...ceis, state: 'stale' }]);
  const file = join(directory, 'no-folder');
  writeFileSync(file, '');
  const unreadable = createListsInMemory(file);
  expect(unreadable.figures(today)).toEqual([]);
  await unreadable.follow();
  expect(unreadable.figures(today)).toContainEqual({ list: 'ceis', state: 'damaged', dataAsOf: null, entries: null });
});

test('a file that could not be read once is read at the next look', async () => {
  const { memory, put, screen } = await openLists({});
  const path = join(put('ceis', [listed]), 'entries.dat');
  const whole = readFileSync(path);
  truncateSync(path, 1);
  await memory.follow();
  expect(screen(person({ cpf })).total).toBe(0);
  writeFileSync(path, whole);
  await memory.follow();
  expect(screen(person({ cpf })).total).toBe(1);
});

test('a file that is cut after it was read answers nothing more, and says so; other lists answer on', async () => {
  const { memory, put, screen } = await openLists({ ceis: [listed] });
  const folder = put('cnep', [listed], { id: 'edition-to-cut' });
  await memory.follow();
  expect(screen(person({ cpf })).total).toBe(2);
  truncateSync(join(folder, 'entries.dat'), 1);
  expect(screen(person({ cpf })).hits.map(({ list }) => list)).toEqual(['ceis']);
  expect(memory.editions(today)).toContainEqual({ list: 'cnep', edition: null, asOf: null, state: 'damaged' });
});

test('a partner is found by the name and six digits, in lists that mask a CPF and in those that do not', async () => {
  const names = ['MARIA APARECIDA DA SILVA'];
  const { screen } = await openLists({
    pep: [{ names, document: { kind: 'masked_cpf', digits: '456789' } }],
    ceis: [{ names, document: { kind: 'cpf', number: cpf } }],
  });
  const partner = (maskedCpf: string) => person({ maskedCpf, name: 'Maria Aparecida da Silva' });
  const found = screen(partner('456789')).hits.map(({ list, match }) => [list, match]);
  expect(found.sort()).toEqual([
    ['ceis', 'masked_cpf_and_name'],
    ['pep', 'masked_cpf_and_name'],
  ]);
  expect(screen(partner('456780')).total).toBe(0);
  const shorter = person({ maskedCpf: '456789', name: 'Maria Aparecida da Silva Souza' });
  expect(
    screen(shorter)
      .hits.map(({ list }) => list)
      .sort(),
  ).toEqual(['ceis', 'pep']);
});

test('of two rows of one act the one that ends no day is told, whatever stands first', async () => {
  const act = { document: { kind: 'cpf', number: cpf }, process: '1/2018', until: '2020-01-01' } as const;
  const { screen } = await openLists({ ceis: [act, { ...act, isUntilMinimum: true }] });
  expect(screen(person({ cpf })).hits).toMatchObject([{ state: 'in_force', entry: { id: '2', isUntilMinimum: true } }]);
});
