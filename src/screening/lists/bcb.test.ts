import { expect, test } from 'vitest';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import { type Cpf, completeCpf } from '../../domain/numbers/cpf.ts';
import { createListsInMemory } from '../lookup/lists-in-memory.ts';

const person: string = completeCpf('300456789');
const toRow = (until: string, { cpf = person, from = '2020-01-31T00:00:00', name = 'MARIA EXEMPLO' } = {}) => ({
  CPF: cpf,
  Nome: name,
  PAS: '1',
  Prazo_em_anos: 5,
  Inicio_do_cumprimento: from,
  Prazo_final_penalidade: until,
});

async function readEnds(...value: readonly object[]) {
  const { put, file, entriesOf } = createListsPlace();
  const path = file('quadro.json', Buffer.from(JSON.stringify({ value })));
  await put('bcb-inabilitados', path, { asOf: '2026-10-01', force: ['rejected_rows', 'unreadable_dates'] });
  for (const entry of entriesOf('bcb-inabilitados')) expect(entry).not.toHaveProperty('endsElsewhere');
  return entriesOf('bcb-inabilitados').map(({ until }) => until);
}

test('a consolidated penalty ends with the last of the other penalties of the same person', async () => {
  const others = [toRow('31/01/2025'), toRow('30/06/2024')];
  expect(await readEnds(toRow('Consolidado'), ...others)).toEqual(['2025-01-31', '2025-01-31', '2024-06-30']);
  expect(await readEnds(...others, toRow('consolidada'))).toEqual(['2025-01-31', '2024-06-30', '2025-01-31']);
});

test.each([
  ['there is no other row', []],
  ['the other row is of somebody else of the same name', [toRow('31/01/2025', { cpf: completeCpf('300111222') })]],
  ['the other row says no day', [toRow(''), toRow('31/01/2025')]],
  ['the other row is consolidated, too', [toRow('Consolidado')]],
  ['the other penalty was over before it began', [toRow('31/12/2019', { from: '2015-01-31' })]],
])('a consolidated penalty is in force where %s', async (_, others) => {
  expect((await readEnds(toRow('Consolidado'), ...others))[0]).toBeNull();
});

test('nobody is told by a name alone', async () => {
  const nameless = (until: string) => toRow(until, { cpf: '' });
  expect(await readEnds(nameless('Consolidado'), nameless('31/01/2025'))).toEqual([null, '2025-01-31']);
});

test('a list of few becomes empty only where an operator says so by name, and then answers, follows and fills again', async () => {
  const { put, file, statusOf, directory } = createListsPlace();
  const toSheet = (...value: readonly object[]) => file('quadro.json', Buffer.from(JSON.stringify({ value })));
  const putSheet = (asOf: string, rows: readonly object[], force: string[] = []) =>
    put('bcb-proibidos', toSheet(...rows), { asOf, force });
  const six = ['01', '02', '03', '04', '05', '06'].map((end) => toRow('', { cpf: completeCpf(`3004567${end}`) }));
  await putSheet('2026-10-01', six);
  await expect(putSheet('2026-10-02', [])).rejects.toThrow(/whole and lists nobody.*--force empty_list$/s);
  expect(statusOf('bcb-proibidos')).toMatchObject({ live: { entries: 6 } });
  const bare = put('bcb-proibidos', file('bare.json', Buffer.from('[]')), {
    asOf: '2026-10-02',
    force: ['empty_list'],
  });
  await expect(bare).rejects.toThrow(/It lists nobody, so the live list stays in use/);
  const { overridden } = await putSheet('2026-10-02', [], ['empty_list']);
  expect(overridden.map(({ name }) => name)).toEqual(['empty_list']);
  expect(statusOf('bcb-proibidos')).toMatchObject({ state: 'current', live: { entries: 0, problem: null } });
  const lists = createListsInMemory(directory);
  await lists.follow();
  expect(lists.editions('2026-10-20')).toContainEqual(
    expect.objectContaining({ list: 'bcb-proibidos', asOf: '2026-10-02', state: 'current' }),
  );
  const asked = {
    kind: 'person',
    cpf: completeCpf('300456701') as Cpf,
    name: 'Maria Exemplo',
    birthDate: null,
  } as const;
  expect(lists.screen(asked, '2026-10-20')).toMatchObject({ hits: [], isWhole: true });
  // Nobody is asked again while it stays so.
  await putSheet('2026-10-03', []);
  await putSheet('2026-10-04', six);
  await lists.follow();
  expect(lists.screen(asked, '2026-10-20')).toMatchObject({ hits: [{ match: 'document' }] });
  lists.close();
});

test('an answer that says itself how many rows it has is refused where it has others', async () => {
  const { put, file } = createListsPlace();
  const rows = ['01', '02', '03'].map((end) => toRow('', { cpf: completeCpf(`3004567${end}`) }));
  const putCounted = (count: unknown) =>
    put('bcb-proibidos', file('quadro.json', Buffer.from(JSON.stringify({ '@odata.count': count, value: rows }))), {
      asOf: '2026-10-01',
    });
  for (const count of [4, '4', 0]) await expect(putCounted(count)).rejects.toThrow(/has 3 rows, and says itself/);
  for (const count of [3, '3', null]) expect((await putCounted(count)).counts).toMatchObject({ entries: 3 });
});
