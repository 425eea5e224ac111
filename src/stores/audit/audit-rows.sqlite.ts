// Rows of the audit's database as the use cases know them.

import type { ChainEnd } from '../../app/audit/chain.ts';
import { findEndOf, listEnds } from '../../app/audit/groups/parts.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { PlacedGroup } from '../../app/audit/ports.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { type GroupRow, type PlacedKeptGroup, toKeptGroup } from './group-row.ts';

/** A row of a node's own file, in which its own chain has no name. */
export type OwnGroupRow = Omit<GroupRow, 'chain'> & { readonly chain: string | null };

export interface HeadRow {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly at_ms: number;
  readonly signer: string;
  readonly signature: string;
}

export const outlineColumns = 'place, chain, first, count, from_ms, to_ms, generation, find, find_mac';
/** Evidence that says another time than its row is none of it: it would go, or stay, at another time. */
export const groupsSql = `SELECT ${outlineColumns
  .split(', ')
  .map((column) => `groups.${column}`)
  .join(', ')}, parts, contents,
    CASE WHEN evidence.place IS NULL THEN NULL WHEN evidence.to_ms IS groups.to_ms THEN sealed ELSE x'' END AS evidence
  FROM groups LEFT JOIN evidence ON evidence.place = groups.place`;

export function toOwnGroup(row: OwnGroupRow, own: string): PlacedKeptGroup {
  return toKeptGroup({ ...row, chain: row.chain ?? own });
}

/** Creates the function that writes a row of the audit with its evidence, into a transaction. */
export function createAddGroup(database: AuditDatabase): (group: PlacedKeptGroup, chain: string | null) => void {
  const insert = database.prepare(
    `INSERT INTO groups (place, chain, first, count, from_ms, to_ms, generation, find, find_mac, parts, contents)
      VALUES (@place, @chain, @first, @count, @fromMs, @toMs, @generation, @find, @findMac, @parts, @contents)`,
  );
  const insertEvidence = database.prepare('INSERT INTO evidence (place, to_ms, sealed) VALUES (?, ?, ?)');
  return (group, chain) => {
    const { place, toMs, evidence } = group;
    insert.run({ ...group, chain });
    if (evidence !== null) insertEvidence.run(place, toMs, evidence);
  };
}

export function toSignedHead({ at_ms, ...head }: HeadRow): SignedHead {
  return { ...head, atMs: at_ms };
}

export interface PlacedRow extends PlacedGroup {
  readonly place: number;
}

/** Looks rows up by their place in a chain. */
export function createFindRow(database: AuditDatabase, own: string) {
  const columns = 'SELECT place, first, count, parts FROM groups WHERE';
  const ofOwn = database.prepare(`${columns} place > 0 AND place <= ? ORDER BY place DESC LIMIT 2`);
  const ofEnded = database.prepare(`${columns} chain = ? AND first <= ? ORDER BY first DESC LIMIT 2`);
  const dropped = database.prepare('SELECT hash FROM ended_dropped WHERE chain = ? AND sequence = ?').pluck();
  type Found = Pick<GroupRow, 'place' | 'first' | 'count' | 'parts'>;

  function findRow(chain: string, sequence = Number.MAX_SAFE_INTEGER): PlacedRow | undefined {
    const [row, last] = (chain === own ? ofOwn.all(sequence) : ofEnded.all(chain, sequence)) as Found[];
    if (row === undefined) return undefined;
    if (sequence !== Number.MAX_SAFE_INTEGER && row.first + row.count <= sequence) return undefined;
    const hash = dropped.get(chain, row.first - 1) as Buffer | undefined;
    const before = last === undefined ? hash && { sequence: row.first - 1, hash } : listEnds(last).at(-1);
    return { place: row.place, first: row.first, parts: row.parts, before };
  }

  return {
    findRow,
    /** The link behind this record, where a group ends with it. */
    findHash(chain: string, sequence: number): Buffer | undefined {
      const row = findRow(chain, sequence);
      const end: ChainEnd | undefined = row && findEndOf(row, sequence);
      return end?.sequence === sequence ? end.hash : undefined;
    },
  };
}
