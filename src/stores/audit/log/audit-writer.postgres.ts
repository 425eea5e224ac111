// Appends to the audit in PostgreSQL: many records in one statement, each linked to the one before. A writer continues a chain
// that nobody else writes, and writes on the very session that holds the lock on it: once that is lost, nothing of it arrives.

import { randomBytes, randomUUID } from 'node:crypto';
import { ChainFault } from '../../../app/audit/proof/chain-fault.ts';
import type { RememberedHead } from '../../../app/audit/proof/remembered-head.ts';
import type { AuditDraft, AuditSecrets } from '../../../app/audit/record.ts';
import { readPostgresAddress } from '../../postgres/address.ts';
import { createLineageMemory } from '../../postgres/lineage.ts';
import { createJudge } from '../../postgres/moved.ts';
import { openSession, type Session } from '../../postgres/session.ts';
import { createVouching } from '../audit-upgrade.postgres.ts';
import { openPostgresChain, type PostgresChain } from '../chain.postgres.ts';
import { findRecordHash, wentWithItsMonth } from '../record-hashes.postgres.ts';
import { openRememberedHeads } from '../state/remembered-heads.file.ts';

export interface PostgresAuditWriter {
  /** Which of the hosts took it. */
  readonly host: number;
  /** All of them are durable when it resolves; when it rejects, that is not known. */
  append(drafts: readonly AuditDraft[], nowMs: number): Promise<void>;
  /**
   * Signs the end of the chain, unless that was done already; so it does with chains that nobody continues, and where it `isForAll` with
   * those that other sessions hold.
   */
  signHead(nowMs: number, isForAll?: boolean): Promise<void>;
  /** Intents of all nodes from before then that nothing has completed. */
  countUnfinished(beforeMs: number): Promise<number>;
  /** Writes so many bytes as durably as a record; rejects where that fails. */
  probe(bytes: number): Promise<void>;
  /** Whether the last end could be written down outside the database. */
  isRemembered(): boolean;
  isBroken(): boolean;
  close(): void;
}

export interface PostgresAuditOptions {
  /** As in `store`: a thread is not handed what was read of it. */
  readonly address: string;
  /** Where that was read from: a rotated password is taken up by the next connection. */
  readonly addressFile?: string;
  /** Where the newest server is known: an older one gets no record. */
  readonly lineageFile?: string;
  /** Every generation, the newest first. */
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  /** The policy in force, kept so that a decision can be made again: its hash and its document. */
  readonly policy?: { readonly hash: string; readonly document: string };
  readonly statementMs: number;
  /** Where the ends of chains are remembered, outside the database; nothing is remembered when not set. */
  readonly stateFolder?: string;
}

/** As many are there as processes ever wrote at one time. One that was dropped to its end has ended. */
const chainsSql = `SELECT id FROM confere.audit_chains AS chains
  WHERE NOT EXISTS (SELECT 1 FROM confere.audit_dropped AS dropped WHERE dropped.chain = chains.id)
    OR EXISTS (SELECT 1 FROM confere.audit_records AS records WHERE records.chain = chains.id)
  ORDER BY since, id`;
/** Chains with records after their last signed head. */
const unsignedSql = `SELECT id FROM confere.audit_chains AS chains
  WHERE (SELECT max(sequence) FROM confere.audit_records AS records WHERE records.chain = chains.id)
    > coalesce((SELECT max(sequence) FROM confere.audit_heads AS heads WHERE heads.chain = chains.id), 0)`;
/** Not one that this session holds already: it would have to be let go of twice. */
const lockSql = `SELECT NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
    AND ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 1))
  AND pg_try_advisory_lock(hashtextextended($1, 1)) AS is_held`;
const makeChainSql = `WITH made AS (INSERT INTO confere.audit_chains (id) VALUES ($1) RETURNING id)
  SELECT pg_advisory_lock(hashtextextended(id, 1)) FROM made`;
const isKnownSql = 'SELECT EXISTS (SELECT 1 FROM confere.audit_records WHERE chain = $1) AS is_known';
const unfinishedSql = `SELECT count(*)::int AS count FROM confere.audit_open_intents AS open
  JOIN confere.audit_records AS r ON r.chain = open.chain AND r.sequence = open.sequence WHERE r.at_ms < $1`;
const insertProbeSql = `INSERT INTO confere.audit_probes (chain, body) VALUES ($1, $2)
  ON CONFLICT (chain) DO UPDATE SET body = excluded.body`;
const deleteProbeSql = 'DELETE FROM confere.audit_probes WHERE chain = $1';
/** Whatever the server or the role has as its default: a record that was answered for must outlive a power cut. */
const durableSql = `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;
/** `first` is the host that is tried first: after a failover the one before may take its whole time to be found silent. */
export async function openPostgresAuditWriter(
  options: PostgresAuditOptions,
  first: number,
): Promise<PostgresAuditWriter> {
  const { lineageFile } = options;
  const { session, host } = await openSession(
    readPostgresAddress(options.address, options.addressFile),
    first,
    lineageFile === undefined ? undefined : createJudge(createLineageMemory(lineageFile)),
  );
  try {
    return { host, ...(await begin(session, options)) };
  } catch (error) {
    session.close();
    throw error;
  }
}

async function begin(session: Session, options: PostgresAuditOptions): Promise<Omit<PostgresAuditWriter, 'host'>> {
  const { policy, statementMs, stateFolder } = options;
  await session.query(durableSql);
  if (policy !== undefined) {
    const sql = 'INSERT INTO confere.audit_policies (hash, document) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING';
    await session.query(sql, [policy.hash, policy.document]);
  }
  const memory = stateFolder === undefined ? undefined : openRememberedHeads(stateFolder);
  try {
    const remembered = memory?.list() ?? [];
    for (const head of remembered) await refuseMissing(session, head);
    // A machine that remembers something has met keyed chains: what is plain now was not left by the version before them.
    const isNew = remembered.length === 0;
    const mayBegin = isNew
      ? await createVouching(session, options.secrets, await listChains(session))
      : async () => false;
    const open = (chain: string) => openPostgresChain(session, chain, { ...options, memory, mayBegin });
    const chain = await takeChain(session, open);
    let isFirst = isNew;
    return {
      append: chain.append,
      async signHead(nowMs, isForAll = false) {
        await chain.signHead(nowMs);
        await signOthers(session, isFirst ? chainsSql : unsignedSql, { nowMs, open, isForAll });
        isFirst = false;
      },
      async countUnfinished(beforeMs) {
        return (await session.query<{ count: number }>(unfinishedSql, [beforeMs], statementMs)).rows[0]?.count ?? 0;
      },
      async probe(bytes) {
        await session.query(insertProbeSql, [chain.name, randomBytes(bytes)], statementMs);
        await session.query(deleteProbeSql, [chain.name], statementMs);
      },
      isRemembered: chain.isRemembered,
      isBroken: () => session.isBroken(),
      close: () => {
        memory?.close();
        session.close();
      },
    };
  } catch (error) {
    memory?.close();
    throw error;
  }
}

/** What this machine wrote must still be there, or have gone with its month. */
async function refuseMissing(session: Session, { chain, sequence, hash }: RememberedHead): Promise<void> {
  const found = await findRecordHash(session, chain, sequence);
  if (found?.toString('hex') === hash) return;
  if (found === undefined && (await wentWithItsMonth(session, chain, sequence))) return;
  const { rows } = await session.query<{ is_known: boolean }>(isKnownSql, [chain]);
  throw new ChainFault(rows[0]?.is_known ? 'AUDIT_REWOUND' : 'AUDIT_LOST');
}

type OpenChain = (chain: string) => Promise<PostgresChain | undefined>;

/** The first that no session holds and that may be continued; else a new one. */
async function takeChain(session: Session, open: OpenChain): Promise<PostgresChain> {
  for (const id of await listChains(session)) {
    if (!(await lock(session, id))) continue;
    const chain = await open(id);
    if (chain !== undefined) return chain;
    await unlock(session, id);
  }
  const made = `chain_${randomUUID()}`;
  await session.query(makeChainSql, [made]);
  return (await open(made)) as PostgresChain;
}

interface SignOthersOptions {
  readonly nowMs: number;
  readonly open: OpenChain;
  /** What another session holds as well: as far as it has come. */
  readonly isForAll: boolean;
}

/**
 * Signs the ends of chains that nobody continues: a process that was killed has not signed its last records, and whoever removes
 * them would not be found out. The first time, chains from before links were keyed are vouched for as they are now.
 */
async function signOthers(
  session: Session,
  chains: string,
  { nowMs, open, isForAll }: SignOthersOptions,
): Promise<void> {
  for (const id of await listChains(session, chains)) {
    const isHeld = await lock(session, id);
    if (!isHeld && !isForAll) continue;
    try {
      const chain = await open(id);
      if (isHeld) await chain?.signHead(nowMs);
      else await chain?.signKeyed(nowMs);
    } catch (error) {
      // A newer secret may have written it, which another process has. `audit verify` names a chain that nobody of us wrote.
      if (!(error instanceof ChainFault) || error.code !== 'AUDIT_FORGED') throw error;
    } finally {
      if (isHeld) await unlock(session, id);
    }
  }
}

async function listChains(session: Session, chains = chainsSql): Promise<readonly string[]> {
  return (await session.query<{ id: string }>(chains)).rows.map(({ id }) => id);
}

async function lock(session: Session, chain: string): Promise<boolean> {
  const { rows } = await session.query<{ is_held: boolean }>(lockSql, [chain]);
  return rows[0]?.is_held === true;
}

async function unlock(session: Session, chain: string): Promise<void> {
  await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 1))', [chain]);
}
