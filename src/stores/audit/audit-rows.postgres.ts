// Rows of the audit in PostgreSQL as the use cases know them, and what is left of a record: the link behind it, also where its month was
// dropped and it was the last one; or that it went with its month.

import { findEndOf, listEnds } from '../../app/audit/groups/parts.ts';
import type { PlacedGroup } from '../../app/audit/ports.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { GroupRow } from './group-row.ts';

export const outlineColumns =
  'g.place, g.chain, g.first, g.count, g.from_ms, g.to_ms, g.generation, g.find, g.find_mac';
const withEvidenceSql = `LEFT JOIN confere.audit_evidence AS e
  ON e.written_on = g.written_on AND e.chain = g.chain AND e.first = g.first`;
export const groupsSql = `SELECT ${outlineColumns}, g.parts, g.contents, e.sealed AS evidence
  FROM confere.audit_groups AS g ${withEvidenceSql}`;

type Asked = Pick<PostgresPool, 'query'>;

const rowSql = `SELECT first, count, parts FROM confere.audit_groups WHERE chain = $1 AND first <= $2 ORDER BY first DESC LIMIT 2`;
const droppedHashSql = 'SELECT hash FROM confere.audit_dropped WHERE chain = $1 AND sequence = $2';
const droppedSql = 'SELECT 1 FROM confere.audit_dropped WHERE chain = $1 AND sequence >= $2 LIMIT 1';

const findDroppedHash = async (asked: Asked, chain: string, sequence: number) =>
  (await asked.query<{ hash: Buffer }>(droppedHashSql, [chain, sequence])).rows[0]?.hash;

/** The row that holds this record of a chain, or its last one. */
export async function findRow(asked: Asked, chain: string, sequence?: number): Promise<PlacedGroup | undefined> {
  const { rows } = await asked.query<Pick<GroupRow, 'first' | 'count' | 'parts'>>(rowSql, [
    chain,
    sequence ?? Number.MAX_SAFE_INTEGER,
  ]);
  const [row, last] = rows;
  if (row === undefined || (sequence !== undefined && row.first + row.count <= sequence)) return undefined;
  const { first, parts } = row;
  if (last !== undefined) return { first, parts, before: listEnds(last).at(-1) };
  const hash = first === 1 ? undefined : await findDroppedHash(asked, chain, first - 1);
  return { first, parts, before: hash && { sequence: first - 1, hash } };
}

/** The link behind this record, where a group ends with it. */
export async function findRecordHash(asked: Asked, chain: string, sequence: number): Promise<Buffer | undefined> {
  const row = await findRow(asked, chain, sequence);
  const end = row && findEndOf(row, sequence);
  return end?.sequence === sequence ? end.hash : findDroppedHash(asked, chain, sequence);
}

/** Tells whether a record went with its month. The caller asks only if the record has no hash. */
export async function wentWithItsMonth(asked: Asked, chain: string, sequence: number): Promise<boolean> {
  return (await asked.query(droppedSql, [chain, sequence])).rows.length > 0;
}
