import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeRequiredList } from '../../test/support/lists/list-editions.ts';
import { makeSanctions, toListCsv } from '../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../test/support/lists/lists-place.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { ceis } from './lists/cgu/ceis.ts';
import { createListsProbe } from './lists-probe.ts';
import { readListsStatus } from './maintenance.ts';

/** A CEIS of two editions. */
async function createPlace() {
  const { directory, clock, put, zip, statusOf } = createListsPlace();
  writeRequiredList(directory, '2026-10-20');
  const csv = toListCsv(ceis.layout, makeSanctions(3));
  const { id: previous } = await put('ceis', zip('20261014_CEIS', csv));
  const { id: live } = await put('ceis', zip('20261015_CEIS', csv));
  const entriesOf = (id: string) => join(directory, 'ceis/snapshots', id, 'entries.dat');
  const doctor = () => createListsProbe({ directory, clock, isVerified: false, named: [], sensitivities: {} }).run();
  return { directory, live, previous, statusOf, entriesOf, doctor };
}

test('a list whose entries are gone or cut is damaged, for the status and for doctor', async () => {
  const { live, statusOf, entriesOf, doctor } = await createPlace();
  expect(statusOf('ceis')).toMatchObject({ state: 'current' });
  expect(doctor()).toMatchObject({ state: 'ok' });
  truncateSync(entriesOf(live), 100);
  const cut = expect.stringMatching(/entries.dat is damaged: it has 100 bytes, and the import wrote \d+/);
  expect(statusOf('ceis')).toMatchObject({ state: 'damaged', live: { problem: cut }, previous: { problem: null } });
  expect(doctor()).toMatchObject({ state: 'fault', says: cut });
  rmSync(entriesOf(live));
  expect(statusOf('ceis')).toMatchObject({ state: 'damaged', live: { problem: 'entries.dat is missing.' } });
  expect(doctor()).toMatchObject({ state: 'fault', says: 'ceis cannot be used: entries.dat is missing.' });
});

test('the edition before is looked at, too, and does not make the list damaged', async () => {
  const { previous, statusOf, entriesOf } = await createPlace();
  rmSync(entriesOf(previous));
  expect(statusOf('ceis')).toMatchObject({ state: 'current', previous: { problem: 'entries.dat is missing.' } });
});

test('doctor reads all of a list, and finds a change that leaves its size', async () => {
  const { live, entriesOf, doctor } = await createPlace();
  const path = entriesOf(live);
  writeFileSync(path, readFileSync(path, 'utf8').replace('EXEMPLO 1000', 'EXEMPLO 9000'));
  expect(doctor()).toMatchObject({ state: 'fault', says: 'ceis cannot be used: entries.dat is damaged.' });
});

test('where the folder of all lists cannot be read, each list says so, and nothing throws', () => {
  const file = join(createTemporaryFolder('lists'), 'no-folder');
  writeFileSync(file, '');
  const states = readListsStatus(file, createManualClock()).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(['damaged']));
});

const again = 'run `confere lists import ceis FILE` again.';

test.each([
  ['is damaged', (path: string) => writeFileSync(path, 'half of a'), `live.json is damaged: ${again}`],
  ['is missing', (path: string) => rmSync(path), `live.json is missing beside existing snapshots: ${again}`],
  ['is a folder', (path: string) => [rmSync(path), mkdirSync(path)], 'EISDIR'],
])('a list whose pointer %s is damaged, and hides no other', async (_, spoil, problem) => {
  const { directory, statusOf, doctor } = await createPlace();
  cpSync(join(directory, 'ceis'), join(directory, 'own-copy'), { recursive: true });
  spoil(join(directory, 'ceis/live.json'));
  expect(statusOf('ceis')).toMatchObject({ state: 'damaged', problem: expect.stringContaining(problem), live: null });
  expect(statusOf('cnep')).toMatchObject({ state: 'missing', problem: null });
  expect(statusOf('own-copy')).toMatchObject({
    state: 'damaged',
    problem: expect.stringContaining('of the list ceis'),
  });
  expect(doctor()).toMatchObject({
    state: 'fault',
    says: expect.stringMatching(/^ceis cannot be used: .* own-copy cannot be used: /),
    advice: expect.stringMatching(/lists import ceis FILE.*: confere lists import own-copy FILE\.$/),
  });
});

test('doctor leads back only to an edition that is there', async () => {
  const { live, previous, entriesOf, doctor } = await createPlace();
  rmSync(entriesOf(live));
  expect(doctor()).toMatchObject({ advice: expect.stringContaining('confere lists rollback ceis') });
  rmSync(entriesOf(previous));
  expect(doctor()).toMatchObject({ advice: expect.not.stringContaining('rollback') });
});
