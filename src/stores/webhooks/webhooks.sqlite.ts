// Endpoints of webhooks and what is to be delivered to them, in SQLite.

import type { RowProof } from '../../app/row-proof.ts';
import type { Delivery, WebhookStore } from '../../app/webhooks/ports.ts';
import { toEnqueueStatements } from '../events/events.sqlite.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { createEndpointProof, deliveryColumns, endpointColumns, type FoundEndpoint } from './webhook-rows.ts';

const endpointSql = `SELECT ${endpointColumns} FROM webhook_endpoints`;
const deliverySql = `SELECT ${deliveryColumns} FROM webhook_deliveries`;
const insertEndpointSql = `INSERT INTO webhook_endpoints (id, key_id, sealed, created_at_ms, checksum)
  SELECT @id, @keyId, @sealed, @createdAtMs, @checksum
  WHERE (SELECT count(*) FROM webhook_endpoints WHERE key_id = @keyId) < @perKeyMax`;
const replaceEndpointSql = 'UPDATE webhook_endpoints SET sealed = ?, checksum = ? WHERE id = ? AND checksum = ?';
const findEndpointSql = `${endpointSql} WHERE id = ?`;
const listEndpointsSql = `${endpointSql} ORDER BY created_at_ms, id`;
const removeEndpointSql = 'DELETE FROM webhook_endpoints WHERE id = ?';
const findSql = `${deliverySql} WHERE id = ?`;
const listSql = `${deliverySql} WHERE state = coalesce(?, state) ORDER BY id DESC LIMIT ?`;
const findDueSql = `${deliverySql} WHERE state = 'pending' AND due_at_ms <= ?
  AND endpoint_id NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at_ms, id LIMIT ?`;
const attemptSql = `UPDATE webhook_deliveries SET state = @state, attempts = @attempts, due_at_ms = @dueAtMs,
  last_outcome = @lastOutcome, settled_at_ms = @settledAtMs WHERE id = @id`;
const resendSql = `UPDATE webhook_deliveries SET state = 'pending', due_at_ms = ?, settled_at_ms = NULL WHERE id = ?`;
const findSettledSql = 'SELECT 1 FROM webhook_deliveries WHERE settled_at_ms < ? LIMIT 1';
const purgeSql = `DELETE FROM webhook_deliveries WHERE id IN (
  SELECT id FROM webhook_deliveries WHERE settled_at_ms < ? ORDER BY settled_at_ms LIMIT ?)`;
const listAllSql = `${deliverySql} WHERE id > ? ORDER BY id LIMIT ?`;
const replaceBodySql = 'UPDATE webhook_deliveries SET sealed_body = ? WHERE id = ?';
const removeSql = 'DELETE FROM webhook_deliveries WHERE id = ?';

export function createSqliteWebhookStore({ reader, writer }: SqliteStore, proof: RowProof): WebhookStore {
  const { sign, toRight, toAllRight } = createEndpointProof(proof);
  const { change, run } = createSingleWrites(writer);
  return {
    insertEndpoint: async (endpoint, perKeyMax = Number.MAX_SAFE_INTEGER) =>
      (await change(insertEndpointSql, { ...endpoint, checksum: sign(endpoint), perKeyMax })) === 1,
    async replaceEndpoint(id, before, sealed) {
      const found = reader.get<FoundEndpoint>(findEndpointSql, id);
      const known = toRight(found);
      if (found === undefined || known === undefined || !Buffer.from(before).equals(known.sealed)) return false;
      return (await change(replaceEndpointSql, [sealed, sign({ ...known, sealed }), id, found.checksum])) === 1;
    },
    findEndpoint: async (id) => toRight(reader.get<FoundEndpoint>(findEndpointSql, id)),
    listEndpoints: async () => toAllRight(reader.all<FoundEndpoint>(listEndpointsSql)),
    removeEndpoint: async (id) => (await change(removeEndpointSql, [id])) === 1,
    async enqueue(event) {
      await writer.write(toEnqueueStatements(event));
    },
    find: async (id) => reader.get<Delivery>(findSql, id),
    list: async ({ state, limit }) => reader.all<Delivery>(listSql, state, limit),
    findDue: async (nowMs, limit, exceptEndpoints = []) =>
      reader.all<Delivery>(findDueSql, nowMs, JSON.stringify(exceptEndpoints), limit),
    recordAttempt: (id, attempted) => run(attemptSql, { ...attempted, id }),
    resend: async (id, nowMs) => (await change(resendSql, [nowMs, id])) === 1,
    hasSettled: async (beforeMs) => reader.get(findSettledSql, beforeMs) !== undefined,
    purge: (settledBeforeMs, max) => run(purgeSql, [settledBeforeMs, max]),
    listAll: async (afterId, limit) => reader.all<Delivery>(listAllSql, afterId, limit),
    remove: (id) => run(removeSql, [id]),
    replaceBody: (id, sealedBody) => run(replaceBodySql, [sealedBody, id]),
  };
}
