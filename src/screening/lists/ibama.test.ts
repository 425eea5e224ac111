import { expect, test } from 'vitest';
import { toListCsv } from '../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import { ibama } from './ibama.ts';

const asOf = '2026-10-01';
const cpf = completeCpf('300456789');
const row = {
  number: '11',
  cancelled: 'N',
  term: '4455',
  from: '2024-01-31 10:00:00',
  name: 'FULANO DE TAL JOSÉ',
  document: cpf,
  process: '02000.1/2024',
  city: 'Sinop',
  state: 'MT',
  area: '10,5',
  geometry: 'MULTIPOLYGON (((1 2, 3 4)))',
  lifted: 'N',
};
const toFile = (rows: readonly Record<string, string>[]) => Buffer.from(`\ufeff${toListCsv(ibama.layout, rows)}`);

test('embargoes are in force, lifted or left out, and dates of other centuries are none', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const rows = [
    row,
    { ...row, number: '12', lifted: 'S', lifted_on: '2025-03-01 00:00:00' },
    { ...row, number: '13', cancelled: 'S' },
    { ...row, number: '', from: '1667-01-01 00:00:00' },
    { ...row, number: '14', from: '2925-01-01 00:00:00' },
    { ...row, number: '15', lifted: 'S', lifted_on: '2063-01-01 00:00:00' },
    { ...row, number: '16', lifted: 'S', lifted_on: '' },
    { ...row, number: '17', name: '', document: '' },
    { ...row, number: '18', name: '' },
    { ...row, number: '19', name: '', document: '1234567' },
  ];
  const { counts } = await put('ibama', file('termo_de_embargo.csv', toFile(rows)), { asOf });
  expect(counts).toMatchObject({ rows: 10, entries: 5, left_out: 4, rejected: 1, unreadable_dates: 3 });
  const entries = entriesOf('ibama');
  expect(entries).toMatchObject([
    {
      id: '11',
      kind: 'person',
      names: ['FULANO DE TAL JOSÉ'],
      document: { kind: 'cpf', number: cpf },
      from: '2024-01-31',
      until: null,
      remarks: 'Termo: 4455. Município: Sinop-MT. Área embargada: 10,5',
    },
    { id: '12', until: '2025-03-01' },
    { id: expect.stringMatching(/^[0-9a-f]{16}$/), from: null },
    { id: '14', from: null },
    { id: '18', names: [], document: { kind: 'cpf', number: cpf } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('POLYGON');
});

test('without its known columns the file is refused', async () => {
  const { put, file } = createListsPlace();
  const renamed = ibama.layout.map((column) => (column.key === 'geometry' ? { ...column, name: 'GEOM' } : column));
  const path = file('termo_de_embargo.csv', Buffer.from(toListCsv(renamed, [row])));
  await expect(put('ibama', path, { asOf })).rejects.toThrow(/GEOM_AREA_EMBARGADA is missing/);
});
