// Rows of the audit in SQLite as searches and the proof read them: in pages, because a reader that stays open would keep the write-ahead log
// from being folded in.

import type { KeptGroup } from '../../../app/audit/groups/group.ts';
import type { ChainStretch } from '../../../app/audit/ports.ts';
import type { AuditDatabase } from '../audit-database.sqlite.ts';
import { createReadIntents } from '../audit-intents.sqlite.ts';
import { createFindRow, groupsSql, type OwnGroupRow, outlineColumns, toOwnGroup } from '../audit-rows.sqlite.ts';
import type { Outline, Scan, SearchedRows } from './searched-rows.ts';

/** A page of groups of 256 holds some megabytes. */
const pageRows = 200;
const outlinesAtOnce = 1_000;

export function createReadPages(database: AuditDatabase, own: string) {
  const order = `ORDER BY groups.place LIMIT ${pageRows}`;
  const ofOwn = database.prepare(
    `${groupsSql} WHERE groups.place >= @from AND groups.place > 0 AND first <= @until ${order}`,
  );
  const ofEnded = database.prepare(
    `${groupsSql} WHERE chain = @chain AND first + count > @from AND first <= @until ORDER BY first LIMIT ${pageRows}`,
  );
  const { findRow } = createFindRow(database, own);

  return function* ({ chain, after, until = Number.MAX_SAFE_INTEGER }: ChainStretch): Generator<readonly KeptGroup[]> {
    for (let next = after + 1; ; ) {
      // Rows may have been packed since the page before.
      const from = findRow(chain, next)?.first ?? next;
      const rows = (chain === own ? ofOwn.all({ from, until }) : ofEnded.all({ chain, from, until })) as OwnGroupRow[];
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map((row) => toOwnGroup(row, own));
      next = Math.max(next, last.first + last.count);
      if (next > until) return;
    }
  };
}

export function createSearchedRows(database: AuditDatabase, own: string): SearchedRows {
  const { findRow } = createFindRow(database, own);
  const readIntents = createReadIntents(database);
  const outline = `SELECT ${outlineColumns} FROM groups`;
  const prepare = (condition: string, order: string) =>
    database.prepare(
      `${outline} WHERE ${condition} AND to_ms >= @fromMs AND from_ms < @toMs ORDER BY place ${order} LIMIT ${outlinesAtOnce}`,
    );
  const toReads = (condition: string) => ({
    oldest: prepare(`place >= @from AND ${condition}`, 'ASC'),
    newest: prepare(`place <= @from AND ${condition}`, 'DESC'),
  });
  const reads = { all: toReads('true'), own: toReads('place > 0'), ended: toReads('chain = @chain') };
  const unsettled = database.prepare(
    `SELECT ${outlineColumns}, signed FROM (
        SELECT *, coalesce((SELECT max(sequence) FROM heads WHERE heads.chain = coalesce(groups.chain, @own)), 0) AS signed FROM groups
        WHERE (place > 0 AND place >= coalesce((SELECT max(place) FROM groups WHERE place > 0 AND place <=
            (SELECT coalesce(max(sequence), 0) + 1 FROM heads WHERE heads.chain = @own)), 0)) OR place < 0)
      WHERE first + count - 1 > signed ORDER BY place`,
  );
  const readGroup = database.prepare(`${groupsSql} WHERE groups.place = ?`);
  const readContents = database.prepare(
    `SELECT ${outlineColumns}, parts, contents, CASE WHEN EXISTS (SELECT 1 FROM evidence WHERE evidence.place = groups.place) THEN x'' END AS evidence
      FROM groups WHERE place = ?`,
  );
  type OutlineRow = Omit<OwnGroupRow, 'parts' | 'contents' | 'evidence'>;
  const toOutline = ({
    place,
    chain,
    first,
    count,
    from_ms,
    to_ms,
    generation,
    find,
    find_mac,
  }: OutlineRow): Outline => ({
    ...{ place, chain: chain ?? own, first, count, fromMs: from_ms, toMs: to_ms, generation, find, findMac: find_mac },
  });

  function* outlines({ order, chain, from, fromMs = Number.MIN_SAFE_INTEGER, toMs = Number.MAX_SAFE_INTEGER }: Scan) {
    const statement = reads[chain === undefined ? 'all' : chain === own ? 'own' : 'ended'][order];
    const end = order === 'newest' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
    const edge = from && findRow(from.chain, from.sequence);
    // One that is beyond the first or the last record of its chain.
    const next = from && edge === undefined ? findRow(from.chain, from.sequence + 1)?.place : edge?.place;
    for (let place = next ?? end; ; ) {
      const found = statement.all({ from: place, fromMs, toMs, ...(chain !== undefined && { chain }) }) as OutlineRow[];
      const last = found.at(-1);
      if (last === undefined) return;
      yield found.map(toOutline);
      if (found.length < outlinesAtOnce) return;
      if (order === 'newest') place = last.place - 1;
      else if (last.place < 0) place = last.place + 1;
      else place = findRow(own, last.place + last.count)?.place ?? last.place + last.count;
    }
  }

  return {
    outlines,
    *unsettled() {
      for (const row of unsettled.all({ own }) as (OutlineRow & { readonly signed: number })[])
        yield { ...toOutline(row), signed: row.signed };
    },
    intents: async () => readIntents(),
    async read(places, withEvidence) {
      const statement = withEvidence ? readGroup : readContents;
      const find = (place: number) =>
        (statement.get(place) ?? statement.get(findRow(own, place)?.place)) as OwnGroupRow | undefined;
      return places.flatMap((place) => {
        const row = find(place);
        const group = row && toOwnGroup(row, own);
        if (group === undefined) return [];
        return [
          { ...group, place, hasEvidence: group.evidence !== null, evidence: withEvidence ? group.evidence : null },
        ];
      });
    },
  };
}
