// Appends to the audit in PostgreSQL: many records in one row, linked to the row before. A writer continues a chain
// that nobody else writes, and writes on the very session that holds the lock on it: once that is lost, nothing of it arrives.

import { randomBytes, randomUUID } from 'node:crypto';
import { ChainFault } from '../../../app/audit/proof/chain-fault.ts';
import type { RememberedHead } from '../../../app/audit/proof/remembered-head.ts';
import type { AuditDraft, AuditSecrets } from '../../../app/audit/record.ts';
import { readPostgresAddress } from '../../postgres/address.ts';
import { createLineageMemory } from '../../postgres/lineage.ts';
import { createJudge } from '../../postgres/moved.ts';
import { openSession, type Session } from '../../postgres/session.ts';
import { findRecordHash, wentWithItsMonth } from '../audit-rows.postgres.ts';
import { openPostgresChain, type PostgresChain } from '../chain.postgres.ts';
import { openRememberedHeads } from '../state/remembered-heads.file.ts';
import { createPostgresRows } from '../trail/audit-pages.postgres.ts';
import { createAuditSearch } from '../trail/search.ts';

export interface PostgresAuditWriter {
  /** `host` tells which of the hosts took the records. */
  readonly host: number;
  /** All of them are durable when it resolves; when it rejects, that is not known. */
  append(drafts: readonly AuditDraft[], nowMs: number): Promise<void>;
  /** Signs the end of the chain, unless it is signed already. It also signs abandoned chains and, if `isForAll`, chains that other sessions hold. */
  signHead(nowMs: number, isForAll?: boolean): Promise<void>;
  /** Intents of all nodes from before then that nothing has completed. */
  countUnfinished(beforeMs: number): Promise<number>;
  /** Writes so many bytes as durably as a record; rejects where that fails. */
  probe(bytes: number): Promise<void>;
  /** Tells whether the last end could be written down outside the database. */
  isRemembered(): boolean;
  isBroken(): boolean;
  close(): void;
}

export interface PostgresAuditOptions {
  /** The address has the form of `store`, because a thread does not receive the contents that were read from it. */
  readonly address: string;
  /** The address was read from this file. The next connection uses a rotated password. */
  readonly addressFile?: string;
  /** This file names the newest known server. An older server gets no record. */
  readonly lineageFile?: string;
  /** Every generation, the newest first. */
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  /** The policy in force, kept so that a decision can be made again: its hash and its document. */
  readonly policy?: { readonly hash: string; readonly document: string };
  readonly statementMs: number;
  /** Where the ends of chains are remembered, outside the database; nothing is remembered when not set. */
  readonly stateFolder?: string;
}

/** There are as many chains as processes ever wrote at one time. A chain that was dropped up to its end has ended. */
const chainsSql = `SELECT id FROM confere.audit_chains AS chains
  WHERE NOT EXISTS (SELECT 1 FROM confere.audit_dropped AS dropped WHERE dropped.chain = chains.id)
    OR EXISTS (SELECT 1 FROM confere.audit_groups AS groups WHERE groups.chain = chains.id)
  ORDER BY since, id`;
/** Chains with records after their last signed head. */
const unsignedSql = `SELECT id FROM confere.audit_chains AS chains
  WHERE (SELECT first + count - 1 FROM confere.audit_groups AS groups WHERE groups.chain = chains.id ORDER BY first DESC LIMIT 1)
    > coalesce((SELECT max(sequence) FROM confere.audit_heads AS heads WHERE heads.chain = chains.id), 0)`;
/** The statement skips a lock that this session already holds, because it would need two releases. */
const lockSql = `SELECT NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
    AND ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 1))
  AND pg_try_advisory_lock(hashtextextended($1, 1)) AS is_held`;
const makeChainSql = `WITH made AS (INSERT INTO confere.audit_chains (id) VALUES ($1) RETURNING id)
  SELECT pg_advisory_lock(hashtextextended(id, 1)) FROM made`;
const isKnownSql = 'SELECT EXISTS (SELECT 1 FROM confere.audit_groups WHERE chain = $1) AS is_known';
const insertProbeSql = `INSERT INTO confere.audit_probes (chain, body) VALUES ($1, $2)
  ON CONFLICT (chain) DO UPDATE SET body = excluded.body`;
const deleteProbeSql = 'DELETE FROM confere.audit_probes WHERE chain = $1';
/** The setting applies regardless of the server's or the role's default. A record that was confirmed must survive a power cut. */
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
    return { host, ...(await beginWriter(session, options)) };
  } catch (error) {
    session.close();
    throw error;
  }
}

async function beginWriter(
  session: Session,
  options: PostgresAuditOptions,
): Promise<Omit<PostgresAuditWriter, 'host'>> {
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
    const open = (chain: string) => openPostgresChain(session, chain, { ...options, memory });
    const chain = await takeChain(session, open);
    const search = createAuditSearch(createPostgresRows(session), () => options.secrets);
    return {
      append: chain.append,
      async signHead(nowMs, isForAll = false) {
        await chain.signHead(nowMs);
        await signOthers(session, { nowMs, open, isForAll });
      },
      async countUnfinished(beforeMs) {
        return (await search.openIntents(beforeMs)).length;
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

/** Refuses a missing record. A record that this machine wrote must still exist, or have gone with its month. */
async function refuseMissing(session: Session, { chain, sequence, hash }: RememberedHead): Promise<void> {
  const found = await findRecordHash(session, chain, sequence);
  if (found?.toString('hex') === hash) return;
  if (found === undefined && (await wentWithItsMonth(session, chain, sequence))) return;
  const { rows } = await session.query<{ is_known: boolean }>(isKnownSql, [chain]);
  throw new ChainFault(rows[0]?.is_known ? 'AUDIT_REWOUND' : 'AUDIT_LOST');
}

type OpenChain = (chain: string) => Promise<PostgresChain>;

/** The first that no session holds; else a new one. */
async function takeChain(session: Session, open: OpenChain): Promise<PostgresChain> {
  for (const id of await listChains(session)) {
    if (await lock(session, id)) return open(id);
  }
  const made = `chain_${randomUUID()}`;
  await session.query(makeChainSql, [made]);
  return open(made);
}

interface SignOthersOptions {
  readonly nowMs: number;
  readonly open: OpenChain;
  /** `isForAll` includes chains that another session holds, up to their current end. */
  readonly isForAll: boolean;
}

/** Signs the ends of abandoned chains. A killed process has not signed its last records, and their removal would otherwise go unnoticed. */
async function signOthers(session: Session, { nowMs, open, isForAll }: SignOthersOptions): Promise<void> {
  for (const id of await listChains(session, unsignedSql)) {
    const isHeld = await lock(session, id);
    if (!isHeld && !isForAll) continue;
    try {
      await (await open(id)).signHead(nowMs);
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
