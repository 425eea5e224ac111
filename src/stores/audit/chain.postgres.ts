// One chain of the audit in PostgreSQL, as the session that holds the lock on it continues it: groups of records, its end signed and
// remembered. Which chain that is, is chosen by audit-writer.postgres.ts.

import { randomBytes } from 'node:crypto';
import { type ChainEnd, createExtendChain } from '../../app/audit/chain.ts';
import type { KeptGroup } from '../../app/audit/groups/group.ts';
import { createGroupWriter } from '../../app/audit/groups/write-group.ts';
import { createHeadSigner } from '../../app/audit/head.ts';
import { createJudgeLink } from '../../app/audit/proof/audit-check.ts';
import { ChainFault } from '../../app/audit/proof/chain-fault.ts';
import { takeEnd } from '../../app/audit/proof/take-end.ts';
import type { AuditDraft, AuditSecrets } from '../../app/audit/record.ts';
import { createPooledRandom } from '../../app/random.ts';
import type { Session } from '../postgres/session.ts';
import { findIntentChanges } from './audit-intents.postgres.ts';
import { findRecordHash, findRow, wentWithItsMonth } from './audit-rows.postgres.ts';
import type { RememberedHeads } from './state/remembered-heads.file.ts';

export interface PostgresChain {
  readonly name: string;
  append(drafts: readonly AuditDraft[], nowMs: number): Promise<void>;
  signHead(nowMs: number): Promise<void>;
  isRemembered(): boolean;
}

interface PostgresChainOptions {
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  readonly statementMs: number;
  readonly memory: RememberedHeads | undefined;
}

const recordsPerHead = 1_000;
const signedSql = `SELECT coalesce(max(sequence), 0)::bigint AS sequence, count(*)::int AS count FROM confere.audit_heads
  WHERE chain = $1 AND sequence > $2`;
/** The statement inserts a head and updates the list of open intents with it. */
const insertHeadSql = `WITH completed AS (
    DELETE FROM confere.audit_open_intents WHERE request = ANY($9::bytea[])
  ), opened AS (
    INSERT INTO confere.audit_open_intents (chain, sequence, request)
    SELECT $1, sequence, request FROM unnest($7::bigint[], $8::bytea[]) AS intents (sequence, request) ON CONFLICT DO NOTHING
  )
  INSERT INTO confere.audit_heads (chain, sequence, hash, at_ms, signer, signature)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (chain, sequence) DO NOTHING`;
const appendSql = `INSERT INTO confere.audit_groups (chain, first, count, from_ms, to_ms, generation, find, find_mac, parts, contents)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const appendBothSql = `WITH kept AS (${appendSql})
  INSERT INTO confere.audit_evidence (chain, first, sealed) VALUES ($1, $2, $11)`;

/** Throws a ChainFault for one that is not as we left it. */
export async function openPostgresChain(
  session: Session,
  name: string,
  { secrets, statementMs, memory }: PostgresChainOptions,
): Promise<PostgresChain> {
  const [newest] = secrets;
  const signer = createHeadSigner(newest.headSeed);
  const extend = createExtendChain(newest.linkKey, name);
  const write = createGroupWriter({
    chain: name,
    secrets: newest,
    extend,
    randomBytes: createPooledRandom(randomBytes),
  });
  let end = await findEnd();
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
    const last = await findRow(session, name);
    return takeEnd({ last, atKnown }, known, createJudgeLink(secrets, name));
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
    // An operator may have signed meanwhile, this end or an earlier one.
    const others = await findSigned(signed);
    const { opened, completed } = await findIntentChanges(session, name, Math.max(signed, others.sequence));
    const toBytes = (mark: string) => Buffer.from(mark, 'latin1');
    const values = [
      ...[name, head.sequence, head.hash, head.atMs, head.signer, head.signature],
      opened.map(({ sequence }) => sequence),
      opened.map(({ requestMark }) => toBytes(requestMark)),
      completed.map(toBytes),
    ];
    const { count } = await session.query(insertHeadSql, values, statementMs);
    heads += others.count + count;
    signed = head.sequence;
    remember(end, true);
  }

  async function insert({ chain, first, parts, contents, evidence, ...row }: KeptGroup): Promise<void> {
    const { count, fromMs, toMs, generation, find, findMac } = row;
    const values = [chain, first, count, fromMs, toMs, generation, find, findMac, parts, contents];
    if (evidence === null) await session.query(appendSql, values, statementMs);
    else await session.query(appendBothSql, [...values, evidence], statementMs);
  }

  async function append(drafts: readonly AuditDraft[], nowMs: number): Promise<void> {
    const written = write(drafts, end);
    const [only, ...more] = written.groups;
    if (only === undefined) return;
    if (more.length === 0) await insert(only);
    else {
      await session.run('BEGIN');
      for (const group of written.groups) await insert(group);
      await session.run('COMMIT');
    }
    end = written.end;
    remember(end, false);
    if (end.sequence - signed >= recordsPerHead) await sign(nowMs);
  }

  return {
    name,
    append,
    async signHead(nowMs) {
      if (end.sequence > signed) await sign(nowMs);
    },
    isRemembered: () => isRemembered,
  };
}
