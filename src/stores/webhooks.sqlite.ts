// Endpoints of webhooks and what is to be delivered to them, in SQLite.

import type { Delivery, StoredEndpoint, WebhookStore } from '../app/webhooks/ports.ts';
import { toEnqueueStatements } from './events.sqlite.ts';
import type { SqliteStore } from './sqlite/database.ts';
import type { Row } from './sqlite/reader.ts';
import { createSingleWrites } from './sqlite/writer.ts';

const insertEndpointSql = `INSERT INTO webhook_endpoints (id, key_id, sealed, created_at_ms)
  SELECT @id, @keyId, @sealed, @createdAtMs
  WHERE (SELECT count(*) FROM webhook_endpoints WHERE key_id = @keyId) < @perKeyMax`;
const replaceEndpointSql = 'UPDATE webhook_endpoints SET sealed = ? WHERE id = ? AND sealed = ?';
const findEndpointSql = 'SELECT * FROM webhook_endpoints WHERE id = ?';
const listEndpointsSql = 'SELECT * FROM webhook_endpoints ORDER BY created_at_ms, id';
const removeEndpointSql = 'DELETE FROM webhook_endpoints WHERE id = ?';
const findSql = 'SELECT * FROM webhook_deliveries WHERE id = ?';
const listSql = `SELECT * FROM webhook_deliveries WHERE state = coalesce(?, state) ORDER BY id DESC LIMIT ?`;
const findDueSql = `SELECT * FROM webhook_deliveries WHERE state = 'pending' AND due_at_ms <= ?
  AND endpoint_id NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at_ms, id LIMIT ?`;
const attemptSql = `UPDATE webhook_deliveries SET state = @state, attempts = @attempts, due_at_ms = @dueAtMs,
  last_outcome = @lastOutcome, settled_at_ms = @settledAtMs WHERE id = @id`;
const resendSql = `UPDATE webhook_deliveries SET state = 'pending', due_at_ms = ?, settled_at_ms = NULL WHERE id = ?`;
const findSettledSql = 'SELECT 1 FROM webhook_deliveries WHERE settled_at_ms < ? LIMIT 1';
const purgeSql = `DELETE FROM webhook_deliveries WHERE id IN (
  SELECT id FROM webhook_deliveries WHERE settled_at_ms < ? ORDER BY settled_at_ms LIMIT ?)`;
const listAllSql = 'SELECT * FROM webhook_deliveries WHERE id > ? ORDER BY id LIMIT ?';
const removeSql = 'DELETE FROM webhook_deliveries WHERE id = ?';

export function createSqliteWebhookStore({ reader, writer }: SqliteStore): WebhookStore {
  const write = createSingleWrites(writer);
  return {
    insertEndpoint: async ({ id, keyId, sealed, createdAtMs }, perKeyMax = Number.MAX_SAFE_INTEGER) =>
      (await write(insertEndpointSql, { id, keyId, sealed, createdAtMs, perKeyMax })) === 1,
    replaceEndpoint: async (id, before, after) => (await write(replaceEndpointSql, [after, id, before])) === 1,
    async findEndpoint(id) {
      const row = reader.get(findEndpointSql, id);
      return row && toEndpoint(row);
    },
    listEndpoints: async () => reader.all(listEndpointsSql).map(toEndpoint),
    removeEndpoint: async (id) => (await write(removeEndpointSql, [id])) === 1,
    async enqueue(event) {
      await writer.write(toEnqueueStatements(event));
    },
    async find(id) {
      const row = reader.get(findSql, id);
      return row && toDelivery(row);
    },
    list: async ({ state, limit }) => reader.all(listSql, state, limit).map(toDelivery),
    findDue: async (nowMs, limit, exceptEndpoints = []) =>
      reader.all(findDueSql, nowMs, JSON.stringify(exceptEndpoints), limit).map(toDelivery),
    async recordAttempt(id, attempted) {
      await write(attemptSql, { ...attempted, id });
    },
    resend: async (id, nowMs) => (await write(resendSql, [nowMs, id])) === 1,
    hasSettled: async (beforeMs) => reader.get(findSettledSql, beforeMs) !== undefined,
    async purge(settledBeforeMs, max) {
      await write(purgeSql, [settledBeforeMs, max]);
    },
    listAll: async (afterId, limit) => reader.all(listAllSql, afterId, limit).map(toDelivery),
    async remove(id) {
      await write(removeSql, [id]);
    },
  };
}

function toEndpoint(row: Row): StoredEndpoint {
  return {
    id: row['id'],
    keyId: row['key_id'],
    sealed: row['sealed'],
    createdAtMs: row['created_at_ms'],
  } as StoredEndpoint;
}

function toDelivery(row: Row): Delivery {
  return {
    id: row['id'],
    endpointId: row['endpoint_id'],
    event: row['event'],
    sealedBody: row['sealed_body'],
    createdAtMs: row['created_at_ms'],
    state: row['state'],
    attempts: row['attempts'],
    dueAtMs: row['due_at_ms'],
    lastOutcome: row['last_outcome'],
    settledAtMs: row['settled_at_ms'],
  } as Delivery;
}
