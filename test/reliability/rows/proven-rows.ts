// Rows that decide prove themselves. Suites show it on both databases, by somebody who has the database and no secret.

import type { Row } from '../row.ts';

export const provenRows: Row = {
  id: 'rows-beside-the-chain',
  promise: 'rows beside the chain',
  test: 'each column that decides changed in keys, operators, sessions, passkeys, clearances, endpoints, batches and watches; rows made, taken away and put back; results of a finished batch taken away; SQLite and PostgreSQL',
  pass: 'a row of somebody else counts for nothing and is named; one that is gone or back is named by `audit reconcile`; a revoked key or clearance stays refused',
  suites: [
    { file: 'test/contracts/key-owned/proven-rows.test.ts' },
    { file: 'test/contracts/postgres/postgres-jobs.test.ts' },
    { file: 'test/contracts/keys/operator-store.test.ts' },
    { file: 'test/contracts/keys/passkey-store.test.ts' },
    { file: 'test/contracts/keys/key-store.test.ts' },
    { file: 'src/app/batches/results/whole-results.test.ts' },
    { file: 'test/e2e/operators/reconcile.test.ts' },
  ],
};
