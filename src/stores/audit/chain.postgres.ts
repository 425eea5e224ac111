// One chain of the audit in PostgreSQL, as the session that holds the lock on it continues it: records in groups, its end signed and
// remembered. Which chain that is, is chosen by audit-writer.postgres.ts.

import { randomBytes } from 'node:crypto';
import { type ChainEnd, createExtendChain, hashContent } from '../../app/audit/chain.ts';
import { createHeadSigner } from '../../app/audit/head.ts';
import { createJudgeLink } from '../../app/audit/proof/audit-check.ts';
import { toKeyedBeginning } from '../../app/audit/proof/chain-acts.ts';
import { ChainFault } from '../../app/audit/proof/chain-fault.ts';
import { type LastRecord, takeEnd } from '../../app/audit/proof/take-end.ts';
import {
  type AuditDraft,
  type AuditSecrets,
  createDraftWriter,
  findIntentChange,
  toDraft,
} from '../../app/audit/record.ts';
import { createPooledRandom } from '../../app/random.ts';
import type { Session } from '../postgres/session.ts';
import { findForgotten } from './audit-upgrade.postgres.ts';
import { findRecordHash, wentWithItsMonth } from './record-hashes.postgres.ts';
import type { RememberedHeads } from './state/remembered-heads.file.ts';

export interface PostgresChain {
  readonly name: string;
  append(drafts: readonly AuditDraft[], nowMs: number): Promise<void>;
  signHead(nowMs: number): Promise<void>;
  /** The same for who does not hold the chain: adds no record to it. */
  signKeyed(nowMs: number): Promise<void>;
  /** Vouches for records from before links were keyed. */
  keyPlain(nowMs: number): Promise<void>;
  isRemembered(): boolean;
}

interface PostgresChainOptions {
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  readonly statementMs: number;
  readonly memory: RememberedHeads | undefined;
  /** Whether an end from before links were keyed may be vouched for. */
  readonly mayBegin: (chain: string, end: ChainEnd) => Promise<boolean>;
}

const recordsPerHead = 1_000;
const hashBytes = 32;
const nothing = new Uint8Array();
const endSql = `SELECT sequence, hash, content, content_hash AS "contentHash" FROM confere.audit_records
  WHERE chain = $1 ORDER BY sequence DESC LIMIT 1`;
const signedSql = `SELECT coalesce(max(sequence), 0)::bigint AS sequence, count(*)::int AS count FROM confere.audit_heads
  WHERE chain = $1 AND sequence > $2`;
const insertHeadSql = `INSERT INTO confere.audit_heads (chain, sequence, hash, at_ms, signer, signature)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (chain, sequence) DO NOTHING`;
/** All bytes of a group are one value, and where each part begins is told by numbers: as lists of texts, reading them takes longer than writing them. */
const appendSql = `WITH given AS (
    SELECT $2::bigint + number - 1 AS sequence, substr($3::bytea, begins, ${hashBytes}) AS hash,
      convert_from(substr($3::bytea, begins + ${hashBytes}, content_bytes), 'UTF8') AS content,
      CASE WHEN details_bytes > 0 THEN substr($3::bytea, begins + ${hashBytes} + content_bytes, details_bytes) END AS details
    FROM unnest($4::int[], $5::int[], $6::int[]) WITH ORDINALITY AS sizes (begins, content_bytes, details_bytes, number)
  ), kept AS (
    INSERT INTO confere.audit_records (chain, sequence, hash, content) SELECT $1, sequence, hash, content FROM given ORDER BY sequence
  ), opened AS (
    INSERT INTO confere.audit_open_intents (request_id, chain, sequence)
    SELECT request_id, $1, sequence FROM unnest($7::text[], $8::bigint[]) AS intents (request_id, sequence)
    ON CONFLICT (request_id) DO UPDATE SET chain = excluded.chain, sequence = excluded.sequence
  ), completed AS (
    DELETE FROM confere.audit_open_intents WHERE request_id = ANY($9::text[])
  )
  INSERT INTO confere.audit_details (chain, sequence, details) SELECT $1, sequence, details FROM given WHERE details IS NOT NULL`;

/** Undefined for a chain that this machine has no reason to continue. Throws a ChainFault for one that is not as we left it. */
export async function openPostgresChain(
  session: Session,
  name: string,
  { secrets, statementMs, memory, mayBegin }: PostgresChainOptions,
): Promise<PostgresChain | undefined> {
  const [newest] = secrets;
  const writeDraft = createDraftWriter(newest, createPooledRandom(randomBytes));
  const signer = createHeadSigner(newest.headSeed);
  const extendChain = createExtendChain(newest.linkKey, name);
  const taken = await findEnd();
  let { end } = taken;
  let isPlain = taken.link === 'plain';
  if (isPlain && !(await mayBegin(name, end))) return undefined;
  let isRemembered = true;
  const first = await findSigned(0);
  let signed = first.sequence;
  /** As many as are remembered, where there are fewer now: somebody has removed some. */
  let heads = Math.max(memory?.find(name)?.heads ?? 0, first.count);

  /** The newest head after that one, and how many there are. */
  async function findSigned(after: number): Promise<{ readonly sequence: number; readonly count: number }> {
    const { rows } = await session.query<{ sequence: number; count: number }>(signedSql, [name, after]);
    return rows[0] ?? { sequence: 0, count: 0 };
  }

  async function findHash(sequence: number): Promise<Buffer | undefined> {
    if (sequence === 0) return undefined;
    return findRecordHash(session, name, sequence);
  }

  /** The last end that this machine knows, unless that has gone with its month. */
  async function findKnown() {
    const known = memory?.find(name);
    const atKnown = known && (await findHash(known.sequence));
    const isGone = known && !atKnown && (await wentWithItsMonth(session, name, known.sequence));
    return isGone ? {} : { known, atKnown };
  }

  async function findEnd() {
    const { known, atKnown } = await findKnown();
    const [last] = (await session.query<LastRecord>(endSql, [name])).rows;
    const hash = last && (await findHash(last.sequence - 1));
    const before = last && hash && { sequence: last.sequence - 1, hash };
    return takeEnd({ last, before, atKnown }, known, createJudgeLink(secrets, name));
  }

  /** It lies behind by what was committed since: never ahead. */
  function remember(known: ChainEnd, isDurable: boolean): void {
    try {
      if (known.sequence > 0) memory?.remember(name, known, { heads, isDurable });
      isRemembered = true;
    } catch {
      isRemembered = false;
    }
  }

  async function sign(atMs: number): Promise<void> {
    const found = await findHash(end.sequence);
    if (!found?.equals(end.hash)) throw new ChainFault('AUDIT_REWOUND');
    const head = signer.sign({ chain: name, sequence: end.sequence, hash: end.hash.toString('hex'), atMs });
    const values = [name, head.sequence, head.hash, head.atMs, head.signer, head.signature];
    // An operator may have signed meanwhile, this end or an earlier one.
    const others = await findSigned(signed);
    const { count } = await session.query(insertHeadSql, values, statementMs);
    heads += others.count + count;
    signed = head.sequence;
    remember(end, true);
  }

  async function append(given: readonly AuditDraft[], nowMs: number): Promise<void> {
    const drafts = isPlain
      ? [toDraft(toKeyedBeginning(end, nowMs, await findForgotten(session, name))), ...given]
      : given;
    const parts: Uint8Array[] = [];
    const [begins, contentBytes, detailsBytes]: [number[], number[], number[]] = [[], [], []];
    const [opened, openedAt, completed]: [string[], number[], string[]] = [[], [], []];
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
      const intent = findIntentChange(draft);
      if (intent?.does === 'opens') {
        opened.push(intent.requestId);
        openedAt.push(next.sequence);
      } else if (intent !== undefined) completed.push(intent.requestId);
    }
    const sizes = [begins, contentBytes, detailsBytes];
    const values = [name, end.sequence + 1, Buffer.concat(parts), ...sizes, opened, openedAt, completed];
    await session.query(appendSql, values, statementMs);
    end = next;
    isPlain = false;
    remember(end, false);
    if (end.sequence - signed >= recordsPerHead) await sign(nowMs);
  }

  async function keyPlain(nowMs: number): Promise<void> {
    if (isPlain) await append([], nowMs);
  }

  return {
    name,
    append,
    keyPlain,
    async signHead(nowMs) {
      await keyPlain(nowMs);
      if (end.sequence > signed) await sign(nowMs);
    },
    async signKeyed(nowMs) {
      if (!isPlain && end.sequence > signed) await sign(nowMs);
    },
    isRemembered: () => isRemembered,
  };
}
