// Lets PostgreSQL give up the rows that an erasure has replaced or deleted, and what it noted of their values for its planner. What this
// does not reach is told in docs/shared-database.md.

import type { PostgresPool } from '../postgres/pool.ts';
import { callWindows } from '../postgres/schema/migrations.ts';

/** Of the tables that hold people; pages of months that nobody touched are passed over. */
const tables = [
  'audit_records',
  'audit_details',
  'idempotent_calls',
  ...Array.from({ length: callWindows }, (_, window) => `idempotent_calls_${window}`),
  'bought_answers',
  'questions',
  'clearances',
  'batch_inputs',
  'batch_rows',
  'webhook_deliveries',
  'events',
  'watch_changes',
  'watch_lists',
  'meta',
];
const tidyMs = 600_000;

/** As the owner of the tables. */
export async function tidyTables(pool: Pick<PostgresPool, 'query'>): Promise<void> {
  for (const table of tables) await pool.query(`VACUUM (ANALYZE) confere.${table}`, [], tidyMs);
}
