// Reads and proves the audit in PostgreSQL, all chains of all nodes. Forgetting needs the rights of the database's owner.

import type { ChainEnd } from '../../app/audit/chain.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { AuditFilter, AuditPage, AuditRow, AuditTrail, Forgotten } from '../../app/audit/ports.ts';
import type { KeptPolicy } from '../../app/audit/proof/kept-policy.ts';
import { OperatorError } from '../../errors.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { toPostgresPersonSql } from './audit-intents.ts';
import { type HeadRow, type RecordRow, toAuditRow, toSignedHead } from './audit-rows.sqlite.ts';

const scanRows = 1_000;
/** A search through years may take its time. */
const readMs = 60_000;

const recordsSql = `SELECT r.chain, r.sequence, r.hash, r.content, r.content_hash, d.details FROM confere.audit_records AS r
  LEFT JOIN confere.audit_details AS d ON d.written_on = r.written_on AND d.chain = r.chain AND d.sequence = r.sequence`;
const headsSql = 'SELECT chain, sequence, hash, at_ms, signer, signature FROM confere.audit_heads';
const scanSql = `${recordsSql} WHERE r.chain = $1 AND r.sequence > $2 ORDER BY r.sequence LIMIT ${scanRows}`;

const openSql = 'SELECT chain, sequence FROM confere.audit_open_intents';
/** Of records that are gone, or have lost their content. */
const forgetIntentsSql = `DELETE FROM confere.audit_open_intents AS open WHERE NOT EXISTS (SELECT 1 FROM confere.audit_records AS r
  WHERE r.chain = open.chain AND r.sequence = open.sequence AND r.content IS NOT NULL)`;

type OfChain<Row> = Row & { readonly chain: string };

export function createPostgresAuditTrail(pool: Pick<PostgresPool, 'query'>): AuditTrail {
  const toRow = ({ chain, ...row }: OfChain<RecordRow>): AuditRow => toAuditRow(row, chain);
  const toHead = ({ chain, ...head }: OfChain<HeadRow>): SignedHead => toSignedHead(head, chain);

  async function forget(what: Forgotten, condition: string, values: readonly unknown[]): Promise<number> {
    try {
      const { count } = await pool.query(toForgetSql(what, condition), values, readMs);
      return count;
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error;
      throw new OperatorError(
        'The user in store may only append to the audit. Set store_maintenance to the owner of the database for this command.',
      );
    }
  }

  return {
    async find(filter, page) {
      const { sql, values } = toQuery(filter, page);
      return (await pool.query<OfChain<RecordRow>>(sql, values, readMs)).rows.map(toRow);
    },
    async *scan() {
      const { rows: chains } = await pool.query<{ id: string }>(
        'SELECT id FROM confere.audit_chains ORDER BY since, id',
      );
      for (const { id } of chains) {
        for (let after = 0; ; ) {
          const rows = (await pool.query<OfChain<RecordRow>>(scanSql, [id, after], readMs)).rows.map(toRow);
          yield* rows;
          const last = rows.at(-1);
          if (last === undefined) break;
          after = last.sequence;
        }
      }
    },
    async openIntents(beforeMs) {
      const sql = `${recordsSql} WHERE (r.chain, r.sequence) IN (${openSql}) AND r.at_ms < $1 ORDER BY r.place`;
      return (await pool.query<OfChain<RecordRow>>(sql, [beforeMs], readMs)).rows.map(toRow);
    },
    async starts() {
      const sql = `SELECT DISTINCT ON (chain) chain, sequence, hash FROM confere.audit_dropped ORDER BY chain, sequence DESC`;
      const { rows } = await pool.query<OfChain<ChainEnd>>(sql);
      return new Map(rows.map(({ chain, ...end }) => [chain, end]));
    },
    async heads() {
      return (await pool.query<OfChain<HeadRow>>(`${headsSql} ORDER BY chain, sequence`, [], readMs)).rows.map(toHead);
    },
    async findHead({ chain, sequence }) {
      const sql = `${headsSql} WHERE chain = $1 AND sequence >= $2 ORDER BY sequence LIMIT 1`;
      return (await pool.query<OfChain<HeadRow>>(sql, [chain, sequence])).rows.map(toHead)[0];
    },
    async policies() {
      return (await pool.query<KeptPolicy>('SELECT hash, document FROM confere.audit_policies')).rows;
    },
    async findPolicy(hash) {
      const sql = 'SELECT document FROM confere.audit_policies WHERE hash = $1';
      return (await pool.query<{ document: string }>(sql, [hash])).rows[0]?.document;
    },
    purge: (what, beforeMs, recordsMax) => {
      const left = what === 'details' ? 'd.details IS NOT NULL' : 'r.content IS NOT NULL';
      return forget(what, `r.at_ms < $1 AND ${left} LIMIT $2`, [beforeMs, recordsMax]);
    },
    erase: async (subjects, untilMs) => {
      const condition = `(r.chain, r.sequence) IN (${toPostgresPersonSql('$1').all}) AND r.at_ms <= $2`;
      const count = await forget('contents', condition, [subjects, untilMs]);
      await pool.query(forgetIntentsSql, [], readMs);
      return count;
    },
    eraseActs: (requestIds) => {
      const named =
        'EXISTS (SELECT 1 FROM unnest($1::text[]) AS named WHERE strpos(r.content::jsonb ->> 14, named) > 0)';
      return forget('contents', `r.kind = 'act' AND ${named}`, [requestIds]);
    },
  };
}

/** In one statement, which counts the records. */
function toForgetSql(what: Forgotten, condition: string): string {
  const chosen = `WITH chosen AS (
      SELECT r.chain, r.sequence, r.written_on FROM confere.audit_records AS r
      LEFT JOIN confere.audit_details AS d ON d.written_on = r.written_on AND d.chain = r.chain AND d.sequence = r.sequence
      WHERE ${condition})`;
  const isChosen = (table: string) =>
    `${table}.written_on = chosen.written_on AND ${table}.chain = chosen.chain AND ${table}.sequence = chosen.sequence`;
  const forgetDetails = `DELETE FROM confere.audit_details AS d USING chosen WHERE ${isChosen('d')}`;
  if (what === 'details') return `${chosen} ${forgetDetails}`;
  return `${chosen}, gone AS (${forgetDetails})
    UPDATE confere.audit_records AS r SET content = NULL, content_hash = sha256(convert_to(r.content, 'UTF8'))
    FROM chosen WHERE ${isChosen('r')} AND r.content IS NOT NULL`;
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
