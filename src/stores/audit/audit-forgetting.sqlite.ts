// Changes rows of the audit in SQLite after they were written: records are erased, rows are purged, sealed anew, and packed. What they
// are proven by stays. An act of the chain names what goes: whoever calls this has written it, or writes it in the same transaction.

import { eraseRecords, packGroups, type ReadGroup } from '../../app/audit/groups/change-group.ts';
import { coveringCode } from '../../app/audit/groups/find.ts';
import {
  createGroupOpener,
  createSealGroup,
  hasAllEvidence,
  type KeptGroup,
  type OpenedGroup,
} from '../../app/audit/groups/group.ts';
import type { Forgotten, ForgottenRecords } from '../../app/audit/ports.ts';
import type { Place } from '../../app/audit/proof/covers.ts';
import type { AuditSecrets } from '../../app/audit/record.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { createFindRow, groupsSql, type OwnGroupRow, toOwnGroup } from './audit-rows.sqlite.ts';

/** A row that is due by its age. */
export interface DueRow {
  readonly place: number;
  readonly chain: string;
  readonly first: number;
  readonly count: number;
}

type PlacedGroup = KeptGroup & { readonly place: number };

/** Rows of fewer records than that are packed, into one of about so many. */
const packedBelow = 16;
const packRecords = 256;
/** The lock is held for as long as it takes to pack them: 20 µs for each. */
export const packedRowsMax = 64;
const dayMs = 86_400_000;

const isCovering = `substr(find, 11, 1) = x'${coveringCode.toString(16)}'`;
const dueSql = {
  details: `SELECT groups.place, groups.chain, first, count FROM evidence JOIN groups USING (place)
    WHERE evidence.to_ms < ? ORDER BY evidence.to_ms`,
  contents: `SELECT place, chain, first, count FROM groups INDEXED BY groups_by_time
    WHERE to_ms < ? AND contents IS NOT NULL AND NOT (${isCovering}) ORDER BY to_ms`,
};

export function createForgetting(database: AuditDatabase, own: string, secrets: readonly AuditSecrets[]) {
  const [newest] = secrets as readonly [AuditSecrets];
  const opener = createGroupOpener(secrets);
  const seal = createSealGroup(newest);
  const { findRow } = createFindRow(database, own);
  const readGroup = database.prepare(`${groupsSql} WHERE groups.place = ?`);
  const due = { details: database.prepare(dueSql.details), contents: database.prepare(dueSql.contents) };
  const update = database.prepare(
    'UPDATE groups SET count = ?, from_ms = ?, to_ms = ?, generation = ?, find = ?, find_mac = ?, parts = ?, contents = ? WHERE place = ?',
  );
  const replaceEvidence = database.prepare(
    'INSERT INTO evidence (place, to_ms, sealed) VALUES (?, ?, ?) ON CONFLICT (place) DO UPDATE SET to_ms = excluded.to_ms, sealed = excluded.sealed',
  );
  const removeEvidence = database.prepare('DELETE FROM evidence WHERE place = ?');
  const removeGroup = database.prepare('DELETE FROM groups WHERE place = ?');
  const purgeContents = database.prepare(
    'UPDATE groups SET contents = NULL, find = NULL, find_mac = NULL WHERE place = ?',
  );
  const forgetIntent = database.prepare('DELETE FROM open_intents WHERE chain = ? AND sequence BETWEEN ? AND ?');
  const listSmall = database.prepare(
    `SELECT place, to_ms, count FROM groups WHERE place > 0 AND place > ? AND contents IS NOT NULL ORDER BY place LIMIT ${8 * packedRowsMax}`,
  );

  function read(place: number): PlacedGroup | undefined {
    const row = readGroup.get(place) as OwnGroupRow | undefined;
    return row && toOwnGroup(row, own);
  }

  function write(place: number, group: KeptGroup): void {
    const { count, fromMs, toMs, generation, find, findMac, parts, contents, evidence } = group;
    update.run(count, fromMs, toMs, generation, find, findMac, parts, contents, place);
    if (evidence === null) removeEvidence.run(place);
    else replaceEvidence.run(place, toMs, evidence);
  }

  return {
    /**
     * Finds the rows that are due by their age, with at most `recordsMax` records together, but at least one row. Acts that cover purged records
     * stay for as long as the chain does.
     */
    findOld(what: Forgotten, beforeMs: number, recordsMax: number): readonly DueRow[] {
      const found: DueRow[] = [];
      let records = 0;
      for (const row of due[what].iterate(beforeMs) as Iterable<Omit<DueRow, 'chain'> & Pick<OwnGroupRow, 'chain'>>) {
        if (records > 0 && records + row.count > recordsMax) break;
        found.push({ ...row, chain: row.chain ?? own });
        records += row.count;
      }
      return found;
    },
    purge(what: Forgotten, rows: readonly DueRow[]): void {
      for (const { place, chain, first, count } of rows) {
        removeEvidence.run(place);
        if (what === 'details') continue;
        purgeContents.run(place);
        forgetIntent.run(chain, first, first + count - 1);
      }
    },
    /** Erases the records at these places in the caller's transaction. */
    erase(places: readonly Place[]): ForgottenRecords {
      const byRow = new Map<number, Set<number>>();
      let count = 0;
      for (const { chain, sequence } of places) {
        const row = findRow(chain, sequence);
        if (row === undefined) continue;
        const indexes = byRow.get(row.place) ?? new Set();
        byRow.set(row.place, indexes.add(sequence - row.first));
        forgetIntent.run(chain, sequence, sequence);
        count++;
      }
      const replaced: Uint8Array[] = [];
      for (const [place, indexes] of byRow) {
        const group = read(place);
        const left = group && eraseRecords(group, indexes, { opener, seal });
        if (group === undefined || left === undefined) continue;
        write(place, left);
        for (const sealed of [group.contents, group.evidence]) if (sealed !== null) replaced.push(sealed);
      }
      return { count, replaced };
    },
    /** Replaces the row only if it is unchanged since the caller read it. */
    replace(before: KeptGroup, after: KeptGroup): void {
      const row = findRow(before.chain, before.first);
      const now = row && read(row.place);
      if (row === undefined || now === undefined || now.contents === null || before.contents === null) return;
      if (now.contents.equals(before.contents)) write(row.place, after);
    },
    /**
     * Packs some of the small rows behind this place, and says behind which one to go on; undefined where there are too few. A row of several
     * days would make its first records wait for the last ones before they may go.
     */
    pack(after: number, rowsMin: number): number | undefined {
      const rows = listSmall.all(after) as Pick<OwnGroupRow, 'place' | 'to_ms' | 'count'>[];
      const from = rows.findIndex(
        ({ count }, at) => count < packedBelow && (rows[at + 1]?.count ?? packedBelow) < packedBelow,
      );
      if (from < 0) return rows.length < 8 * packedRowsMax ? undefined : rows.at(-1)?.place;
      const small = rows.slice(from, from + packedRowsMax);
      const [{ to_ms: firstMs } = { to_ms: 0 }] = small;
      const run = small.findIndex(
        ({ count, to_ms }) => count >= packedBelow || Math.floor(to_ms / dayMs) !== Math.floor(firstMs / dayMs),
      );
      const length = run < 0 ? small.length : run;
      // More may follow.
      if (length < rowsMin && from + length === rows.length) return undefined;
      const some: (ReadGroup & { readonly group: PlacedGroup })[] = [];
      for (const { place } of small.slice(0, length)) {
        const group = read(place) as PlacedGroup;
        const last = some.at(-1)?.group;
        const opened = last === undefined || follows(last, group) ? openToPack(group) : undefined;
        if (opened === undefined) break;
        some.push({ group, opened });
        if (group.first + group.count - (some[0]?.group.first ?? 0) >= packRecords) break;
      }
      const [first, ...rest] = some;
      if (first === undefined || rest.length === 0) return rows[from]?.place;
      write(first.group.place, packGroups([first, ...rest], seal));
      for (const { group } of rest) {
        removeEvidence.run(group.place);
        removeGroup.run(group.place);
      }
      return first.group.place;
    },
  };

  /**
   * Opens a row for packing. Returns undefined for an act that covers other records, because it stays by itself. Damaged rows and rows that have
   * lost something return undefined too.
   */
  function openToPack(group: PlacedGroup): OpenedGroup | undefined {
    if (group.find?.[10] === coveringCode || !opener.isFindOurs(group)) return undefined;
    try {
      const opened = opener.open(group);
      return hasAllEvidence(opened) ? opened : undefined;
    } catch {
      return undefined;
    }
  }
}

function follows(one: KeptGroup, other: KeptGroup): boolean {
  return one.chain === other.chain && one.first + one.count === other.first;
}
