// Chains in a node's own audit that were written elsewhere: they came out of a shared database, and nobody continues them here. They are
// read, proven and forgotten like the node's own.

import type { ChainEnd } from '../../app/audit/chain.ts';
import { listEnds } from '../../app/audit/groups/parts.ts';
import type { HeadSigner } from '../../app/audit/head.ts';
import type { KeptChain } from '../../app/audit/ports.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import { type AuditDatabase, readChainId } from './audit-database.sqlite.ts';
import { createSettle } from './audit-intents.sqlite.ts';
import { createFindRow } from './audit-rows.sqlite.ts';

/** The statement finds chains regardless of the list, so a chain that was struck off it still appears. It follows the index from name to name. */
const chainsSql = `WITH RECURSIVE named (chain) AS (
    SELECT min(chain) FROM groups WHERE chain IS NOT NULL
    UNION ALL SELECT (SELECT min(chain) FROM groups AS g WHERE g.chain > named.chain) FROM named WHERE named.chain IS NOT NULL
  ), known (chain) AS (SELECT chain FROM named WHERE chain IS NOT NULL UNION SELECT id FROM ended_chains)
  SELECT known.chain, coalesce((SELECT first + count - 1 FROM groups AS g WHERE g.chain = known.chain ORDER BY first DESC LIMIT 1), 0) AS last,
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
  const { findHash } = createFindRow(database, own);
  return remembered.find(({ chain, sequence, hash }) => {
    if (chain === own || sequence <= (starts.get(chain)?.sequence ?? 0)) return false;
    return findHash(chain, sequence)?.toString('hex') !== hash;
  });
}

/** Signs the chains of killed processes, whose last records no other process will sign. The caller must prove these records first. */
export function signEndedChains(database: AuditDatabase, signer: HeadSigner, atMs: number): void {
  const own = readChainId(database);
  const { findRow } = createFindRow(database, own);
  const settle = createSettle(database, own);
  const readSigned = database.prepare('SELECT coalesce(max(sequence), 0) FROM heads WHERE chain = ?').pluck();
  const insert = database.prepare(
    'INSERT INTO heads (chain, sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const { chain, last: sequence } of listEndedChains(database)) {
    const signed = readSigned.get(chain) as number;
    const row = sequence > signed ? findRow(chain) : undefined;
    const end = row && listEnds(row).at(-1);
    if (end === undefined) continue;
    const head = signer.sign({ chain, sequence, hash: end.hash.toString('hex'), atMs });
    settle(signed, chain);
    insert.run(chain, sequence, head.hash, atMs, head.signer, head.signature);
  }
}
