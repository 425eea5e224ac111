import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toCanada } from '../../../../test/support/lists/opt-in-lists.ts';

test('records of Canada are numbered as the law names them, and have no day but the one that is told', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const path = file('sema-lmes.xml', Buffer.from(toCanada()));
  await expect(put('canada', path)).rejects.toThrow(/--as-of/);
  const { counts } = await put('canada', path, { asOf: '2026-10-12' });
  expect(counts).toMatchObject({ rows: 3, entries: 3, unreadable_dates: 0, repeated_ids: 0 });
  expect(entriesOf('canada')).toMatchObject([
    {
      id: 'exampleland-1-part-1-1',
      kind: 'person',
      names: ['Fulano de TAL', 'Fulaninho Tal'],
      weakNames: ['Talzinho'],
      births: ['1970-01-12', '1971'],
      from: '2020-09-28',
      category: 'Exampleland / Exemplie',
      remarks: 'Title: Chefe',
    },
    { id: 'exampleland-1-part-2-1', kind: 'company', names: ['EXEMPLO TRADING', 'EXEMPLO COMÉRCIO'], births: [] },
    { id: 'exampleland-2', kind: 'other', names: ['MV EXEMPLO'], births: [], remarks: 'Title: Tanker. IMO: 9123456' },
  ]);
});
