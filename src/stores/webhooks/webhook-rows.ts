// Endpoints and deliveries as rows of either engine.

/** As `StoredEndpoint` has them. */
export const endpointColumns = 'id, key_id AS "keyId", sealed, created_at_ms AS "createdAtMs"';

/** As `Delivery` has them. */
export const deliveryColumns = `id, endpoint_id AS "endpointId", event, sealed_body AS "sealedBody", created_at_ms AS "createdAtMs",
  state, attempts, due_at_ms AS "dueAtMs", last_outcome AS "lastOutcome", settled_at_ms AS "settledAtMs"`;
