// Endpoints of webhooks and what is to be delivered to them, in PostgreSQL.

import type { RowProof } from '../../app/row-proof.ts';
import type { Delivery, WebhookStore } from '../../app/webhooks/ports.ts';
import { tell } from '../events/events.postgres.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { createEndpointProof, deliveryColumns, endpointColumns, type FoundEndpoint } from './webhook-rows.ts';

const endpointSql = `SELECT ${endpointColumns} FROM confere.webhook_endpoints`;
/** Two at once would each count without the other. */
const lockKeySql = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const insertEndpointSql = `INSERT INTO confere.webhook_endpoints (id, key_id, sealed, created_at_ms, checksum)
  SELECT $1::text, $2::text, $3::bytea, $4::bigint, $6::bytea
  WHERE (SELECT count(*) FROM confere.webhook_endpoints WHERE key_id = $2) < $5::bigint`;
const replaceEndpointSql =
  'UPDATE confere.webhook_endpoints SET sealed = $3, checksum = $4 WHERE id = $1 AND checksum = $2';
const removeEndpointSql = 'DELETE FROM confere.webhook_endpoints WHERE id = $1';
const holdEndpointSql = 'SELECT 1 FROM confere.webhook_endpoints WHERE id = $1 FOR KEY SHARE';
const deliverySql = `SELECT ${deliveryColumns} FROM confere.webhook_deliveries`;
const listSql = `${deliverySql} WHERE state = coalesce($1, state) ORDER BY id DESC LIMIT $2`;
const findDueSql = `${deliverySql} WHERE state = 'pending' AND due_at_ms <= $1
  AND NOT endpoint_id = ANY($2::text[]) ORDER BY due_at_ms, id LIMIT $3`;
const attemptSql = `UPDATE confere.webhook_deliveries SET state = $2, attempts = $3, due_at_ms = $4, last_outcome = $5,
  settled_at_ms = $6 WHERE id = $1`;
const resendSql = `UPDATE confere.webhook_deliveries SET state = 'pending', due_at_ms = $2, settled_at_ms = NULL WHERE id = $1`;
const findSettledSql = 'SELECT 1 FROM confere.webhook_deliveries WHERE settled_at_ms < $1 LIMIT 1';
const purgeSql = `DELETE FROM confere.webhook_deliveries WHERE id IN (
  SELECT id FROM confere.webhook_deliveries WHERE settled_at_ms < $1 ORDER BY settled_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const replaceBodySql = 'UPDATE confere.webhook_deliveries SET sealed_body = $2 WHERE id = $1';
const removeSql = 'DELETE FROM confere.webhook_deliveries WHERE id = $1';

export function createPostgresWebhookStore(
  pool: Pick<PostgresPool, 'query' | 'transaction'>,
  proof: RowProof,
): WebhookStore {
  const { list, find, change, run } = createStatements(pool);
  const { sign, toRight, toAllRight } = createEndpointProof(proof);
  const findEndpoint = (id: string) => find<FoundEndpoint>(`${endpointSql} WHERE id = $1`, [id]);
  return {
    insertEndpoint: (endpoint, perKeyMax = Number.MAX_SAFE_INTEGER) =>
      pool.transaction(async (session) => {
        const { id, keyId, sealed, createdAtMs } = endpoint;
        await session.query(lockKeySql, [`webhook_endpoints ${keyId}`]);
        const { count } = await session.query(insertEndpointSql, [
          id,
          keyId,
          sealed,
          createdAtMs,
          perKeyMax,
          sign(endpoint),
        ]);
        return count === 1;
      }),
    async replaceEndpoint(id, before, sealed) {
      const found = await findEndpoint(id);
      const known = toRight(found);
      if (found === undefined || known === undefined || !Buffer.from(before).equals(known.sealed)) return false;
      return (await change(replaceEndpointSql, [id, found.checksum, sealed, sign({ ...known, sealed })])) === 1;
    },
    findEndpoint: async (id) => toRight(await findEndpoint(id)),
    listEndpoints: async () => toAllRight(await list<FoundEndpoint>(`${endpointSql} ORDER BY created_at_ms, id`)),
    removeEndpoint: async (id) => (await change(removeEndpointSql, [id])) === 1,
    enqueue: (event) =>
      pool.transaction(async (session) => {
        // One that was removed meanwhile has nobody to be told.
        const { endpointId } = event;
        if (endpointId === null || (await session.query(holdEndpointSql, [endpointId])).count > 0)
          await tell(session, event);
      }),
    find: (id) => find<Delivery>(`${deliverySql} WHERE id = $1`, [id]),
    list: ({ state, limit }) => list(listSql, [state, limit]),
    findDue: (nowMs, limit, exceptEndpoints = []) => list(findDueSql, [nowMs, exceptEndpoints, limit]),
    recordAttempt: (id, { state, attempts, dueAtMs, lastOutcome, settledAtMs }) =>
      run(attemptSql, [id, state, attempts, dueAtMs, lastOutcome, settledAtMs]),
    resend: async (id, nowMs) => (await change(resendSql, [id, nowMs])) === 1,
    hasSettled: async (beforeMs) => (await change(findSettledSql, [beforeMs])) > 0,
    purge: (settledBeforeMs, max) => run(purgeSql, [settledBeforeMs, max]),
    listAll: (afterId, limit) => list(`${deliverySql} WHERE id > $1 ORDER BY id LIMIT $2`, [afterId, limit]),
    remove: (id) => run(removeSql, [id]),
    replaceBody: (id, sealedBody) => run(replaceBodySql, [id, sealedBody]),
  };
}
