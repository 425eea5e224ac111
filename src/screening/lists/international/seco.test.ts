import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toSwitzerland } from '../../../../test/support/lists/opt-in-lists.ts';

test('targets of Switzerland with all spellings and their programme; whoever was taken off is left out', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { dataAsOf, counts } = await put('seco', file('seco.xml', Buffer.from(toSwitzerland())));
  expect({ dataAsOf, ...counts }).toMatchObject({ dataAsOf: '2026-10-12', rows: 4, entries: 3, left_out: 1 });
  expect(entriesOf('seco')).toMatchObject([
    {
      id: '1',
      kind: 'person',
      names: ['Fulano TAL', 'Фулано ТАЛ', 'Fulano TALL'],
      weakNames: ['O Tal'],
      births: ['1954-08-30', '1956'],
      from: '2022-03-16',
      category: 'Example',
      remarks: 'Nationality: Exemplolândia. Reasons: Um motivo. Remarks: Uma observação.',
    },
    { id: '2', kind: 'company', names: ['EXEMPLO TRADING'], births: [], category: 'Example' },
    { id: '4', kind: 'other', names: ['MV EXEMPLO'] },
  ]);
});

test('who was listed again on the day on which they were taken off stays listed', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const again = '<modification modification-type="listed" effective-date="2023-01-01"/>';
  const text = toSwitzerland().replace('"de-listed" effective-date="2023-01-01"/>', (found) => `${found}${again}`);
  await put('seco', file('seco.xml', Buffer.from(text)));
  expect(entriesOf('seco').map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  expect(entriesOf('seco')[2]).toMatchObject({ from: '2023-01-01' });
});

test('a file with programmes without end is refused', async () => {
  const { put, file } = createListsPlace();
  const text = toSwitzerland().replace('<target ssid="1">', `${'<sanctions-program/>'.repeat(2_000)}<target ssid="1">`);
  await expect(put('seco', file('seco.xml', Buffer.from(text)))).rejects.toThrow(
    /sanctions-program are larger, or more/,
  );
});
