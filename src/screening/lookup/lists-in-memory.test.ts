import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { ListEntry } from '../../domain/screening/list-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { createListsInMemory } from './lists-in-memory.ts';

const today = '2026-10-20';
const cpf = completeCpf('300456789');
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
  return { memory, put, screen: (asked: Screened) => memory.screen(asked, today) };
}

describe('a whole number', () => {
  test('finds the entry that has it, and no other', async () => {
    const other = { document: { kind: 'cpf', number: completeCpf('300456780') } } as const;
    const { screen } = await openLists({ ceis: [other, { document: { kind: 'cpf', number: cpf } }] });
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
    const { memory, put, screen } = await openLists({ 'own-fraud': [{ document: { kind: 'cpf', number: cpf } }] });
    put('own-fraud', [{ names: ['OUTRO'] }], { id: '20261016T000000-000', dataAsOf: '2026-10-16' });
    expect(screen(person({ cpf })).total).toBe(1);
    await memory.follow();
    expect(screen(person({ cpf })).total).toBe(0);
    memory.close();
  });

  test('that are not what was imported are damaged, until another edition comes', async () => {
    const { memory, put } = await openLists({});
    const folder = put('ceis', [{ document: { kind: 'cpf', number: cpf } }]);
    truncateSync(join(folder, 'entries.dat'), 20);
    await memory.follow();
    const stateOf = () => memory.editions(today).find(({ list }) => list === 'ceis')?.state;
    expect(stateOf()).toBe('damaged');
    put('ceis', [{ names: ['FULANO'] }], { id: '20261016T000000-000' });
    await memory.follow();
    expect(stateOf()).toBe('current');
  });
});
