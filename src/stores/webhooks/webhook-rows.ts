// Endpoints and deliveries as rows of either engine.

import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import type { StoredEndpoint } from '../../app/webhooks/ports.ts';

export type FoundEndpoint = StoredEndpoint & StoredRow;

/** As `FoundEndpoint` has them. */
export const endpointColumns = 'id, key_id AS "keyId", sealed, created_at_ms AS "createdAtMs", checksum';

/** Whoever changes whose events go where is found by nothing. */
export function createEndpointProof(proof: RowProof) {
  const toRow = ({ id, keyId, sealed, createdAtMs }: StoredEndpoint) => ({
    id,
    key_id: keyId,
    sealed,
    created_at_ms: createdAtMs,
  });
  const toRight = (found: FoundEndpoint | undefined): StoredEndpoint | undefined => {
    if (found === undefined) return undefined;
    const { checksum, ...endpoint } = found;
    return proof.isRight('webhook_endpoints', { ...toRow(endpoint), checksum }) ? endpoint : undefined;
  };
  return {
    sign: (endpoint: StoredEndpoint) => proof.sign('webhook_endpoints', toRow(endpoint)),
    toRight,
    toAllRight: (found: readonly FoundEndpoint[]) => found.flatMap((each) => toRight(each) ?? []),
  };
}

/** As `Delivery` has them. */
export const deliveryColumns = `id, endpoint_id AS "endpointId", event, sealed_body AS "sealedBody", created_at_ms AS "createdAtMs",
  state, attempts, due_at_ms AS "dueAtMs", last_outcome AS "lastOutcome", settled_at_ms AS "settledAtMs"`;
