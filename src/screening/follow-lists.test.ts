import { expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { followLists, type ListEvent } from './follow-lists.ts';

const nobody = { kind: 'company', cnpj: null, name: null } as const;

test('who closes waits for no list that is being read', async () => {
  const directory = createTemporaryFolder('lists');
  const many = Array.from({ length: 1_000 }, (_, index) => toEntry({ id: String(index), names: [`FULANO ${index}`] }));
  writeEdition(directory, 'ceis', many);
  const events: ListEvent[] = [];
  await followLists(directory, { onEvent: (event) => events.push(event) }).close();
  expect(events).toEqual([]);

  const followed = followLists(directory, { onEvent: (event) => events.push(event) });
  await followed.find(nobody);
  expect(events).toMatchObject([{ kind: 'list_opened', list: 'ceis' }]);
  await followed.close();
});

test('who stops leaves nobody waiting for a list that is being read, and nobody is clear by it', async () => {
  const directory = createTemporaryFolder('lists');
  const many = Array.from({ length: 1_000 }, (_, index) => toEntry({ id: String(index), names: [`FULANO ${index}`] }));
  writeEdition(directory, 'ceis', many);
  const events: ListEvent[] = [];
  const followed = followLists(directory, { onEvent: (event) => events.push(event) });
  const [asked, askedAnyway] = [followed.find(nobody), followed.findAnyway(nobody)];
  followed.stopReading();
  await expect(asked).rejects.toMatchObject({ code: 'overloaded' });
  const unread = { list: 'ceis', edition: null, state: 'loading' };
  expect((await askedAnyway).editions('2026-10-20')).toContainEqual(expect.objectContaining(unread));
  // The same for those who come later.
  expect(() => followed.find(nobody)).toThrow();
  expect(events).toEqual([]);
  await followed.close();
});

test('who stops after the lists were read still gets answers from them', async () => {
  const directory = createTemporaryFolder('lists');
  writeEdition(directory, 'ceis', [toEntry({ id: '1', names: ['FULANO'] })]);
  const followed = followLists(directory, { onEvent: () => {} });
  await followed.find(nobody);
  followed.stopReading();
  const { editions } = await followed.find(nobody);
  expect(editions('2026-10-20')).toContainEqual(expect.objectContaining({ list: 'ceis', asOf: expect.any(String) }));
  await followed.close();
});
