// Events in SQLite, each numbered behind the last one of its key, and told by webhook in the same step.

import type { EventStore, NewEvent, StoredEvent } from '../../app/events/ports.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { Statement } from '../sqlite/statement.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { eventColumns } from './event-rows.ts';

/** Each of these only where the statement before it, in the same step, has changed something. */
const countSql = `INSERT INTO event_counts (key_id, last_number) SELECT @keyId, 1 WHERE changes() > 0
  ON CONFLICT (key_id) DO UPDATE SET last_number = last_number + 1`;
const insertSql = `INSERT INTO events (key_id, number, id, event, sealed_body, created_at_ms)
  SELECT key_id, last_number, @id, @event, @sealedBody, @createdAtMs FROM event_counts
  WHERE key_id = @keyId AND changes() > 0`;
/** An endpoint may have been removed meanwhile; then nobody is told. */
const enqueueSql = `INSERT INTO webhook_deliveries (id, endpoint_id, event, sealed_body, created_at_ms, due_at_ms)
  SELECT @id, id, @event, @sealedBody, @createdAtMs, @createdAtMs FROM webhook_endpoints
  WHERE id = @endpointId AND changes() > 0`;
const endpointSql = 'UPDATE webhook_endpoints SET id = id WHERE id = ?';
/** Always changes a row. */
const beginSql = `INSERT INTO event_counts (key_id, last_number) VALUES (?, 0)
  ON CONFLICT (key_id) DO UPDATE SET last_number = last_number`;
const eventSql = `SELECT ${eventColumns} FROM events`;
const listSql = `${eventSql} WHERE key_id = ? AND number > ? AND created_at_ms >= ? ORDER BY number LIMIT ?`;
const findOldSql = 'SELECT 1 FROM events WHERE created_at_ms < ? LIMIT 1';
const purgeSql = `DELETE FROM events WHERE rowid IN (
  SELECT rowid FROM events WHERE created_at_ms < ? ORDER BY created_at_ms LIMIT ?)`;
const listAllSql = `${eventSql} WHERE (key_id, number) > (?, ?) ORDER BY key_id, number LIMIT ?`;
const replaceSql = 'UPDATE events SET sealed_body = ? WHERE key_id = ? AND number = ?';
const removeSql = 'DELETE FROM events WHERE key_id = ? AND number = ?';

/** A piece of work that ends, and what is told of it: told only where this is what has ended it. */
export function toEndStatements(end: Statement, event: NewEvent | null): readonly Statement[] {
  if (event === null) return [end];
  const { id, keyId, endpointId, event: type, sealedBody, createdAtMs } = event;
  const told = { id, event: type, sealedBody, createdAtMs };
  const statements = [
    end,
    { sql: countSql, parameters: { keyId } },
    { sql: insertSql, parameters: { ...told, keyId } },
  ];
  return endpointId === null ? statements : [...statements, { sql: enqueueSql, parameters: { ...told, endpointId } }];
}

/** Where there is nothing to end: told as long as its endpoint is there, or where it has none. */
export function toEnqueueStatements(event: NewEvent): readonly Statement[] {
  const { endpointId, keyId } = event;
  const begin =
    endpointId === null ? { sql: beginSql, parameters: [keyId] } : { sql: endpointSql, parameters: [endpointId] };
  return toEndStatements(begin, event);
}

export function createSqliteEventStore({ reader, writer }: SqliteStore): EventStore {
  const { run } = createSingleWrites(writer);
  return {
    list: async (keyId, { after, sinceMs }, limit) => reader.all<StoredEvent>(listSql, keyId, after, sinceMs, limit),
    hasOld: async (beforeMs) => reader.get(findOldSql, beforeMs) !== undefined,
    purge: (beforeMs, max) => run(purgeSql, [beforeMs, max]),
    listAll: async (after, limit) => reader.all<StoredEvent>(listAllSql, after?.keyId ?? '', after?.number ?? 0, limit),
    remove: ({ keyId, number }) => run(removeSql, [keyId, number]),
    replace: ({ keyId, number }, sealedBody) => run(replaceSql, [sealedBody, keyId, number]),
  };
}
