import { expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { followLists, type ListEvent } from './follow-lists.ts';

test('who closes waits for no list that is being read', async () => {
  const directory = createTemporaryFolder('lists');
  const many = Array.from({ length: 1_000 }, (_, index) => toEntry({ id: String(index), names: [`FULANO ${index}`] }));
  writeEdition(directory, 'ceis', many);
  const events: ListEvent[] = [];
  await followLists(directory, { onEvent: (event) => events.push(event) }).close();
  expect(events).toEqual([]);

  const followed = followLists(directory, { onEvent: (event) => events.push(event) });
  await followed.find({ kind: 'company', cnpj: null, name: null });
  expect(events).toMatchObject([{ kind: 'list_opened', list: 'ceis' }]);
  await followed.close();
});
