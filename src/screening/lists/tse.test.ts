import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCp1252, writeZipOf } from '../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import { toElectedCsv } from '../../../test/support/lists/opt-in-lists.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';

const asOf = '2026-10-12';

test('only who was elected to an office that the norm names is a politically exposed person', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const path = file('consulta_cand_2026_BRASIL.csv', toCp1252(toElectedCsv('general')));
  const { counts } = await put('tse-gerais', path, { asOf });
  expect(counts).toMatchObject({ rows: 4, entries: 2, left_out: 2, rejected: 0, unusable_documents: 0 });
  expect(entriesOf('tse-gerais')).toMatchObject([
    {
      id: '250000',
      kind: 'person',
      names: ['FULANO DE TAL A'],
      weakNames: ['TAL 0'],
      document: null,
      births: ['1968-05-23'],
      category: 'GOVERNADOR, por eleição em 2026',
      authority: 'SP',
      remarks: 'Resultado: ELEITO. Partido: EXE',
    },
    { id: '250002', category: 'DEPUTADO FEDERAL, por eleição em 2026' },
  ]);
});

test('a file of the years in which the TSE told CPFs is found by them', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const cpf = completeCpf('300456789');
  await put('tse-municipais', file('c.csv', toCp1252(toElectedCsv('municipal', cpf))), { asOf });
  expect(entriesOf('tse-municipais')).toMatchObject([
    { document: { kind: 'cpf', number: cpf }, authority: 'SÃO PAULO-SP' },
    { category: 'VEREADOR, por eleição em 2024', remarks: 'Resultado: ELEITO POR MÉDIA. Partido: EXE' },
  ]);
});

test('an office that nobody knows is counted as a row that could not be read, and never left out in silence', async () => {
  const { put, file } = createListsPlace();
  const text = toElectedCsv('general').replace('"DEPUTADO FEDERAL"', '"CONSELHEIRO"');
  const { counts } = await put('tse-gerais', file('c.csv', toCp1252(text)), { asOf });
  expect(counts).toMatchObject({ rows: 4, entries: 1, left_out: 2, rejected: 1 });
});

test('of a zip the file of the whole country counts, and another election is refused', async () => {
  const { folder, put, file, entriesOf } = createListsPlace();
  const text = toCp1252(toElectedCsv('municipal'));
  const zip = (...names: readonly string[]) =>
    writeZipOf(
      join(folder, 'cand.zip'),
      names.map((name) => [name, text] as const),
    );
  const whole = zip('consulta_cand_2024_AC.csv', 'consulta_cand_2024_BRASIL.csv', 'consulta_cand_2024_TO.csv');
  await put('tse-municipais', whole, { asOf });
  expect(entriesOf('tse-municipais')).toHaveLength(2);
  const states = zip('consulta_cand_2024_AC.csv', 'consulta_cand_2024_TO.csv');
  await expect(put('tse-municipais', states, { asOf })).rejects.toThrow(/holds several files/);
  const other = file('c.csv', toCp1252(toElectedCsv('general')));
  await expect(put('tse-municipais', other, { asOf })).rejects.toThrow(/no entry|rejected_rows/);
  const before = file('b.csv', toCp1252(toElectedCsv('municipal').replaceAll('"ELEITO', '"#NULO')));
  await expect(put('tse-municipais', before, { asOf })).rejects.toThrow(/no entry/);
});
