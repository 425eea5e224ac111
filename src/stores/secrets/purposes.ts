// Every purpose for which a secret is derived from the master secret, and what happens to it when a generation is retired. A purpose that is
// not here does not compile: who adds one says which it is.

import { sealedPurposes } from '../../app/kept/stores.ts';

/**
 * What stays of a retired generation, by the number of bytes: the secrets by which things are named and found, and by which older records of
 * the audit are proven. None of them opens, signs or lets anybody in. SECURITY.md has a table of them.
 */
export const keptPurposes = {
  'audit-subject': 32,
  'audit-head': 32,
  'audit-link': 32,
  'api-key-hash': 32,
  'idempotency-hash': 32,
  'batch-hash': 32,
  'watch-hash': 32,
  'bought-answers': 32,
  'sandbox-key': 64,
  'database-fingerprint': 32,
  'store-fingerprint': 32,
} as const;

/** Confere renews data in databases and files under these purposes. A generation is removed when none of its data is left. */
export const renewedPurposes = [
  'answer-cache',
  'api-key-record',
  'audit-groups',
  'erasure-ledger',
  'operator-password',
  'pending',
  'row-checksum',
  ...sealedPurposes,
] as const;

/** No party relies on data under these purposes. It ends with its process, session or cookie, or the newest generation makes it again. */
export const passingPurposes = [
  'console-proxy',
  'operator-device',
  'operator-session',
  'operator-sso',
  'screened-table',
  'store-lineage',
] as const;

export type KeptPurpose = keyof typeof keptPurposes;
export type Purpose = KeptPurpose | (typeof renewedPurposes)[number] | (typeof passingPurposes)[number];
