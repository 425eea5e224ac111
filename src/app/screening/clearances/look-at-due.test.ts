import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { acceptedJudgement } from '../../../../test/support/stores/kept-judgement.ts';
import { openStoreOfTest, testRowProof } from '../../../../test/support/stores/sqlite-store.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createClearances } from '../../../stores/clearances/clearances.sql.ts';
import { createSqliteSql } from '../../../stores/sql/sql.ts';
import { createLookAtDue } from './look-at-due.ts';
import type { StoredClearance } from './ports.ts';

const judgedAtMs = Date.parse('2027-01-04T15:00:00Z');
const hour = 3_600_000;
const frozen: StoredClearance = {
  ...{ ...acceptedJudgement, row: 'onu:1', kind: 'frozen', state: 'frozen' },
  ...{ until: null, steps: {}, createdAtMs: judgedAtMs },
};

test('a freeze is told from the end of its day until its last step is noted, and what waits for a person at once', async () => {
  const clock = createManualClock({ nowMs: judgedAtMs + 24 * hour });
  const store = createClearances(createSqliteSql(openStoreOfTest(createTemporaryFolder('due'), clock)), testRowProof);
  const look = async () => {
    const { job, counts } = createLookAtDue({ store, clock });
    await job.run({ signal: new AbortController().signal, beat() {}, begin: async () => {} });
    return counts();
  };
  await store.keep(frozen, null);
  await store.keep({ ...frozen, id: 'clr_2', mode: 'test' }, null);
  await store.keep({ ...frozen, id: 'clr_3', row: 'pep:1', kind: 'accepted', state: 'proposed', steps: null }, null);
  expect(await look()).toEqual({ freeze: 0, review: 0, approval: 1 });
  clock.advance(1);
  expect(await look()).toEqual({ freeze: 1, review: 0, approval: 1 });
  const done = { atMs: judgedAtMs, by: 'key_2', notedAtMs: clock.nowMs() };
  for (const step of ['frozen', 'coaf', 'mjsp'] as const) await store.noteStep('clr_1', step, done);
  expect((await look()).freeze).toBe(1);
  await store.noteStep('clr_1', 'bcb', done);
  expect((await look()).freeze).toBe(0);
});
