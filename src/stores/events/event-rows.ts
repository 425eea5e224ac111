// An event as a row of either engine.

/** As `StoredEvent` has them. */
export const eventColumns =
  'id, key_id AS "keyId", number, event, sealed_body AS "sealedBody", created_at_ms AS "createdAtMs"';
