// When the oldest of all that nodes share in PostgreSQL is due to go. Reads only, by one connection that is closed again.

import { type KeptDays, type ReadDueTimes, toDueTimes } from '../../app/jobs/retention.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { withPostgresPool } from '../postgres/pool.ts';
import { findOldestMonths } from '../postgres/schema/audit-months.ts';
import { findSchemaFault, readSchemaState } from '../postgres/schema/migrate.ts';
import { createStatements } from '../postgres/statements.ts';
import { toOldestSql } from './due-times.ts';

const oldestSql = {
  ...toOldestSql('confere.'),
  /** Only those that are over: the others have no order that an index knows. */
  idempotent_call:
    'SELECT min(expires_at_ms) AS at FROM confere.idempotent_calls WHERE expires_at_ms < (extract(epoch FROM now()) * 1000)::bigint',
};
const dayMs = 86_400_000;

interface DueOptions {
  readonly getAddress: () => PostgresAddress;
  readonly days: KeptDays;
  /** For how long a call may lie behind its end, because it goes with others. */
  readonly windowMs: number;
}

export function createPostgresDueTimes({ getAddress, days, windowMs }: DueOptions): ReadDueTimes {
  return () =>
    withPostgresPool(getAddress(), 1, async (pool) => {
      if (findSchemaFault(await readSchemaState(pool)) !== undefined) return undefined;
      const { find } = createStatements(pool);
      const read = async (kind: keyof typeof oldestSql) =>
        (await find<{ readonly at: number | null }>(oldestSql[kind]))?.at;
      const plus = (atMs: number | null | undefined, ms: number) => (typeof atMs === 'number' ? atMs + ms : undefined);
      const months = await findOldestMonths(pool);
      return toDueTimes({
        // A month goes as a whole, once its last day is old enough.
        evidence: plus(months.audit_details, days.evidence * dayMs),
        record: plus(months.audit_records, days.record * dayMs),
        batch: await read('batch'),
        watch: await read('watch'),
        event: plus(await read('event'), days.event * dayMs),
        webhook_event: plus(await read('webhook_event'), days.webhook_event * dayMs),
        kept_answer: await read('kept_answer'),
        idempotent_call: plus(await read('idempotent_call'), windowMs),
      });
    });
}
