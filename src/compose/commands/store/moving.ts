// What both directions of a move need: everything is copied, counted and proven before anybody relies on it.

import { listEnds as listGroupEnds } from '../../../app/audit/groups/parts.ts';
import { createHeadSigner } from '../../../app/audit/head.ts';
import type { AuditTrail } from '../../../app/audit/ports.ts';
import { verifyAudit } from '../../../app/audit/verify-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { openAuditDatabase } from '../../../stores/audit/audit-database.sqlite.ts';
import { signEndedChains } from '../../../stores/audit/audit-ended.sqlite.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import { findOpenDatabase } from '../../../stores/backup/copy-database.sqlite.ts';
import { type PostgresPool, withPostgresPool } from '../../../stores/postgres/pool.ts';
import type { Session } from '../../../stores/postgres/session.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { copyAudit } from '../../../stores/transfer/copy-audit.ts';
import { copyPart, type Taken } from '../../../stores/transfer/copy-tables.ts';
import { auditPart, transferParts } from '../../../stores/transfer/moved-tables.ts';
import type { Side } from '../../../stores/transfer/side.ts';
import { getStoreAddress } from '../../backend/postgres-store.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { toStateFolder } from '../../parts/audit/audit-settings.ts';
import { openAuditProof } from '../audit/audit-proof.ts';

/** `found` counts the entries of the part before the move; `there` counts those that are now there under their own names. */
export interface MovedPart {
  readonly part: string;
  readonly found: number;
  readonly there: number;
}

export type OnPart = (part: MovedPart) => void;

type AuditEnds = Parameters<typeof copyAudit>[0];

export interface Move {
  readonly from: Side;
  readonly to: Side;
  /** The value is undefined if nothing was ever recorded. */
  readonly audit: Pick<AuditEnds, 'from' | 'to'> | undefined;
  readonly sourceId: string;
  readonly onPart: OnPart;
}

/** Throws where something has not arrived; an operator's name may be taken there. */
export async function copyEverything({ from, to, audit, sourceId, onPart }: Move): Promise<readonly MovedPart[]> {
  const parts: MovedPart[] = [];
  for (const part of transferParts) {
    if (part === auditPart && audit === undefined) continue;
    const tables =
      part === auditPart
        ? await copyAudit({ ...(audit as NonNullable<typeof audit>), sourceId })
        : await copyPart(part, { from, to, sourceId });
    if (part !== 'operators') refuseMissing(tables);
    const [{ found, there } = { found: 0, there: 0 }] = tables;
    parts.push({ part, found, there });
    onPart({ part, found, there });
  }
  return parts;
}

function refuseMissing(tables: readonly Taken[]): void {
  const missing = tables.find(({ found, there }) => there < found);
  if (missing === undefined) return;
  const { table, found, there } = missing;
  throw new OperatorError(
    `Of ${found} rows of ${table} only ${there} have arrived. Nothing was moved; run this again, and report it if it happens again.`,
    1,
  );
}

/** The last record of every chain that has one. */
async function listEnds(trail: Pick<AuditTrail, 'chains' | 'findGroup'>) {
  const ends: { readonly chain: string; readonly sequence: number; readonly hash: string }[] = [];
  for (const { chain } of await trail.chains()) {
    const last = await trail.findGroup(chain);
    const end = last && listGroupEnds(last).at(-1);
    if (end !== undefined) ends.push({ chain, sequence: end.sequence, hash: end.hash.toString('hex') });
  }
  return ends;
}

/** Proves the audit where it has arrived, and that no chain has lost its end. */
export async function prove(from: Config, to: Config, secret: MasterSecret): Promise<void> {
  await using source = await openAuditProof(from, secret);
  await using target = await openAuditProof(to, secret);
  const ends = await listEnds(source.trail);
  const { trail, check, evidenceSinceMs } = target;
  // The ends that were left are at least as far as what any machine remembers of them.
  const known = new Set(ends.map(({ chain }) => chain));
  const remembered = [...ends, ...target.remembered.filter(({ chain }) => !known.has(chain))];
  const verdict = await verifyAudit({ trail, check, remembered, evidenceSinceMs });
  if (verdict.kind === 'intact') return;
  throw new OperatorError(
    `The audit does not verify where it was moved to: ${verdict.fault} (${verdict.chain}, record ${verdict.sequence}). Nothing was moved. See: confere audit verify`,
    1,
  );
}

/** Signs and remembers the end of every chain that has come here, once it is proven: an older copy of the audit is noticed from then on. */
export async function sealEnds(config: Config, secret: MasterSecret): Promise<void> {
  const database = openAuditDatabase({ dataDirectory: config.data_dir, busyTimeoutMs: 5_000 });
  signEndedChains(database, createHeadSigner(toAuditSecrets(secret)[0].headSeed), systemClock.nowMs());
  database.close();
  await using proof = await openAuditProof(config, secret);
  const memory = openRememberedHeads(toStateFolder(config));
  try {
    const signed = await proof.trail.heads();
    for (const { chain, sequence, hash } of await listEnds(proof.trail)) {
      const heads = signed.filter((head) => head.chain === chain).length;
      memory.remember(chain, { sequence, hash: Buffer.from(hash, 'hex') }, { heads, isDurable: true });
    }
  } finally {
    memory.close();
  }
}

export function refuseOpen({ data_dir: dataDirectory }: Pick<Config, 'data_dir'>): void {
  const open = findOpenDatabase(dataDirectory);
  if (open === undefined) return;
  throw new OperatorError(`A service or a command has ${open} open. Stop it first: systemctl stop confere`, 1);
}

/** Any number but those of other locks, as long as it is always the same. */
const lockKey = 4_307_713_023;

/** As the owner, and one move at a time. The session is there for as long as the work takes. */
export function withMoveLock<Result>(
  config: Config,
  work: (pool: PostgresPool, session: Session) => Promise<Result>,
): Promise<Result> {
  return withPostgresPool(getStoreAddress(config, 'store_maintenance'), 2, async (pool) => {
    const session = await pool.open();
    try {
      const sql = 'SELECT pg_try_advisory_lock($1) AS is_held';
      const [lock] = (await session.query<{ readonly is_held: boolean }>(sql, [lockKey])).rows;
      if (lock?.is_held === true) return await work(pool, session);
      throw new OperatorError('Another command moves data into or out of this database. Wait for its end.', 1);
    } finally {
      session.close();
    }
  });
}
