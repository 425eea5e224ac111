import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../../test/support/lists/lists-place.ts';
import { toUnitedNations } from '../../../../../test/support/lists/xml-lists.ts';

test('people and other parties of the United Nations, their aliases by quality and their births', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { dataAsOf, counts } = await put('onu', file('consolidated.xml', toUnitedNations()));
  expect({ dataAsOf, ...counts }).toMatchObject({ dataAsOf: '2026-10-10', rows: 3, entries: 3, rejected: 0 });
  expect(entriesOf('onu')).toMatchObject([
    {
      id: 'XXi.001',
      kind: 'person',
      names: ['FULANO DE TAL', 'Fulaninho & Cia', 'فلان'],
      weakNames: ['O Tal'],
      births: ['1970-01-12', '1971', '1980', '1981', '1982', '1964', '1965', '1966'],
      from: '2012-03-05',
      category: 'Exemplo',
      remarks: 'Designation: Chefe. Nationality: Exemplolândia. Comments: Um comentário.',
    },
    { id: 'XXi.002', births: [], weakNames: [] },
    { id: 'XXe.001', kind: 'company', names: ['EXEMPLO TRADING', 'EXEMPLO COMÉRCIO'], births: [] },
  ]);
});
