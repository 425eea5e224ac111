import { expect, test } from 'vitest';
import type { DatedSnapshot } from './dataset-name.ts';
import { type LocalSnapshots, pullSnapshot, type SharedDataset } from './pull-snapshot.ts';

const dated = (id: string, dataAsOf: string): DatedSnapshot => ({ id, dataAsOf, importedAt: `${dataAsOf}T10:00:00Z` });
const [september, october] = [dated('a', '2026-09-12'), dated('b', '2026-10-10')];

/** Builds a world with the snapshots that are live before the lock is taken, and those that another process has left by then. */
function world(before: LocalSnapshots, locked: LocalSnapshots) {
  const log: string[] = [];
  const dataset: SharedDataset<DatedSnapshot> = {
    look: () => (log.includes('lock') ? locked : before),
    find: async () => october,
    hasAll: () => true,
    lock: () => {
      log.push('lock');
      return { release: () => void log.push('release') };
    },
    bring: async ({ id }) => void log.push(`bring ${id}`),
    switchTo: ({ id }) => void log.push(`switch ${id}`),
  };
  return { log, pull: (snapshot?: string) => pullSnapshot(dataset, { snapshot, overridden: [] }) };
}

const free = { live: september, held: false };

test('what is newer is brought and switched to under the lock', async () => {
  const { log, pull } = world(free, free);
  expect(await pull()).toEqual({ kind: 'pulled', snapshot: october });
  expect(log).toEqual(['lock', 'bring b', 'switch b', 'release']);
});

test.each([
  ['has gone back', { live: september, held: true }, 'held'],
  ['has taken it', { live: october, held: false }, 'up_to_date'],
  ['has imported what is newer', { live: dated('c', '2026-11-08'), held: false }, 'older'],
] as const)('nothing is brought where somebody else %s before the lock was taken', async (_, locked, kind) => {
  const { log, pull } = world(free, locked);
  expect(await pull()).toMatchObject({ kind });
  expect(log).toEqual(['lock', 'release']);
});

test('a rollback gives way to a snapshot that is asked for by name', async () => {
  const held = { live: september, held: true };
  expect(await world(held, held).pull()).toEqual({ kind: 'held', live: september });
  expect(await world(held, held).pull('b')).toMatchObject({ kind: 'pulled' });
});
