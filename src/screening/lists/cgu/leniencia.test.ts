import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCp1252, toListCsv, writeZipOf } from '../../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { completeCnpj } from '../../../domain/numbers/cnpj.ts';
import { leniencia, leniencyEffects } from './leniencia.ts';

const cnpj = completeCnpj('112223330001');
const agreement = {
  number: '7',
  document: cnpj,
  legal_name: 'EXEMPLO ENGENHARIA SA',
  trade_name: 'EXEMPLO',
  from: '01/02/2020',
  until: '01/02/2030',
  status: 'Em Execução',
  process: '1/2020',
  authority: 'CGU – AGU',
};
const main = toListCsv(leniencia.layout, [agreement, { ...agreement, number: '8', legal_name: 'OUTRA SA', until: '' }]);
const effects = toListCsv(leniencyEffects.layout, [
  { number: '7', effect: 'Isenção da publicação', more: 'Art. 16' },
  { number: '7', effect: 'Redução da multa' },
  { number: '8', effect: 'Redução da multa' },
]);

test('an agreement has its effects from the second file of the zip, and an en dash is an en dash', async () => {
  const { folder, put, entriesOf } = createListsPlace();
  const zip = writeZipOf(join(folder, '20261015_Acordos.zip'), [
    ['20261015_Efeitos.csv', toCp1252(effects)],
    ['20261015_Acordos.csv', toCp1252(main)],
  ]);
  const { counts, dataAsOf } = await put('leniencia', zip);
  expect({ dataAsOf, ...counts }).toMatchObject({ dataAsOf: '2026-10-15', rows: 2, entries: 2, rejected: 0 });
  expect(entriesOf('leniencia')).toMatchObject([
    {
      id: '7',
      kind: 'company',
      names: ['EXEMPLO ENGENHARIA SA', 'EXEMPLO'],
      document: { kind: 'cnpj', number: cnpj },
      from: '2020-02-01',
      until: '2030-02-01',
      category: 'Acordo de leniência: Em Execução',
      authority: 'CGU – AGU',
      remarks: 'Isenção da publicação: Art. 16. Redução da multa',
    },
    { id: '8', until: null, remarks: 'Redução da multa' },
  ]);
});

test.each([
  ['one of its two files', [['a.csv', main]], /efeitos is missing/],
  ['effects alone', [['b.csv', effects]], /the main one is missing/],
  [
    'effects of other agreements',
    [
      ['a.csv', main],
      ['b.csv', effects.replaceAll('"7"', '"70"').replaceAll('"8"', '"80"')],
    ],
    /does not belong to it: 2 of 2/,
  ],
  [
    'the same file twice',
    [
      ['a.csv', main],
      ['b.csv', main],
    ],
    /are the same file of leniencia/,
  ],
  [
    'another file beside them',
    [
      ['a.csv', main],
      ['b.csv', effects],
      ['c.csv', 'x;y\r\n1;2\r\n'],
    ],
    /c.csv is none of the files/,
  ],
] as const)('a zip with %s is refused', async (_, files, message) => {
  const { folder, put, statusOf } = createListsPlace();
  const zip = writeZipOf(
    join(folder, '20261015_Acordos.zip'),
    files.map(([name, csv]) => [name, toCp1252(csv)] as const),
  );
  await expect(put('leniencia', zip)).rejects.toThrow(message);
  expect(statusOf('leniencia')).toMatchObject({ state: 'missing' });
});
