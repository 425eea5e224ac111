import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toUnitedNations } from '../../../../test/support/lists/xml-lists.ts';

test('people and other parties of the United Nations, their aliases by quality and their births', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { dataAsOf, counts } = await put('onu', file('consolidated.xml', toUnitedNations()));
  expect({ dataAsOf, ...counts }).toMatchObject({ dataAsOf: '2026-10-10', rows: 3, entries: 3, rejected: 0 });
  expect(entriesOf('onu')).toMatchObject([
    {
      id: 'XXi.001',
      kind: 'person',
      names: ['FULANO DE TAL', 'Fulaninho & Cia', 'فلان', 'Фулано Тал'],
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

test('a file that was taken from the publisher later than it was made is current by what the operator says, and of its own day', async () => {
  const { put, file, statusOf } = createListsPlace();
  const path = file('consolidated.xml', toUnitedNations());
  await put('onu', path);
  expect(statusOf('onu')).toMatchObject({ state: 'stale', live: { data_as_of: '2026-10-10' } });
  await put('onu', path, { asOf: '2026-10-20' });
  expect(statusOf('onu')).toMatchObject({
    state: 'current',
    live: { data_as_of: '2026-10-10', seen_on: '2026-10-20' },
  });
  await expect(put('onu', path, { asOf: '2026-10-21' })).rejects.toThrow(/cannot be of 2026-10-21/);
});

test.each([
  ['a form of its own', '<DATE>about the war</DATE>'],
  ['a note', '<NOTE>Late 1950s</NOTE>'],
  ['half of a span', '<FROM_YEAR>1950</FROM_YEAR>'],
  ['a span of a century', '<FROM_YEAR>1900</FROM_YEAR><TO_YEAR>1999</TO_YEAR>'],
])('a birth in %s keeps the others of the row, which then exclude nobody', async (_, odd) => {
  const { put, file, entriesOf } = createListsPlace();
  const toBirth = (content: string) => `<INDIVIDUAL_DATE_OF_BIRTH>${content}</INDIVIDUAL_DATE_OF_BIRTH>`;
  const births = `${toBirth('<YEAR>1955</YEAR>')}${toBirth(odd)}`;
  const more = `<INDIVIDUAL><DATAID>9</DATAID><FIRST_NAME>SICRANO</FIRST_NAME>${births}</INDIVIDUAL>`;
  await put('onu', file('consolidated.xml', toUnitedNations(more)));
  const found = entriesOf('onu').map(({ births, hasUnreadBirth }) => [births.length, hasUnreadBirth]);
  expect(found).toEqual([
    [8, undefined],
    [0, undefined],
    [1, true],
    [0, undefined],
  ]);
});
