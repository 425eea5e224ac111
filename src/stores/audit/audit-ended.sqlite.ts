// Chains in a node's own audit that were written elsewhere: they came out of a shared database, and nobody continues them here. They are
// read, proven and forgotten like the node's own.

import type { ChainEnd } from '../../app/audit/chain.ts';
import type { HeadSigner } from '../../app/audit/head.ts';
import type { KeptChain } from '../../app/audit/ports.ts';
import type { Place } from '../../app/audit/proof/covers.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';

/** Whatever the list says: a chain that somebody struck off it is still there. By the index, from name to name. */
const chainsSql = `WITH RECURSIVE named (chain) AS (
    SELECT min(chain) FROM ended_records
    UNION ALL SELECT (SELECT min(chain) FROM ended_records AS r WHERE r.chain > named.chain) FROM named WHERE named.chain IS NOT NULL
  ), known (chain) AS (SELECT chain FROM named WHERE chain IS NOT NULL UNION SELECT id FROM ended_chains)
  SELECT known.chain, coalesce((SELECT max(sequence) FROM ended_records AS r WHERE r.chain = known.chain), 0) AS last,
    ended_chains.id IS NOT NULL AS isListed
  FROM known LEFT JOIN ended_chains ON id = known.chain ORDER BY since_ms, known.chain`;
const startsSql = `SELECT chain, sequence, hash FROM ended_dropped AS dropped
  WHERE sequence = (SELECT max(sequence) FROM ended_dropped AS d WHERE d.chain = dropped.chain)`;

export function listEndedChains(database: AuditDatabase): readonly KeptChain[] {
  const rows = database.prepare(chainsSql).all() as (Omit<KeptChain, 'isListed'> & { readonly isListed: 0 | 1 })[];
  return rows.map((row) => ({ ...row, isListed: row.isListed === 1 }));
}

/** The last dropped record of each chain whose first records were dropped at its origin. */
export function readEndedStarts(database: AuditDatabase): ReadonlyMap<string, ChainEnd> {
  const rows = database.prepare(startsSql).all() as (ChainEnd & { readonly chain: string })[];
  return new Map(rows.map(({ chain, ...end }) => [chain, end]));
}

/** The first end of another chain than our own that this machine remembers, and that is neither there nor dropped. */
export function findLostEnd(
  database: AuditDatabase,
  own: string,
  remembered: readonly RememberedHead[],
): RememberedHead | undefined {
  const starts = readEndedStarts(database);
  const find = database.prepare('SELECT hash FROM ended_records WHERE chain = ? AND sequence = ?').pluck();
  return remembered.find(({ chain, sequence, hash }) => {
    if (chain === own || sequence <= (starts.get(chain)?.sequence ?? 0)) return false;
    return (find.get(chain, sequence) as Buffer | undefined)?.toString('hex') !== hash;
  });
}

/** Nobody else will: a process that was killed has left its last records unsigned. To be called once they are proven. */
export function signEndedChains(database: AuditDatabase, signer: HeadSigner, atMs: number): void {
  const readEnd = database.prepare('SELECT hash FROM ended_records WHERE chain = ? AND sequence = ?').pluck();
  const readSigned = database.prepare('SELECT coalesce(max(sequence), 0) FROM ended_heads WHERE chain = ?').pluck();
  const insert = database.prepare(
    'INSERT INTO ended_heads (chain, sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const { chain, last: sequence } of listEndedChains(database)) {
    if (sequence <= (readSigned.get(chain) as number)) continue;
    const hash = (readEnd.get(chain, sequence) as Buffer).toString('hex');
    const head = signer.sign({ chain, sequence, hash, atMs });
    insert.run(chain, sequence, hash, atMs, head.signer, head.signature);
  }
}

/** Where a record of any chain lies in this database. */
export function createFindPlace(database: AuditDatabase, own: string): (place: Place) => number | undefined {
  const find = database.prepare('SELECT place FROM ended_records WHERE chain = ? AND sequence = ?').pluck();
  return ({ chain, sequence }) => (chain === own ? sequence : (find.get(chain, sequence) as number | undefined));
}
