import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toEuropeanUnion } from '../../../../test/support/lists/xml-lists.ts';

test('people and enterprises of the European Union, their strong and weak names and their births', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { dataAsOf, counts } = await put('ue', file('full.xml', toEuropeanUnion()));
  expect({ dataAsOf, ...counts }).toMatchObject({ dataAsOf: '2026-10-11', rows: 3, entries: 2, rejected: 1 });
  expect(entriesOf('ue')).toMatchObject([
    {
      id: 'EU.1.1',
      kind: 'person',
      names: ['Fulano DE TAL', 'Fulaninho TAL'],
      weakNames: ['O Tal'],
      document: null,
      births: ['1970-01-12', '1970', '1971', '1972', '1980-03', '1990'],
      from: '2014-03-17',
      category: 'UKR',
      process: '269/2014 (OJ L78)',
      remarks: 'Citizenship: EXEMPLOLÂNDIA. Function: Chefe. Remarks: Uma observação.',
    },
    { id: 'EU.2.2', kind: 'company', names: ['EXEMPLO'], weakNames: [] },
  ]);
});

test.each(['year="soon" monthOfYear="3"', 'birthdate="at dawn"', 'yearRangeFrom="1950"'])(
  'a birth that nobody can read keeps the others of the row, which then exclude nobody: %s',
  async (odd) => {
    const { put, file, entriesOf } = createListsPlace();
    const plain = '<birthdate circa="false" year="1980" monthOfYear="3"/>';
    const text = Buffer.from(toEuropeanUnion()).toString().replace(plain, `<birthdate ${odd}/>`);
    await put('ue', file('full.xml', Buffer.from(text)));
    const [one, other] = entriesOf('ue');
    expect(one).toMatchObject({ births: ['1970-01-12', '1970', '1971', '1972', '1990'], hasUnreadBirth: true });
    expect(other).not.toHaveProperty('hasUnreadBirth');
  },
);

test('of a birth whose month is none the year counts', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const text = Buffer.from(toEuropeanUnion()).toString().replace('monthOfYear="3"', 'monthOfYear="Ides"');
  await put('ue', file('full.xml', Buffer.from(text)));
  expect(entriesOf('ue')[0]?.births).toEqual(['1970-01-12', '1970', '1971', '1972', '1980', '1990']);
});
