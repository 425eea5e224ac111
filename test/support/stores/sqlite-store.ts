// A database of its own for a test, or a second opening of one, as another process has it.

import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/app/clock.ts';
import { createKeyChecksum } from '../../../src/app/keys/key-checksum.ts';
import { createRowProof } from '../../../src/app/row-proof.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createManualClock } from '../manual-clock.ts';

export const testKeyChecksum = createKeyChecksum(() => [new Uint8Array(32).fill(2)]);

const rowSecret = new Uint8Array(32).fill(4);

/** Reports nothing. */
export const testRowProof = createRowProof(
  () => [rowSecret],
  () => {},
);

/** With every row that it refused, as `table id`; those of `ended` are. */
export function createNotedRowProof() {
  const faults: string[] = [];
  const ended = new Set<string>();
  return {
    proof: createRowProof(
      () => [rowSecret],
      ({ table, id }) => faults.push(`${table} ${id}`),
      { has: (table, id) => ended.has(`${table} ${id}`) },
    ),
    faults,
    ended,
  };
}

export function openTestStore(dataDirectory: string, clock: Clock = createManualClock()): SqliteStore {
  return openSqliteStore({ dataDirectory, fingerprintKey: new Uint8Array(32), clock });
}

/** Closed when the test is over that opened it. */
export function openStoreOfTest(dataDirectory: string, clock?: Clock): SqliteStore {
  const store = openTestStore(dataDirectory, clock);
  onTestFinished(() => store.close());
  return store;
}
