import { expect, test } from 'vitest';
import { toCp1252 } from '../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import { completeCpf, formatCpf } from '../../domain/numbers/cpf.ts';
import { getList } from './catalogue.ts';

const cpf = completeCpf('300456789');
const asOf = '2026-10-01';
const row = {
  nome: 'FULANO DE TAL JOSÉ',
  tipoRegistro: 'CPF',
  numeroRegistro: formatCpf(cpf),
  uf: 'SP',
  municipio: 'São Paulo',
  numeroProcessoFormatado: '001.234/2019-5',
  numeroAcordaoFormatado: '10/2020-PL',
  dataTransitoEmJulgado: '05/03/2021',
  linkDeliberacoesProcesso: 'https://example.com',
};
const sanctioned = { ...row, dataFinalSancao: '05/03/2029' };

test('the JSON of the TCU becomes entries, and a year 0202 is no date', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const rows = [sanctioned, { ...sanctioned, nome: 'BELTRANO', dataTransitoEmJulgado: '05/03/0202' }];
  const { counts } = await put('tcu-inabilitados', file('a.json', Buffer.from(JSON.stringify(rows))), { asOf });
  expect(counts).toMatchObject({ rows: 2, entries: 2, unreadable_dates: 1 });
  expect(entriesOf('tcu-inabilitados')).toMatchObject([
    {
      kind: 'person',
      names: ['FULANO DE TAL JOSÉ'],
      document: { kind: 'cpf', number: cpf },
      from: '2021-03-05',
      until: '2029-03-05',
      process: '001.234/2019-5',
      remarks: 'Acórdão: 10/2020-PL. Município: São Paulo-SP',
    },
    { from: null, until: '2029-03-05' },
  ]);
});

test('its CSV begins with the separator, is cp1252, and says the same', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const toCsv = (rows: readonly Record<string, string>[]) =>
    toCp1252(
      `sep=|\r\n${[Object.keys(rows[0] ?? {}), ...rows.map((one) => Object.values(one))].map((cells) => cells.join('|')).join('\r\n')}\r\n`,
    );
  await put('tcu-inidoneos', file('a.csv', toCsv([sanctioned])), { asOf });
  const fromCsv = entriesOf('tcu-inidoneos');
  await put('tcu-inidoneos', file('a.json', Buffer.from(JSON.stringify([sanctioned]))), { asOf });
  expect(fromCsv).toEqual(entriesOf('tcu-inidoneos'));
});

test('irregular accounts are a fact and no bar, and their file is not taken for another one', async () => {
  expect(getList('tcu-contas-irregulares').weight).toBe('fact');
  expect(getList('tcu-inidoneos').weight).toBe('sanction');
  const { put, file, entriesOf } = createListsPlace();
  const accounts = file('accounts.json', Buffer.from(JSON.stringify([row])));
  const barred = file('barred.json', Buffer.from(JSON.stringify([sanctioned])));
  await expect(put('tcu-contas-irregulares', barred, { asOf })).rejects.toThrow(
    /file of tcu-inidoneos or of tcu-inabilitados,.* import LIST FILE/,
  );
  await expect(put('tcu-inidoneos', accounts, { asOf })).rejects.toThrow(/This is the file of tcu-contas-irregulares/);
  await put('tcu-contas-irregulares', accounts, { asOf });
  expect(entriesOf('tcu-contas-irregulares')).toMatchObject([
    { category: 'Contas julgadas irregulares', from: '2021-03-05', until: null },
  ]);
});

test('a list that looks like another one is not replaced by it, though that has more rows', async () => {
  const { put, file, statusOf } = createListsPlace();
  const toRows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...sanctioned,
      nome: `FULANO ${from + index}`,
      numeroRegistro: formatCpf(completeCpf(String(300_000_000 + from + index))),
    }));
  const toFile = (name: string, rows: readonly object[]) => file(name, Buffer.from(JSON.stringify(rows)));
  await put('tcu-inidoneos', toFile('a.json', toRows(0, 30)), { asOf });
  await expect(put('tcu-inidoneos', toFile('b.json', toRows(500, 90)), { asOf })).rejects.toThrow(/another list/);
  expect(statusOf('tcu-inidoneos')).toMatchObject({ live: { entries: 30 } });
  // As time goes by, some leave the list.
  await put('tcu-inidoneos', toFile('c.json', toRows(2, 40)), { asOf });
  expect(statusOf('tcu-inidoneos')).toMatchObject({ live: { entries: 40 } });
});
