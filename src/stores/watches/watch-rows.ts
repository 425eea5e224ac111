// A watch as a row of either engine.

/** As `StoredWatch` has them. */
export const watchColumns = `id, key_id AS "keyId", mode, kind, webhook_id AS "webhookId", snapshot, lists, purpose,
  legal_basis AS "legalBasis", until_ms AS "untilMs", repeat_id AS "repeatId", fingerprint, created_at_ms AS "createdAtMs", state,
  companies AS members, last_change AS "lastChange", compared_at_ms AS "comparedAtMs", missed, withdrawn, rewrites`;
