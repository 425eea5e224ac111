// A thread that proves parts of the audit, one after the other, with a connection of its own.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import { type ChainPart, checkPart, type PartReport } from '../../../app/audit/proof/check-part.ts';
import type { AuditSecrets } from '../../../app/audit/record.ts';
import { toFaultCode } from '../../../errors.ts';
import { parsePostgresAddress } from '../../postgres/address.ts';
import { createPostgresPool } from '../../postgres/pool.ts';
import { createPostgresAuditTrail } from '../trail/audit-trail.postgres.ts';
import { openSqliteAuditTrail } from '../trail/audit-trail.sqlite.ts';

export type ProofSource =
  | { readonly kind: 'sqlite'; readonly dataDirectory: string }
  /** The address has the form of the settings, because a thread does not receive the contents that were read from it. */
  | { readonly kind: 'postgres'; readonly address: string };

export interface ProofThreadOptions {
  readonly source: ProofSource;
  /** Every generation. */
  readonly secrets: readonly AuditSecrets[];
}

export type ProofAnswer =
  | { readonly kind: 'progress'; readonly records: number }
  | { readonly kind: 'report'; readonly report: PartReport }
  /** A code of the database or the system. */
  | { readonly kind: 'fault'; readonly code: string };

const { source, secrets } = workerData as ProofThreadOptions;
const port = parentPort as MessagePort;
const check = createAuditCheck(secrets);
const trail = openTrail(source);

function openTrail(from: ProofSource) {
  if (from.kind === 'sqlite') return openSqliteAuditTrail(from.dataDirectory, () => secrets);
  return createPostgresAuditTrail(
    createPostgresPool({ address: parsePostgresAddress(from.address), connectionsMax: 1 }),
    () => secrets,
  );
}

port.on('message', async (part: ChainPart) => {
  const { chain, until } = part;
  // A buffer arrives as plain bytes.
  const start = { sequence: part.start.sequence, hash: Buffer.from(part.start.hash) };
  const answer: ProofAnswer = await checkPart(
    { ...part, start },
    trail.pages({ chain, after: start.sequence, until }),
    check,
    (records) => port.postMessage({ kind: 'progress', records } satisfies ProofAnswer),
  ).then(
    (report) => ({ kind: 'report', report }),
    (error: unknown) => ({ kind: 'fault', code: toFaultCode(error) }),
  );
  port.postMessage(answer);
});
