// What was written down stays as it was written, and what was erased stays away. Suites show it; here they are named as promises, with
// the breaks under which they must fail.

import type { Row } from '../row.ts';

export const history: Row = {
  id: 'history',
  promise: 'history cannot be rewritten',
  test: 'records, heads and policies changed, removed, numbered and linked anew, forged and nulled without the secret; older and missing files; SQLite and PostgreSQL',
  pass: '`audit verify` names the first that does not hold and signs nothing; the service does not continue a foreign audit',
  suites: [
    { file: 'test/contracts/audit/audit-history.test.ts' },
    { file: 'test/contracts/audit/audit-history.postgres.test.ts' },
    { file: 'test/contracts/audit/audit-attacks.test.ts' },
    { file: 'test/contracts/audit/packed-groups.test.ts' },
    { file: 'src/app/audit/groups/group.test.ts' },
  ],
};

export const erasure: Row = {
  id: 'erasure',
  promise: 'erasure erases',
  test: 'raw bytes of every file, batches, idempotent and kept answers, acts and events, an older backup restored with and without its ledger',
  pass: '0 occurrences of the person; the chain still verifies',
  suites: [
    { file: 'test/e2e/operators/erasure.test.ts' },
    { file: 'test/e2e/operators/erasure-traces.test.ts' },
    { file: 'src/stores/erasure/clean-database.sqlite.test.ts' },
  ],
};

export const damagedRows: Row = {
  id: 'damaged-rows',
  promise: 'damaged row',
  test: 'one flipped byte in a sealed row of events, deliveries, clearances, lists and changes of watches, on SQLite and PostgreSQL',
  pass: 'the row is left out and named by log, metric and doctor; lists, comparisons, webhooks, report and erasure continue; an erasure says that it could not look into it',
  suites: [
    { file: 'test/e2e/operators/damaged-rows.test.ts' },
    { file: 'test/contracts/key-owned/list-watches.test.ts' },
    { file: 'test/http/key-owned/webhooks.test.ts' },
  ],
};

export const backgroundWork: Row = {
  id: 'background',
  promise: 'background work',
  test: 'a job that hangs, a watch of 20,000 companies that all change, a process that stops renewing its lease, SIGTERM in the middle',
  pass: 'told, taken over, SIGTERM still ≤ 15 s, nothing lost',
  suites: [
    { file: 'test/e2e/verify/watch-many.test.ts' },
    { file: 'test/contracts/key-owned/job-lease.test.ts' },
    { file: 'src/app/jobs/run-jobs.test.ts' },
  ],
};
