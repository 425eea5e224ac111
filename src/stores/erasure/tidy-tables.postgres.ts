// Lets PostgreSQL give up the rows that an erasure has replaced or deleted, and what it noted of their values for its planner. What this
// does not reach is told in docs/shared-database.md.

import { erasedTables } from '../../app/kept/stores.ts';
import type { PostgresPool } from '../postgres/pool.ts';

const tidyMs = 600_000;

/** Vacuums the tables with the rights of their owner. It skips the pages of months that did not change. */
export async function tidyTables(pool: Pick<PostgresPool, 'query'>): Promise<void> {
  for (const table of erasedTables) await pool.query(`VACUUM (ANALYZE) confere.${table}`, [], tidyMs);
}
