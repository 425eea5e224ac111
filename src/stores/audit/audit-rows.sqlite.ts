// Rows of the audit's database as the use cases know them.

import type { ChainEnd } from '../../app/audit/chain.ts';
import type { KeptGroup } from '../../app/audit/groups/group.ts';
import { findEndOf, listEnds } from '../../app/audit/groups/parts.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { PlacedGroup } from '../../app/audit/ports.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';

export interface GroupRow {
  readonly place: number;
  /** The value is null for this node's own chain. */
  readonly chain: string | null;
  readonly first: number;
  readonly count: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly generation: number;
  readonly find: Buffer | null;
  readonly find_mac: Buffer | null;
  readonly parts: Buffer;
  readonly contents: Buffer | null;
  readonly evidence: Buffer | null;
}

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

export function toKeptGroup(row: GroupRow, own: string): KeptGroup & { readonly place: number } {
  const { place, first, count, generation, find, parts, contents, evidence } = row;
  return {
    place,
    chain: row.chain ?? own,
    first,
    count,
    fromMs: row.from_ms,
    toMs: row.to_ms,
    generation,
    find,
    findMac: row.find_mac,
    parts,
    contents,
    evidence,
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
