// What is gone from a chain that older versions wrote to PostgreSQL, and from chains that have ended: they forgot without an act that names
// it. Found once, when the links of a chain begin to be keyed, and covered by that act as it is then.

import type { Cover } from '../../app/audit/proof/covers.ts';
import { createSequenceRanges } from '../../app/audit/proof/sequence-ranges.ts';
import type { StartRow } from '../postgres/audit-months.ts';
import type { Session } from '../postgres/session.ts';

/** Reads the chain through. */
const findMs = 60_000;

const contentsSql = `SELECT min(sequence)::bigint AS first, max(sequence)::bigint AS last FROM (
    SELECT sequence, sequence - row_number() OVER (ORDER BY sequence) AS island FROM confere.audit_records
    WHERE chain = $1 AND content IS NULL) AS gone
  GROUP BY island ORDER BY 1`;
/** Evidence was forgotten by age alone, with its month: what is older than the first that is kept. */
const evidenceSql = `SELECT max(at_ms)::bigint AS newest FROM confere.audit_records WHERE chain = $1 AND kind IN ('cpf', 'cnpj')
  AND sequence < coalesce((SELECT min(sequence) FROM confere.audit_details WHERE chain = $1), 9007199254740991)`;
export const startsSql = `SELECT DISTINCT ON (chain) chain, sequence, hash FROM confere.audit_dropped ORDER BY chain, sequence DESC`;

export async function findForgotten(session: Pick<Session, 'query'>, chain: string): Promise<Cover> {
  const contents = await session.query<{ first: number; last: number }>(contentsSql, [chain], findMs);
  const evidence = await session.query<{ newest: number | null }>(evidenceSql, [chain], findMs);
  const newest = evidence.rows[0]?.newest ?? undefined;
  const starts = await session.query<StartRow>(startsSql, []);
  const gone = createSequenceRanges(contents.rows.map(({ first, last }) => [first, last] as const));
  return {
    contents: { [chain]: gone.toString() },
    ...(newest !== undefined && { evidenceBeforeMs: newest + 1 }),
    dropped: toDropped(starts.rows),
  };
}

export function toDropped(starts: readonly StartRow[]): NonNullable<Cover['dropped']> {
  return Object.fromEntries(
    starts.map(({ chain, sequence, hash }) => [chain, { sequence, hash: hash.toString('hex') }]),
  );
}
