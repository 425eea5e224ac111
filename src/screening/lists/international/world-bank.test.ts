import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toDebarred } from '../../../../test/support/lists/opt-in-lists.ts';

const asOf = '2026-10-12';

test('whom the World Bank debars, without notes and honorifics in their names, and without an end that is none', async () => {
  const { put, file, entriesOf } = createListsPlace();
  await put('banco-mundial', file('w.json', toDebarred()), { asOf });
  expect(entriesOf('banco-mundial')).toMatchObject([
    {
      id: '101',
      kind: 'company',
      names: ['EXEMPLO TRADING LTDA.'],
      from: '2011-07-26',
      until: null,
      category: 'Consultant Guidelines, 1.22(a)(ii)',
      remarks: 'Country: Brazil. Status: Permanent',
    },
    { id: '102', kind: 'person', names: ['FULANO DE TAL'], until: '2028-07-25' },
  ]);
});

test.each([
  ['an answer of something else', JSON.stringify({ response: { docs: [] } }), /no list `response.ZPROCSUPP`/],
  ['an answer with an error', JSON.stringify({ message: 'No API key found' }), /no list `response.ZPROCSUPP`/],
  ['an answer that lists nobody', JSON.stringify({ response: { ZPROCSUPP: [] } }), /lists nobody/],
])('%s is refused', async (_, text, reason) => {
  const { put, file } = createListsPlace();
  await expect(put('banco-mundial', file('w.json', text), { asOf })).rejects.toThrow(reason);
});
