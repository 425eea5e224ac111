import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toUnitedKingdom } from '../../../../test/support/lists/opt-in-lists.ts';

test('people, entities and ships of the United Kingdom, with the day that the file itself says', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { dataAsOf, counts } = await put('reino-unido', file('uk.xml', Buffer.from(toUnitedKingdom())));
  expect({ dataAsOf, ...counts }).toMatchObject({ dataAsOf: '2026-10-09', rows: 3, entries: 3, unreadable_dates: 0 });
  expect(entriesOf('reino-unido')).toMatchObject([
    {
      id: 'EXA0001',
      kind: 'person',
      names: ['Fulano DE TAL', 'Fulaninho Tal', 'Фулано Тал'],
      weakNames: ['O Tal'],
      births: ['1970-01-12', '1971-03', '1975'],
      from: '2019-01-25',
      category: 'The Example (Sanctions) Regulations 2020',
      remarks:
        'Measures: Asset freeze, Travel Ban. Nationality: Exemplolândia. Position: Chefe. Reasons: Um motivo. Remarks: Uma observação.',
    },
    { id: 'EXA0002', kind: 'company', names: ['EXEMPLO TRADING'], births: [] },
    { id: 'EXA0003', kind: 'other', names: ['MV EXEMPLO'] },
  ]);
});

test('a birth that nobody can read is counted, and excludes nobody', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const text = toUnitedKingdom().replace('12/01/1970', '15/08/19yy').replace('dd/03/1971', '31/02/1971');
  const { counts } = await put('reino-unido', file('uk.xml', Buffer.from(text)));
  expect(counts).toMatchObject({ unreadable_dates: 2 });
  expect(entriesOf('reino-unido')[0]).toMatchObject({ births: ['1975'], hasUnreadBirth: true });
});
