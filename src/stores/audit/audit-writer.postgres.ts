// Appends to the audit in PostgreSQL: many records in one statement, each linked to the one before. A writer continues a chain
// that nobody else writes, and writes on the very session that holds the lock on it: once that is lost, nothing of it arrives.

import { randomBytes, randomUUID } from 'node:crypto';
import { type ChainEnd, emptyChain, extendChain, hashContent } from '../../app/audit/chain.ts';
import { createHeadSigner } from '../../app/audit/head.ts';
import { type AuditDraft, type AuditSecrets, createDraftWriter } from '../../app/audit/record.ts';
import { createPooledRandom } from '../../app/pooled-random.ts';
import { parsePostgresAddress } from '../postgres/address.ts';
import { openSession, type Session } from '../postgres/session.ts';

export interface PostgresAuditWriter {
  /** Which of the hosts took it. */
  readonly host: number;
  /** All of them are durable when it resolves; when it rejects, that is not known. */
  append(drafts: readonly AuditDraft[], nowMs: number): Promise<void>;
  /** Signs the end of the chain, unless that was done already. Also asks whether the audit can be written. */
  signHead(nowMs: number): Promise<void>;
  isBroken(): boolean;
  close(): void;
}

export interface PostgresAuditOptions {
  /** As in `store`: a thread is not handed what was read of it. */
  readonly address: string;
  readonly secrets: AuditSecrets;
  /** The policy in force, kept so that a decision can be made again: its hash and its document. */
  readonly policy?: { readonly hash: string; readonly document: string };
  readonly statementMs: number;
}

const recordsPerHead = 1_000;
const hashBytes = 32;
const nothing = new Uint8Array();
/** Any chain that no session holds: as many are there as processes ever wrote at one time. */
const takeChainSql = 'SELECT id FROM confere.audit_chains WHERE pg_try_advisory_lock(hashtextextended(id, 1)) LIMIT 1';
const makeChainSql = `WITH made AS (INSERT INTO confere.audit_chains (id) VALUES ($1) RETURNING id)
  SELECT pg_advisory_lock(hashtextextended(id, 1)) FROM made`;
const endSql = `SELECT sequence, hash FROM confere.audit_records WHERE chain = $1 ORDER BY sequence DESC LIMIT 1`;
const droppedSql = 'SELECT sequence, hash FROM confere.audit_dropped WHERE chain = $1 ORDER BY sequence DESC LIMIT 1';
const signedSql = 'SELECT coalesce(max(sequence), 0)::bigint AS sequence FROM confere.audit_heads WHERE chain = $1';
const insertHeadSql = `INSERT INTO confere.audit_heads (chain, sequence, hash, at_ms, signer, signature)
  VALUES ($1, $2, $3, $4, $5, $6)`;
/** All bytes of a group are one value, and where each part begins is told by numbers: as lists of texts, reading them takes longer than writing them. */
const appendSql = `WITH given AS (
    SELECT $2::bigint + number - 1 AS sequence, substr($3::bytea, begins, ${hashBytes}) AS hash,
      convert_from(substr($3::bytea, begins + ${hashBytes}, content_bytes), 'UTF8') AS content,
      CASE WHEN details_bytes > 0 THEN substr($3::bytea, begins + ${hashBytes} + content_bytes, details_bytes) END AS details
    FROM unnest($4::int[], $5::int[], $6::int[]) WITH ORDINALITY AS sizes (begins, content_bytes, details_bytes, number)
  ), kept AS (
    INSERT INTO confere.audit_records (chain, sequence, hash, content) SELECT $1, sequence, hash, content FROM given ORDER BY sequence
  )
  INSERT INTO confere.audit_details (chain, sequence, details) SELECT $1, sequence, details FROM given WHERE details IS NOT NULL`;

/** `first` is the host that is tried first: after a failover the one before may take its whole time to be found silent. */
export async function openPostgresAuditWriter(
  options: PostgresAuditOptions,
  first: number,
): Promise<PostgresAuditWriter> {
  const { session, host } = await openSession(parsePostgresAddress(options.address), first);
  try {
    return { host, ...(await begin(session, options)) };
  } catch (error) {
    session.close();
    throw error;
  }
}

async function begin(
  session: Session,
  { secrets, policy, statementMs }: PostgresAuditOptions,
): Promise<Omit<PostgresAuditWriter, 'host'>> {
  const writeDraft = createDraftWriter(secrets, createPooledRandom(randomBytes));
  const signer = createHeadSigner(secrets.headSeed);
  if (policy !== undefined) {
    const sql = 'INSERT INTO confere.audit_policies (hash, document) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING';
    await session.query(sql, [policy.hash, policy.document]);
  }
  const chain = await takeChain(session);
  let end = await findEnd(session, chain);
  let signed = (await session.query<{ sequence: number }>(signedSql, [chain])).rows[0]?.sequence ?? 0;

  async function sign(atMs: number): Promise<void> {
    const head = signer.sign({ chain, sequence: end.sequence, hash: end.hash.toString('hex'), atMs });
    const values = [chain, head.sequence, head.hash, head.atMs, head.signer, head.signature];
    await session.query(insertHeadSql, values, statementMs);
    signed = head.sequence;
  }

  return {
    async append(drafts, nowMs) {
      const parts: Uint8Array[] = [];
      const [begins, contentBytes, detailsBytes]: [number[], number[], number[]] = [[], [], []];
      let next = end;
      // The database counts from one.
      let place = 1;
      for (const draft of drafts) {
        const { content, sealedDetails } = writeDraft(draft);
        next = extendChain(next, hashContent(content));
        const text = Buffer.from(content);
        const details = sealedDetails ?? nothing;
        parts.push(next.hash, text, details);
        begins.push(place);
        contentBytes.push(text.length);
        detailsBytes.push(details.length);
        place += hashBytes + text.length + details.length;
      }
      const values = [chain, end.sequence + 1, Buffer.concat(parts), begins, contentBytes, detailsBytes];
      await session.query(appendSql, values, statementMs);
      end = next;
      if (end.sequence - signed >= recordsPerHead) await sign(nowMs);
    },
    async signHead(nowMs) {
      if (end.sequence > signed) await sign(nowMs);
      else await session.query('SELECT 1', [], statementMs);
    },
    isBroken: () => session.isBroken(),
    close: () => session.close(),
  };
}

async function takeChain(session: Session): Promise<string> {
  const { rows } = await session.query<{ id: string }>(takeChainSql);
  if (rows[0] !== undefined) return rows[0].id;
  const made = `chain_${randomUUID()}`;
  await session.query(makeChainSql, [made]);
  return made;
}

async function findEnd(session: Session, chain: string): Promise<ChainEnd> {
  const { rows } = await session.query<ChainEnd>(endSql, [chain]);
  if (rows[0] !== undefined) return rows[0];
  return (await session.query<ChainEnd>(droppedSql, [chain])).rows[0] ?? emptyChain;
}
