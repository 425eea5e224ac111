// Rows of the audit in PostgreSQL as searches read them.

import type { PostgresPool } from '../../postgres/pool.ts';
import { createStatements } from '../../postgres/statements.ts';
import { groupsSql, outlineColumns } from '../audit-rows.postgres.ts';
import { type GroupRow, toKeptGroup } from '../group-row.ts';
import type { Outline, Scan, SearchedRows } from './searched-rows.ts';

const outlinesAtOnce = 1_000;
/** A search through years may take its time. */
export const readMs = 60_000;

const unsettledSql = `SELECT ${outlineColumns}, signed FROM confere.audit_chains AS c
  CROSS JOIN LATERAL (SELECT coalesce(max(sequence), 0) AS signed FROM confere.audit_heads WHERE chain = c.id) AS last
  JOIN confere.audit_groups AS g ON g.chain = c.id
    AND g.first >= coalesce((SELECT max(first) FROM confere.audit_groups AS f WHERE f.chain = c.id AND f.first <= signed + 1), 0)
  WHERE g.first + g.count - 1 > signed ORDER BY g.place`;
const edgeSql = `SELECT place, first FROM confere.audit_groups WHERE chain = $1 AND first <= $2 ORDER BY first DESC LIMIT 1`;
const withoutEvidenceSql = groupsSql.replace(
  'e.sealed AS evidence',
  "CASE WHEN e.sealed IS NOT NULL THEN ''::bytea END AS evidence",
);

type OutlineRow = Omit<GroupRow, 'parts' | 'contents' | 'evidence'>;

const toOutline = ({ from_ms, to_ms, find_mac, ...row }: OutlineRow): Outline => ({
  ...row,
  fromMs: from_ms,
  toMs: to_ms,
  findMac: find_mac,
});

export function createPostgresRows(asked: Pick<PostgresPool, 'query'>): SearchedRows {
  const { list, find } = createStatements(asked);

  async function* outlines({ order, chain, from, fromMs, toMs }: Scan): AsyncGenerator<readonly Outline[]> {
    const isNewest = order === 'newest';
    // One chain is in its own order; several are in the order in which they were written.
    const column = chain === undefined ? 'place' : 'first';
    const edge = from && (await find<Pick<GroupRow, 'place' | 'first'>>(edgeSql, [from.chain, from.sequence], readMs));
    for (let next = edge?.[column]; ; ) {
      const conditions: string[] = [];
      const values: unknown[] = [];
      const where = (condition: string, value: unknown) =>
        value !== undefined && conditions.push(`${condition} $${values.push(value)}`);
      where(`g.${column} ${isNewest ? '<=' : '>='}`, next);
      where('g.chain =', chain);
      where('g.to_ms >=', fromMs);
      where('g.from_ms <', toMs);
      const clause = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const sql = `SELECT ${outlineColumns} FROM confere.audit_groups AS g ${clause}
        ORDER BY g.${column} ${isNewest ? 'DESC' : 'ASC'} LIMIT ${outlinesAtOnce}`;
      const rows = await list<OutlineRow>(sql, values, readMs);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(toOutline);
      if (rows.length < outlinesAtOnce) return;
      next = last[column] + (isNewest ? -1 : 1);
    }
  }

  return {
    outlines,
    async *unsettled() {
      for (const { signed, ...row } of await list<OutlineRow & { readonly signed: number }>(unsettledSql, [], readMs))
        yield { ...toOutline(row), signed };
    },
    async intents() {
      const sql = 'SELECT chain, sequence, request FROM confere.audit_open_intents';
      const rows = await list<{ chain: string; sequence: number; request: Buffer }>(sql, [], readMs);
      return rows.map(({ request, ...place }) => ({ ...place, requestMark: request.toString('latin1') }));
    },
    async read(places, withEvidence) {
      const sql = `${withEvidence ? groupsSql : withoutEvidenceSql} WHERE g.place = ANY($1::bigint[])`;
      return (await list<GroupRow>(sql, [places], readMs)).map((row) => {
        const group = toKeptGroup(row);
        return { ...group, hasEvidence: group.evidence !== null, evidence: withEvidence ? group.evidence : null };
      });
    },
  };
}
