// The audit in a node's own file as one end of a move. What comes in is of chains that nobody continues here.

import type { AuditDatabase } from '../audit/audit-database.sqlite.ts';
import type { AuditSource, AuditTarget, MovedIntent, MovedRecord } from './audit-side.ts';
import { createSqliteSide } from './side.sqlite.ts';
import type { Side } from './side.ts';

const columns = 'place, chain, sequence, hash, content, content_hash, details, at_ms';
const monthsSql = `SELECT DISTINCT strftime('%Y-%m-01', at_ms / 1000, 'unixepoch') FROM every_record WHERE at_ms IS NOT NULL`;
const intentsSql = `SELECT open.request_id, known.chain, known.sequence FROM open_intents AS open
  JOIN every_record AS known ON known.place = open.sequence`;
const findPlaceSql = 'SELECT place FROM ended_records WHERE chain = ? AND sequence = ?';

export function createSqliteAuditSide(database: AuditDatabase): AuditSource & AuditTarget & { readonly side: Side } {
  const get = (sql: string, ...values: readonly unknown[]) =>
    database
      .prepare(sql)
      .pluck()
      .get(...values);
  const insert = database.prepare(
    `INSERT INTO ended_records (place, chain, sequence, hash, content, content_hash, details) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const addAll = database.transaction((records: readonly MovedRecord[]) => {
    for (const { place, chain, sequence, hash, content, content_hash, details } of records)
      insert.run(place, chain, sequence, hash, content, content_hash, details);
  });
  return {
    side: createSqliteSide(database),
    count: async () => get('SELECT count(*) FROM every_record') as number,
    async findEnds() {
      const ends = database.prepare('SELECT min(place) AS first, max(place) AS last FROM every_record').get();
      const { first, last } = ends as { readonly first: number | null; readonly last: number };
      return first === null ? undefined : { first, last };
    },
    async readAfter(place, limit) {
      const sql = `SELECT ${columns} FROM every_record WHERE place > ? ORDER BY place LIMIT ?`;
      return database.prepare(sql).all(place, limit) as MovedRecord[];
    },
    async findFirstMs(chain) {
      const sql = 'SELECT at_ms FROM every_record WHERE chain = ? AND at_ms IS NOT NULL ORDER BY sequence LIMIT 1';
      return get(sql, chain) as number | undefined;
    },
    months: async () => database.prepare(monthsSql).pluck().all() as string[],
    intents: async () => database.prepare(intentsSql).all() as MovedIntent[],
    // All before the first of our own.
    prepare: async (_, { last }) => -1 - last,
    async findLast(first, last) {
      const place = get('SELECT max(place) FROM ended_records WHERE place BETWEEN ? AND ?', first, last);
      return (place as number | null) ?? undefined;
    },
    findLastDay: async () => undefined,
    async add(records) {
      addAll.immediate(records);
    },
    countThere: async (first, last) =>
      get('SELECT count(*) FROM ended_records WHERE place BETWEEN ? AND ?', first, last) as number,
    async addIntents(intents) {
      const add = database.prepare(
        `INSERT OR IGNORE INTO open_intents (request_id, sequence) SELECT ?, place FROM ended_records WHERE chain = ? AND sequence = ?`,
      );
      for (const { request_id, chain, sequence } of intents) add.run(request_id, chain, sequence);
    },
    async countIntents(intents) {
      const sql = `SELECT 1 FROM open_intents WHERE request_id = ? AND sequence = (${findPlaceSql})`;
      return intents.filter((intent) => get(sql, intent.request_id, intent.chain, intent.sequence) !== undefined)
        .length;
    },
  };
}
