import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeListFile } from '../../../test/support/lists/list-files.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { importDraft } from '../../app/datasets/import-draft.ts';
import { openListSession } from '../list-session.ts';
import { readListsStatus } from '../maintenance.ts';
import { createOpenEditions } from '../open-editions.ts';
import { listServedWithin } from './kept-editions.ts';

const dayMs = 86_400_000;
const list = 'own-fraud';

function createPlace(days: number) {
  const folder = createTemporaryFolder('kept-editions');
  const directory = join(folder, 'lists');
  const clock = createManualClock({ nowMs: Date.parse('2026-10-20T12:00:00.000Z') });
  const put = async (...names: readonly string[]) => {
    const path = writeListFile(join(folder, 'own.csv'), `name\n${names.join('\n')}\n`);
    const needed = await listServedWithin(directory, days, clock.nowMs());
    const session = openListSession(directory, { list, paths: [path], asOf: undefined }, clock, needed);
    return (await importDraft(session, { overridden: [], signal: new AbortController().signal })).id;
  };
  const snapshots = join(directory, list, 'snapshots');
  const statusOf = () => readListsStatus(directory, clock).find((one) => one.list === list);
  return { directory, clock, put, snapshots, ids: () => readdirSync(snapshots).sort(), statusOf };
}

test('an edition stays for so many days after another took its place, and can be opened; then an import removes it', async () => {
  const { directory, clock, put, ids } = createPlace(30);
  const first = await put('A');
  clock.advance(10 * dayMs);
  const second = await put('A', 'B');
  clock.advance(10 * dayMs);
  const third = await put('A', 'B', 'C');
  clock.advance(20 * dayMs);
  const fourth = await put('A', 'B', 'C', 'D');
  expect(ids()).toEqual([first, second, third, fourth]);
  clock.advance(1);
  const fifth = await put('A', 'B', 'C', 'D', 'E');
  expect(ids()).toEqual([second, third, fourth, fifth]);
  const open = createOpenEditions(directory);
  expect(await open([{ list, edition: second, sensitivity: 'high' }])).toMatchObject({ kind: 'open' });
  expect(await open([{ list, edition: first, sensitivity: 'high' }])).toMatchObject({ kind: 'gone' });
});

test('with no days at all, the live edition and the one before stay', async () => {
  const { clock, put, ids } = createPlace(0);
  for (const names of [['A'], ['A', 'B']]) {
    await put(...names);
    clock.advance(1000);
  }
  const third = await put('A', 'B', 'C');
  expect(ids()).toHaveLength(2);
  expect(ids()[1]).toBe(third);
});

test('the same entries with another date are one file on the disk, which counts once', async () => {
  const { clock, put, snapshots, statusOf } = createPlace(30);
  await put('A');
  clock.advance(dayMs);
  const first = await put('A', 'B');
  const { bytes = 0 } = statusOf()?.stored ?? {};
  const one = statSync(join(snapshots, first, 'entries.dat'));
  expect(bytes).toBeGreaterThan(one.size);
  clock.advance(dayMs);
  const second = await put('A', 'B');
  expect(statSync(join(snapshots, second, 'entries.dat')).ino).toBe(one.ino);
  expect(readdirSync(join(snapshots, second)).sort()).toEqual(['entries.dat', 'manifest.json', 'verified.json']);
  const stored = statusOf()?.stored;
  expect(stored?.editions).toBe(3);
  const added = ['manifest.json', 'verified.json'].map((name) => statSync(join(snapshots, second, name)).size);
  expect(stored?.bytes).toBe(added.reduce((sum, size) => sum + size, bytes));
});
