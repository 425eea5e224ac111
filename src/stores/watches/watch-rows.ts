// A watch as a row of either engine.

/** As `StoredWatch` has them. */
export const watchColumns = `id, key_id AS "keyId", mode, webhook_id AS "webhookId", snapshot, repeat_id AS "repeatId", fingerprint,
  created_at_ms AS "createdAtMs", state, companies, last_change AS "lastChange", compared_at_ms AS "comparedAtMs", missed`;
