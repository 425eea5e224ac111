import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../test/support/lists/list-editions.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { forgetList, giveUpList } from './forget-list.ts';
import { createListsInMemory } from './lookup/lists-in-memory.ts';
import { readListsStatus, readReliedUpon, rollBackList } from './maintenance.ts';

const clock = createManualClock({ nowMs: Date.parse('2026-10-20T12:00:00.000Z') });
const today = '2026-10-20';

function createPlace() {
  const directory = createTemporaryFolder('lists');
  const put = (list: string, id: string) => writeEdition(directory, list, [toEntry({ names: ['FULANO'] })], { id });
  const statusOf = (list: string) => readListsStatus(directory, clock).find((one) => one.list === list);
  return { directory, put, statusOf };
}

test('a forgotten list leaves no edition on the disk, and whoever answers from it drops it', async () => {
  const { directory, put, statusOf } = createPlace();
  for (const list of ['ceis', 'own-fraud']) for (const id of ['edition-0001', 'edition-0002']) put(list, id);
  const memory = createListsInMemory(directory);
  await memory.follow();
  const stateOf = (list: string) => memory.editions(today).find((one) => one.list === list)?.state;
  expect([stateOf('ceis'), stateOf('own-fraud')]).toEqual(['current', 'current']);
  for (const list of ['ceis', 'own-fraud']) {
    expect(forgetList(directory, list, 'all', clock).editions).toBe(2);
    expect(readdirSync(join(directory, list)).filter((name) => !name.startsWith('import.lock'))).toEqual(['live.json']);
  }
  await memory.follow();
  expect([stateOf('ceis'), stateOf('own-fraud')]).toEqual(['missing', undefined]);
  expect(memory.figures(today)).toEqual([]);
  expect([statusOf('ceis')?.state, statusOf('own-fraud')]).toEqual(['missing', undefined]);
  expect(() => forgetList(directory, 'ceis', 'all', clock)).toThrow(/has not been imported/);
  put('own-fraud', 'edition-0003');
  await memory.follow();
  expect(stateOf('own-fraud')).toBe('current');
});

test('without its older editions a list answers on, and has nothing to go back to', () => {
  const { directory, put, statusOf } = createPlace();
  for (const id of ['edition-0001', 'edition-0002', 'edition-0003']) put('ceis', id);
  expect(forgetList(directory, 'ceis', 'older', clock).editions).toBe(2);
  expect(statusOf('ceis')).toMatchObject({ live: { id: 'edition-0003' }, previous: null, stored: { editions: 1 } });
  expect(() => rollBackList(directory, 'ceis', clock)).toThrow(/no previous/);
});

test('a list that is damaged can be forgotten; one that nobody has, or that is none, cannot', () => {
  const { directory, put, statusOf } = createPlace();
  put('ceis', 'edition-0001');
  writeFileSync(join(directory, 'ceis/live.json'), 'x');
  expect(() => forgetList(directory, 'ceis', 'older', clock)).toThrow(/live.json is damaged/);
  forgetList(directory, 'ceis', 'all', clock);
  expect(statusOf('ceis')?.state).toBe('missing');
  expect(() => forgetList(directory, 'pep', 'all', clock)).toThrow(/has not been imported/);
  expect(() => forgetList(directory, 'nope', 'all', clock)).toThrow(/There is no list/);
  expect(readdirSync(directory).sort()).toEqual(['ceis', 'ever-live']);
});

test('a list that was live once stays relied upon without its folder, until an operator gives it up', async () => {
  const { directory, put } = createPlace();
  for (const list of ['onu', 'ceis', 'own-fraud']) put(list, 'edition-0001');
  const memory = createListsInMemory(directory);
  const listRelied = async () => {
    await memory.follow();
    return readReliedUpon(directory, [], readListsStatus(directory, clock)).toSorted();
  };
  expect(() => giveUpList(directory, 'ceis', clock)).toThrow(/is here, and relied upon/);
  await memory.follow();
  for (const list of ['onu', 'ceis']) forgetList(directory, list, 'all', clock);
  rmSync(join(directory, 'own-fraud'), { recursive: true });
  expect(await listRelied()).toEqual(['ceis', 'onu', 'own-fraud']);
  expect([...memory.everLive()].sort()).toEqual(['ceis', 'onu', 'own-fraud']);
  giveUpList(directory, 'ceis', clock);
  giveUpList(directory, 'own-fraud', clock);
  expect(await listRelied()).toEqual(['onu']);
  // Nor does a service that has read them before.
  expect(memory.everLive()).toEqual(['onu']);
  expect(() => giveUpList(directory, 'onu', clock)).toThrow(/always relied upon/);
  expect(() => giveUpList(directory, 'ceis', clock)).toThrow(/has not been imported/);
  put('ceis', 'edition-0002');
  expect(await listRelied()).toEqual(['ceis', 'onu']);
  memory.close();
});
