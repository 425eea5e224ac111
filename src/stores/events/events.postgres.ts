// Events in PostgreSQL, each numbered behind the last one of its key, and told by webhook in the same transaction.

import type { EventStore, NewEvent, StoredEvent } from '../../app/events/ports.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { Session } from '../postgres/session.ts';
import { createStatements } from '../postgres/statements.ts';
import { eventColumns } from './event-rows.ts';

/** Those of one key wait here for each other's commit: whoever reads up to a number has missed none before it. */
const countSql = `INSERT INTO confere.event_counts AS counted (key_id, last_number) VALUES ($1, 1)
  ON CONFLICT (key_id) DO UPDATE SET last_number = counted.last_number + 1 RETURNING last_number`;
const insertSql = `INSERT INTO confere.events (key_id, number, id, event, sealed_body, created_at_ms)
  VALUES ($1, $2, $3, $4, $5, $6)`;
/** An endpoint may have been removed meanwhile; then nobody is told. */
const enqueueSql = `INSERT INTO confere.webhook_deliveries (id, endpoint_id, event, sealed_body, created_at_ms, due_at_ms)
  SELECT $1, id, $3, $4, $5::bigint, $5::bigint FROM confere.webhook_endpoints WHERE id = $2 FOR KEY SHARE`;
const eventSql = `SELECT ${eventColumns} FROM confere.events`;
const listSql = `${eventSql} WHERE key_id = $1 AND number > $2 AND created_at_ms >= $3 ORDER BY number LIMIT $4`;
const findOldSql = 'SELECT 1 FROM confere.events WHERE created_at_ms < $1 LIMIT 1';
const purgeSql = `DELETE FROM confere.events WHERE (key_id, number) IN (
  SELECT key_id, number FROM confere.events WHERE created_at_ms < $1 ORDER BY created_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const listAllSql = `${eventSql} WHERE (key_id, number) > ($1, $2::bigint) ORDER BY key_id, number LIMIT $3`;
const replaceSql = 'UPDATE confere.events SET sealed_body = $3 WHERE key_id = $1 AND number = $2';
const removeSql = 'DELETE FROM confere.events WHERE key_id = $1 AND number = $2';

/** In the transaction of what it tells of. */
export async function tell(session: Pick<Session, 'query'>, event: NewEvent): Promise<void> {
  const { id, keyId, endpointId, event: type, sealedBody, createdAtMs } = event;
  const { rows } = await session.query<{ readonly last_number: number }>(countSql, [keyId]);
  await session.query(insertSql, [keyId, rows[0]?.last_number, id, type, sealedBody, createdAtMs]);
  if (endpointId !== null) await session.query(enqueueSql, [id, endpointId, type, sealedBody, createdAtMs]);
}

export function createPostgresEventStore(pool: Pick<PostgresPool, 'query'>): EventStore {
  const { list, change, run } = createStatements(pool);
  return {
    list: (keyId, { after, sinceMs }, limit) => list<StoredEvent>(listSql, [keyId, after, sinceMs, limit]),
    hasOld: async (beforeMs) => (await change(findOldSql, [beforeMs])) > 0,
    purge: (beforeMs, max) => run(purgeSql, [beforeMs, max]),
    listAll: (after, limit) => list<StoredEvent>(listAllSql, [after?.keyId ?? '', after?.number ?? 0, limit]),
    remove: ({ keyId, number }) => run(removeSql, [keyId, number]),
    replace: ({ keyId, number }, sealedBody) => run(replaceSql, [keyId, number, sealedBody]),
  };
}
