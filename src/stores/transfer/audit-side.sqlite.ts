// The audit in a node's own file as one end of a move. What comes in is of chains that nobody continues here.

import { type AuditDatabase, readChainId } from '../audit/audit-database.sqlite.ts';
import { createAddGroup, groupsSql, type OwnGroupRow, toOwnGroup } from '../audit/audit-rows.sqlite.ts';
import type { AuditSource, AuditTarget, MovedGroup } from './audit-side.ts';
import { createSqliteSide } from './side.sqlite.ts';
import type { Side } from './side.ts';

const monthsSql = `SELECT DISTINCT strftime('%Y-%m-01', to_ms / 1000, 'unixepoch') FROM groups`;

export function createSqliteAuditSide(database: AuditDatabase): AuditSource & AuditTarget & { readonly side: Side } {
  const own = readChainId(database);
  const get = (sql: string, ...values: readonly unknown[]) =>
    database
      .prepare(sql)
      .pluck()
      .get(...values);
  const addGroup = createAddGroup(database);
  const addAll = database.transaction((groups: readonly MovedGroup[]) => {
    for (const group of groups) addGroup(group, group.chain);
  });
  return {
    side: createSqliteSide(database),
    count: async () => get('SELECT count(*) FROM groups') as number,
    async findEnds() {
      const ends = database.prepare('SELECT min(place) AS first, max(place) AS last FROM groups').get();
      const { first, last } = ends as { readonly first: number | null; readonly last: number };
      return first === null ? undefined : { first, last };
    },
    async readAfter(place, limit) {
      const rows = database
        .prepare(`${groupsSql} WHERE groups.place > ? ORDER BY groups.place LIMIT ?`)
        .all(place, limit);
      return (rows as OwnGroupRow[]).map((row) => toOwnGroup(row, own));
    },
    months: async () => database.prepare(monthsSql).pluck().all() as string[],
    // All before the first of our own.
    prepare: async (_, { last }) => -1 - last,
    async findLast(first, last) {
      const place = get('SELECT max(place) FROM groups WHERE place BETWEEN ? AND ?', first, last);
      return (place as number | null) ?? undefined;
    },
    async add(groups) {
      addAll.immediate(groups);
    },
    countThere: async (first, last) =>
      get('SELECT count(*) FROM groups WHERE place BETWEEN ? AND ?', first, last) as number,
  };
}
