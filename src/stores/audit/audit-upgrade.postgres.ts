// Chains that older versions wrote to PostgreSQL, with links that anybody can make: which of them are vouched for when their links begin to
// be keyed, and what is gone from them. Older versions forgot without an act; that act covers it once, as it is then.

import { type ChainEnd, emptyChain, hashContent } from '../../app/audit/chain.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import { createAuditCheck } from '../../app/audit/proof/audit-check.ts';
import type { Cover } from '../../app/audit/proof/covers.ts';
import { createSequenceRanges } from '../../app/audit/proof/sequence-ranges.ts';
import type { AuditSecrets } from '../../app/audit/record.ts';
import type { StartRow } from '../postgres/schema/audit-months.ts';
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

/** What comes before the first that is kept may be known of the months that went. */
const lastTwoSql = `(SELECT sequence, hash, content, content_hash AS "contentHash" FROM confere.audit_records
    WHERE chain = $1 ORDER BY sequence DESC LIMIT 2)
  UNION ALL (SELECT sequence, hash, NULL, NULL FROM confere.audit_dropped WHERE chain = $1 ORDER BY sequence DESC LIMIT 1)
  ORDER BY 1 DESC LIMIT 2`;
const headsSql = `SELECT chain, sequence, hash, at_ms AS "atMs", signer, signature FROM confere.audit_heads
  WHERE chain = $1 AND sequence = $2`;

interface LastRow extends ChainEnd {
  readonly content: string | null;
  readonly contentHash: Buffer | null;
}

/**
 * For a machine that remembers nothing: it takes plain chains over, as they are, while there are no others. Once the database holds a
 * chain with our key, anybody may have put a further plain one there. Only a head that we signed at its end vouches for it.
 */
export async function createVouching(
  session: Pick<Session, 'query'>,
  secrets: readonly AuditSecrets[],
  chains: readonly string[],
): Promise<(chain: string, end: ChainEnd) => Promise<boolean>> {
  const check = createAuditCheck(secrets);

  async function isKeyed(chain: string): Promise<boolean> {
    const [last, before = emptyChain] = (await session.query<LastRow>(lastTwoSql, [chain])).rows;
    const contentHash = last && (last.content === null ? last.contentHash : hashContent(last.content));
    return !!contentHash && check.openChain(chain)(before, contentHash, last.hash) === 'keyed';
  }

  // Found out now: the first record of this machine will be keyed, and chains that ended before it came must still be taken over.
  const keyed: boolean[] = [];
  for (const chain of chains) keyed.push(await isKeyed(chain));
  if (!keyed.includes(true)) return async () => true;
  return async (chain, { sequence, hash }) => {
    const { rows } = await session.query<SignedHead>(headsSql, [chain, sequence]);
    return rows.some((head) => head.hash === hash.toString('hex') && check.isOurs(head));
  };
}

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
