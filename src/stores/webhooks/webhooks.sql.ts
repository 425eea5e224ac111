// Endpoints of webhooks and what is to be delivered to them.

import { provenTables } from '../../app/kept/stores.ts';
import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import type { Delivery, StoredEndpoint, WebhookStore } from '../../app/webhooks/ports.ts';
import { toEnqueue } from '../events/events.sql.ts';
import { type Sql, toInsert, toRoom } from '../sql/sql.ts';

type FoundEndpoint = StoredEndpoint & StoredRow;

const endpointColumns = [...provenTables.webhook_endpoints.columns, 'checksum'];
const endpointSql =
  'SELECT id, key_id AS "keyId", sealed, created_at_ms AS "createdAtMs", checksum FROM webhook_endpoints';
const replaceEndpointSql = 'UPDATE webhook_endpoints SET sealed = $3, checksum = $4 WHERE id = $1 AND checksum = $2';
const deliverySql = `SELECT id, endpoint_id AS "endpointId", event, sealed_body AS "sealedBody", created_at_ms AS "createdAtMs",
  state, attempts, due_at_ms AS "dueAtMs", last_outcome AS "lastOutcome", settled_at_ms AS "settledAtMs" FROM webhook_deliveries`;
const listSql = `${deliverySql} WHERE state = coalesce($1, state) ORDER BY id DESC LIMIT $2`;
const attemptSql = `UPDATE webhook_deliveries SET state = $2, attempts = $3, due_at_ms = $4, last_outcome = $5, settled_at_ms = $6
  WHERE id = $1`;
/** The counts are by the index over states: most deliveries arrived. */
const troublesSql = `SELECT endpoint_id AS "endpointId", CAST(sum(CASE WHEN state = 'pending' THEN 1 ELSE 0 END) AS bigint) AS waiting,
  CAST(sum(CASE WHEN state = 'dead' THEN 1 ELSE 0 END) AS bigint) AS dead
  FROM webhook_deliveries WHERE state IN ('pending', 'dead') AND attempts > 0 GROUP BY endpoint_id ORDER BY endpoint_id`;
const resendSql = `UPDATE webhook_deliveries SET state = 'pending', due_at_ms = $2, settled_at_ms = NULL WHERE id = $1`;
const settledSql = 'SELECT 1 AS found FROM webhook_deliveries WHERE settled_at_ms < $1 LIMIT 1';

export function createWebhookStore(sql: Sql, proof: RowProof): WebhookStore {
  const { list, find, change, run, together, achieve, alone, isIn, holding } = sql;
  const findDueSql = `${deliverySql} WHERE state = 'pending' AND due_at_ms <= $1 AND NOT ${isIn('endpoint_id', '$2')}
    ORDER BY due_at_ms, id LIMIT $3`;
  const purgeSql = `DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE settled_at_ms < $1 ORDER BY settled_at_ms LIMIT $2 ${holding('FOR UPDATE SKIP LOCKED')})`;

  const toRow = ({ id, keyId, sealed, createdAtMs }: StoredEndpoint) => ({
    ...{ id, key_id: keyId, sealed, created_at_ms: createdAtMs },
  });
  const sign = (endpoint: StoredEndpoint) => proof.sign('webhook_endpoints', toRow(endpoint));
  /** A changed assignment of events to endpoints invalidates the row, so no search finds the endpoint. */
  function toRight(found: FoundEndpoint | undefined): StoredEndpoint | undefined {
    if (found === undefined) return undefined;
    const { checksum, ...endpoint } = found;
    return proof.isRight('webhook_endpoints', { ...toRow(endpoint), checksum }) ? endpoint : undefined;
  }
  const findEndpoint = (id: string) => find<FoundEndpoint>(`${endpointSql} WHERE id = $1`, [id]);

  return {
    insertEndpoint(endpoint, perKeyMax = Number.MAX_SAFE_INTEGER) {
      const { keyId } = endpoint;
      // Two at once would each count without the other.
      return achieve([
        ...alone(`webhook_endpoints ${keyId}`),
        toRoom('SELECT count(*) FROM webhook_endpoints WHERE key_id = $1', keyId, perKeyMax),
        toInsert('webhook_endpoints', endpointColumns, { ...toRow(endpoint), checksum: sign(endpoint) }),
      ]);
    },
    async replaceEndpoint(id, before, sealed) {
      const found = await findEndpoint(id);
      const known = toRight(found);
      if (found === undefined || known === undefined || !Buffer.from(before).equals(known.sealed)) return false;
      return (await change(replaceEndpointSql, [id, found.checksum, sealed, sign({ ...known, sealed })])) === 1;
    },
    findEndpoint: async (id) => toRight(await findEndpoint(id)),
    async listEndpoints() {
      const found = await list<FoundEndpoint>(`${endpointSql} ORDER BY created_at_ms, id`);
      return found.flatMap((each) => toRight(each) ?? []);
    },
    removeEndpoint: async (id) => (await change('DELETE FROM webhook_endpoints WHERE id = $1', [id])) === 1,
    async enqueue(event) {
      await together(toEnqueue(sql, event));
    },
    find: (id) => find<Delivery>(`${deliverySql} WHERE id = $1`, [id]),
    list: ({ state, limit }) => list(listSql, [state, limit]),
    findDue: (nowMs, limit, exceptEndpoints = []) => list(findDueSql, [nowMs, exceptEndpoints, limit]),
    recordAttempt: (id, { state, attempts, dueAtMs, lastOutcome, settledAtMs }) =>
      run(attemptSql, [id, state, attempts, dueAtMs, lastOutcome, settledAtMs]),
    resend: async (id, nowMs) => (await change(resendSql, [id, nowMs])) === 1,
    countTroubles: () => list(troublesSql),
    hasSettled: async (beforeMs) => (await find(settledSql, [beforeMs])) !== undefined,
    purge: (settledBeforeMs, max) => run(purgeSql, [settledBeforeMs, max]),
    listAll: (afterId, limit) => list(`${deliverySql} WHERE id > $1 ORDER BY id LIMIT $2`, [afterId, limit]),
    remove: (id) => run('DELETE FROM webhook_deliveries WHERE id = $1', [id]),
    replaceBody: (id, sealedBody) =>
      run('UPDATE webhook_deliveries SET sealed_body = $2 WHERE id = $1', [id, sealedBody]),
  };
}
