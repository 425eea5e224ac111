// Reads and proves the audit in PostgreSQL, all chains of all nodes. Forgetting needs the rights of the database's owner.

import type { AuditFilter, AuditPage, AuditTrail, DetailsChange, KeptChain } from '../../../app/audit/ports.ts';
import { coveringActs, type Place } from '../../../app/audit/proof/covers.ts';
import type { KeptPolicy } from '../../../app/audit/proof/kept-policy.ts';
import { OperatorError } from '../../../errors.ts';
import type { PostgresPool } from '../../postgres/pool.ts';
import type { StartRow } from '../../postgres/schema/audit-months.ts';
import { createStatements } from '../../postgres/statements.ts';
import { toPostgresPersonSql } from '../audit-intents.ts';
import { type HeadRow, type RecordRow, toAuditRow, toSignedHead } from '../audit-rows.sqlite.ts';
import { startsSql } from '../audit-upgrade.postgres.ts';

/** Looking for a page goes through every month. */
const pageRows = 4_000;
/** So many are forgotten by one statement. */
const forgottenAtOnce = 5_000;
/** A search through years may take its time. */
const readMs = 60_000;

const recordsSql = `SELECT r.chain, r.sequence, r.hash, r.content, r.content_hash, d.details FROM confere.audit_records AS r
  LEFT JOIN confere.audit_details AS d ON d.written_on = r.written_on AND d.chain = r.chain AND d.sequence = r.sequence`;
const headsSql = 'SELECT chain, sequence, hash, at_ms, signer, signature FROM confere.audit_heads';
const pageSql = `${recordsSql} WHERE r.chain = $1 AND r.sequence > $2 AND r.sequence <= $3 ORDER BY r.sequence LIMIT ${pageRows}`;
/** Whatever is said of chains elsewhere: one that somebody struck off the list is still there. By the index, from name to name. */
const chainsSql = `WITH RECURSIVE named AS (
    (SELECT chain FROM confere.audit_records ORDER BY chain LIMIT 1)
    UNION ALL SELECT (SELECT chain FROM confere.audit_records AS r WHERE r.chain > named.chain ORDER BY chain LIMIT 1)
    FROM named WHERE named.chain IS NOT NULL
  ), known AS (SELECT chain FROM named WHERE chain IS NOT NULL UNION SELECT id FROM confere.audit_chains)
  SELECT known.chain, coalesce((SELECT max(sequence) FROM confere.audit_records AS r WHERE r.chain = known.chain), 0)::bigint AS last,
    chains.id IS NOT NULL AS "isListed"
  FROM known LEFT JOIN confere.audit_chains AS chains ON chains.id = known.chain ORDER BY chains.since, known.chain`;

const openSql = 'SELECT chain, sequence FROM confere.audit_open_intents';
const openOfRequestSql = 'SELECT chain, sequence, request_id FROM confere.audit_open_intents';
/** Of records that are gone, or have lost their content. */
const forgetIntentsSql = `DELETE FROM confere.audit_open_intents AS open WHERE NOT EXISTS (SELECT 1 FROM confere.audit_records AS r
  WHERE r.chain = open.chain AND r.sequence = open.sequence AND r.content IS NOT NULL)`;

export function createPostgresAuditTrail(pool: Pick<PostgresPool, 'query'>): AuditTrail {
  const { list, find } = createStatements(pool);
  const listRecords = async (sql: string, values: readonly unknown[]) =>
    (await list<RecordRow>(sql, values, readMs)).map(toAuditRow);
  return {
    async find(filter, page) {
      const { sql, values } = toQuery(filter, page);
      return listRecords(sql, values);
    },
    chains: () => list<KeptChain>(chainsSql, [], readMs),
    async *pages({ chain, after: first, until = Number.MAX_SAFE_INTEGER }) {
      for (let after = first; ; ) {
        const rows = await listRecords(pageSql, [chain, after, until]);
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows;
        after = last.sequence;
      }
    },
    async openIntents(beforeMs) {
      const sql = `${recordsSql} WHERE (r.chain, r.sequence, r.request_id) IN (${openOfRequestSql}) AND r.at_ms < $1 ORDER BY r.place`;
      return listRecords(sql, [beforeMs]);
    },
    starts: async () => new Map((await list<StartRow>(startsSql)).map(({ chain, ...end }) => [chain, end])),
    heads: async () => (await list<HeadRow>(`${headsSql} ORDER BY chain, sequence`, [], readMs)).map(toSignedHead),
    async lastHeads() {
      const sql = `SELECT h.* FROM confere.audit_chains AS c
        CROSS JOIN LATERAL (${headsSql} WHERE chain = c.id ORDER BY sequence DESC LIMIT 1) AS h ORDER BY c.since, c.id`;
      return (await list<HeadRow>(sql)).map(toSignedHead);
    },
    async hashesOf(chain, sequences) {
      const sql = 'SELECT sequence, hash FROM confere.audit_records WHERE chain = $1 AND sequence = ANY($2::bigint[])';
      const rows = await list<Pick<RecordRow, 'sequence' | 'hash'>>(sql, [chain, sequences], readMs);
      return new Map(rows.map(({ sequence, hash }) => [sequence, hash.toString('hex')]));
    },
    async signedOf(chain, sequences) {
      const sql = 'SELECT sequence FROM confere.audit_heads WHERE chain = $1 AND sequence = ANY($2::bigint[])';
      return new Set(
        (await list<{ sequence: number }>(sql, [chain, sequences], readMs)).map(({ sequence }) => sequence),
      );
    },
    async findHead({ chain, sequence }) {
      const sql = `${headsSql} WHERE chain = $1 AND sequence >= $2 ORDER BY sequence LIMIT 1`;
      const head = await find<HeadRow>(sql, [chain, sequence]);
      return head && toSignedHead(head);
    },
    policies: () => list<KeptPolicy>('SELECT hash, document FROM confere.audit_policies'),
    async findPolicy(hash) {
      const sql = 'SELECT document FROM confere.audit_policies WHERE hash = $1';
      return (await find<{ document: string }>(sql, [hash]))?.document;
    },
    async findErasable(subjects, untilMs) {
      const sql = `SELECT r.chain, r.sequence FROM confere.audit_records AS r
        WHERE (r.chain, r.sequence) IN (${toPostgresPersonSql('$1').all}) AND r.at_ms <= $2 ORDER BY r.chain, r.sequence`;
      return list<Place>(sql, [subjects, untilMs], readMs);
    },
    async findActsNaming(requestIds, fromMs) {
      const sql = `SELECT r.chain, r.sequence FROM confere.audit_records AS r, LATERAL (SELECT r.content::jsonb AS fields) AS read
        WHERE r.kind = 'act' AND r.at_ms >= $2 AND fields ->> 13 <> ALL($3)
          AND split_part(fields ->> 14, ' ', 1) = ANY($1) ORDER BY r.chain, r.sequence`;
      return list<Place>(sql, [requestIds, fromMs, coveringActs], readMs);
    },
    async forget(places) {
      let count = 0;
      for (let at = 0; at < places.length; at += forgottenAtOnce) {
        const some = places.slice(at, at + forgottenAtOnce);
        const values = [some.map(({ chain }) => chain), some.map(({ sequence }) => sequence)];
        count += (await asOwner(pool.query(forgetSql, values, readMs))).count;
      }
      await asOwner(pool.query(forgetIntentsSql, [], readMs));
      return count;
    },
  };
}

/** In one statement, which counts the records. */
const forgetSql = `WITH chosen AS (
    SELECT r.chain, r.sequence, r.written_on FROM confere.audit_records AS r
    JOIN unnest($1::text[], $2::bigint[]) AS named (chain, sequence) USING (chain, sequence)
  ), gone AS (
    DELETE FROM confere.audit_details AS d USING chosen
    WHERE d.written_on = chosen.written_on AND d.chain = chosen.chain AND d.sequence = chosen.sequence
  )
  UPDATE confere.audit_records AS r SET content = NULL, content_hash = sha256(convert_to(r.content, 'UTF8')) FROM chosen
  WHERE r.written_on = chosen.written_on AND r.chain = chosen.chain AND r.sequence = chosen.sequence AND r.content IS NOT NULL`;

const replaceDetailsSql =
  'UPDATE confere.audit_details SET details = $4 WHERE chain = $1 AND sequence = $2 AND details = $3';

/** As the owner, in one transaction. */
export function replaceDetails(
  pool: Pick<PostgresPool, 'transaction'>,
  changes: readonly DetailsChange[],
): Promise<void> {
  return asOwner(
    pool.transaction(async (session) => {
      for (const { chain, sequence, before, after } of changes)
        await session.query(replaceDetailsSql, [chain, sequence, before, after]);
    }),
  );
}

function asOwner<Result>(forgetting: Promise<Result>): Promise<Result> {
  return forgetting.catch((error: unknown) => {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new OperatorError(
      'The user in store may only append to the audit. Set store_maintenance to the owner of the database for this command.',
    );
  });
}

function toQuery(filter: AuditFilter, { order, limit, after }: AuditPage): { sql: string; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const give = (value: unknown) => `$${values.push(value)}`;
  if (filter.kind !== undefined) conditions.push(`r.kind = ${give(filter.kind)}`);
  if (filter.withoutActs === true) conditions.push("r.kind IS DISTINCT FROM 'act'");
  if (filter.keyId !== undefined) conditions.push(`r.key_id = ${give(filter.keyId)}`);
  if (filter.status !== undefined) conditions.push(`r.content::jsonb ->> 7 = ${give(filter.status)}`);
  if (filter.requestId !== undefined) conditions.push(`r.request_id = ${give(filter.requestId)}`);
  if (filter.fromMs !== undefined) conditions.push(`r.at_ms >= ${give(filter.fromMs)}`);
  if (filter.toMs !== undefined) conditions.push(`r.at_ms < ${give(filter.toMs)}`);
  if (filter.subjects !== undefined) {
    conditions.push(`(r.chain, r.sequence) IN (${toPostgresPersonSql(give(filter.subjects)).shown})`);
  } else if (filter.kind === undefined && filter.chain === undefined) {
    conditions.push(`(r.kind IS DISTINCT FROM 'intent' OR (r.chain, r.sequence) IN (${openSql}))`);
  }
  const isNewest = order === 'newest';
  // One chain is in its own order; several are in the order in which they were written.
  const column = filter.chain === undefined ? 'place' : 'sequence';
  if (filter.chain !== undefined) conditions.push(`r.chain = ${give(filter.chain)}`);
  if (after !== undefined) {
    const edge =
      column === 'sequence'
        ? give(after.sequence)
        : `(SELECT place FROM confere.audit_records WHERE chain = ${give(after.chain)} AND sequence = ${give(after.sequence)})`;
    conditions.push(`r.${column} ${isNewest ? '<' : '>'} ${edge}`);
  }
  const clause = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `${recordsSql} ${clause} ORDER BY r.${column} ${isNewest ? 'DESC' : 'ASC'} LIMIT ${give(limit)}`;
  return { sql, values };
}
