// A watch as a row of either engine.

import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import type { NewWatch, StoredWatch } from '../../app/watches/ports.ts';

export type FoundWatch = StoredWatch & StoredRow;

/** As `FoundWatch` has them. */
export const watchColumns = `id, key_id AS "keyId", mode, kind, webhook_id AS "webhookId", snapshot, lists, purpose,
  legal_basis AS "legalBasis", until_ms AS "untilMs", repeat_id AS "repeatId", fingerprint, created_at_ms AS "createdAtMs", state,
  companies AS members, last_change AS "lastChange", compared_at_ms AS "comparedAtMs", missed, withdrawn, rewrites, checksum`;

/** Whoever changes whose a watch is, what it is for, or until when, ends it. */
export function createWatchProof(proof: RowProof) {
  const isRight = (found: FoundWatch) => proof.isRight('watches', { ...toRow(found), checksum: found.checksum });
  return {
    signBegun: (watch: NewWatch) => proof.sign('watches', toRow({ ...watch, state: 'receiving', fingerprint: null })),
    /** Undefined where it is no longer taken in, or counts for nothing. */
    signStarted: (found: FoundWatch | undefined, fingerprint: string) =>
      found?.state === 'receiving' && isRight(found)
        ? proof.sign('watches', toRow({ ...found, state: 'active', fingerprint }))
        : undefined,
    isRight,
    toRight: (found: FoundWatch | undefined) => (found !== undefined && isRight(found) ? toWatch(found) : undefined),
  };
}

export function toWatch({ checksum: _, ...watch }: FoundWatch): StoredWatch {
  return watch;
}

function toRow(watch: NewWatch & Pick<StoredWatch, 'state' | 'fingerprint'>) {
  return {
    id: watch.id,
    key_id: watch.keyId,
    mode: watch.mode,
    kind: watch.kind,
    webhook_id: watch.webhookId,
    purpose: watch.purpose,
    legal_basis: watch.legalBasis,
    until_ms: watch.untilMs,
    repeat_id: watch.repeatId,
    fingerprint: watch.fingerprint,
    created_at_ms: watch.createdAtMs,
    state: watch.state,
  };
}
