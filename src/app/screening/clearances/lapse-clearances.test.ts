import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { acceptedJudgement } from '../../../../test/support/stores/kept-judgement.ts';
import { openStoreOfTest, testRowProof } from '../../../../test/support/stores/sqlite-store.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createClearances } from '../../../stores/clearances/clearances.sql.ts';
import { createSqliteSql } from '../../../stores/sql/sql.ts';
import { createLapseJob } from './lapse-clearances.ts';
import { createLookAtDue } from './look-at-due.ts';

const turn = { signal: new AbortController().signal, beat() {}, begin: async () => {} };

test('what has had its last day in Brazil lapses once, with an act, and the look tells that a review is due', async () => {
  const clock = createManualClock({ nowMs: Date.parse('2027-02-01T02:59:00Z') });
  const store = createClearances(
    createSqliteSql(openStoreOfTest(createTemporaryFolder('judgements'), clock)),
    testRowProof,
  );
  const acts: string[] = [];
  const record = async (...act: readonly string[]) => void acts.push(act.join(' '));
  const run = () => createLapseJob({ store, record, clock }).run(turn);
  const look = async () => {
    const { job, counts } = createLookAtDue({ store, clock });
    await job.run(turn);
    return counts();
  };
  await store.keep(acceptedJudgement, null);
  await store.keep({ ...acceptedJudgement, id: 'clr_2', mode: 'test' }, null);
  await run();
  expect([acts, await look()]).toEqual([[], { freeze: 0, review: 0, approval: 0 }]);
  clock.advance(60_000);
  await run();
  await run();
  expect(acts).toEqual(['service clearance_lapsed ana pep:1 clr_1']);
  expect([(await store.find('clr_1'))?.state, (await store.find('clr_2'))?.state]).toEqual(['lapsed', 'lapsed']);
  expect(await look()).toEqual({ freeze: 0, review: 1, approval: 0 });
});
