// Events, each numbered behind the last one of its key, and told by webhook in the same step.

import type { EventStore, NewEvent, StoredEvent } from '../../app/events/ports.ts';
import type { Sql, SqlStatement } from '../sql/sql.ts';

/** The events of one key wait here for each other's commit. A reader up to a number has therefore missed no earlier event. */
const countSql = `INSERT INTO event_counts AS counted (key_id, last_number) VALUES ($1, 1)
  ON CONFLICT (key_id) DO UPDATE SET last_number = counted.last_number + 1`;
const endpointSql = 'SELECT id FROM webhook_endpoints WHERE id = $1';
const eventSql = `SELECT id, key_id AS "keyId", number, event, sealed_body AS "sealedBody", created_at_ms AS "createdAtMs" FROM events`;

/** Records an event in the same step as the change that it reports. If its endpoint was removed meanwhile, Confere calls no endpoint. */
function toInsertEvent({ bytes, holding }: Sql, told: NewEvent): readonly SqlStatement[] {
  const { id, keyId, endpointId, event, sealedBody, createdAtMs } = told;
  const insertSql = `INSERT INTO events (key_id, number, id, event, sealed_body, created_at_ms)
    SELECT key_id, last_number, CAST($2 AS text), CAST($3 AS text), CAST($4 AS ${bytes}), CAST($5 AS bigint)
    FROM event_counts WHERE key_id = $1`;
  const enqueueSql = `INSERT INTO webhook_deliveries (id, endpoint_id, event, sealed_body, created_at_ms, due_at_ms)
    SELECT CAST($1 AS text), id, CAST($3 AS text), CAST($4 AS ${bytes}), CAST($5 AS bigint), CAST($5 AS bigint)
    FROM webhook_endpoints WHERE id = $2 ${holding('FOR KEY SHARE')}`;
  return [
    { sql: countSql, values: [keyId] },
    { sql: insertSql, values: [keyId, id, event, sealedBody, createdAtMs] },
    ...(endpointId === null ? [] : [{ sql: enqueueSql, values: [id, endpointId, event, sealedBody, createdAtMs] }]),
  ];
}

/** A piece of work that ends, and what is told of it: told only where this is what has ended it. */
export function toEndWithEvents(
  sql: Sql,
  end: SqlStatement,
  ...told: readonly (NewEvent | null)[]
): readonly SqlStatement[] {
  const events = told.filter((event) => event !== null);
  return [{ ...end, isGate: true }, ...events.flatMap((event) => toInsertEvent(sql, event))];
}

/** Enqueues an event that ends no other work. It is recorded if its endpoint exists, or if it has none. */
export function toEnqueue(sql: Sql, event: NewEvent): readonly SqlStatement[] {
  if (event.endpointId === null) return toInsertEvent(sql, event);
  return toEndWithEvents(
    sql,
    { sql: `${endpointSql} ${sql.holding('FOR KEY SHARE')}`, values: [event.endpointId] },
    event,
  );
}

export function createEventStore(sql: Sql): EventStore {
  const { list, find, run, holding } = sql;
  const purgeSql = `DELETE FROM events WHERE (key_id, number) IN (
    SELECT key_id, number FROM events WHERE created_at_ms < $1 ORDER BY created_at_ms LIMIT $2 ${holding('FOR UPDATE SKIP LOCKED')})`;
  return {
    list: (keyId, { after, sinceMs }, limit) =>
      list<StoredEvent>(
        `${eventSql} WHERE key_id = $1 AND number > $2 AND created_at_ms >= $3 ORDER BY number LIMIT $4`,
        [keyId, after, sinceMs, limit],
      ),
    hasOld: async (beforeMs) =>
      (await find('SELECT 1 AS found FROM events WHERE created_at_ms < $1 LIMIT 1', [beforeMs])) !== undefined,
    purge: (beforeMs, max) => run(purgeSql, [beforeMs, max]),
    listAll: (after, limit) =>
      list<StoredEvent>(
        `${eventSql} WHERE (key_id, number) > ($1, CAST($2 AS bigint)) ORDER BY key_id, number LIMIT $3`,
        [after?.keyId ?? '', after?.number ?? 0, limit],
      ),
    remove: ({ keyId, number }) => run('DELETE FROM events WHERE key_id = $1 AND number = $2', [keyId, number]),
    replace: ({ keyId, number }, sealedBody) =>
      run('UPDATE events SET sealed_body = $3 WHERE key_id = $1 AND number = $2', [keyId, number, sealedBody]),
  };
}
