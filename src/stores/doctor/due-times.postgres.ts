// When the oldest of all that nodes share in PostgreSQL is due to go. Reads only, by one connection that is closed again.

import { type KeptDays, type KeptKind, type ReadDueTimes, toDueTimes } from '../../app/jobs/retention.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { withPostgresPool } from '../postgres/pool.ts';
import { findOldestMonths } from '../postgres/schema/audit-months.ts';
import { findSchemaFault, readSchemaState } from '../postgres/schema/migrate.ts';
import { createStatements } from '../postgres/statements.ts';
import { listOldest } from './due-times.ts';

/** The query covers only expired calls, because no index has an order for the others. */
const expiredCallSql =
  'SELECT min(expires_at_ms) AS at FROM confere.idempotent_calls WHERE expires_at_ms < (extract(epoch FROM now()) * 1000)::bigint';
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
      const months = await findOldestMonths(pool);
      const due: Partial<Record<KeptKind, number | undefined>> = {
        // A month goes as a whole, once its last day is old enough.
        evidence: plus(months.audit_evidence, days('evidence') * dayMs),
        record: plus(months.audit_groups, days('record') * dayMs),
      };
      for (const { kind, sql, toDue } of listOldest(days)) {
        const isCall = kind === 'idempotent_call';
        const oldest = await find<{ readonly at: number | null }>(isCall ? expiredCallSql : sql);
        due[kind] = isCall ? plus(oldest?.at, windowMs) : toDue(oldest?.at);
      }
      return toDueTimes(due);
    });
}

const plus = (atMs: number | null | undefined, ms: number) => (typeof atMs === 'number' ? atMs + ms : undefined);
