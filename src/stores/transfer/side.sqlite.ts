// The files of a node as one end of a move.

import type { SqliteDatabase } from '../sqlite/connection.ts';
import type { MovedTable } from './moved-tables.ts';
import { type MovedRow, type Side, toChanges } from './side.ts';

export function createSqliteSide(database: SqliteDatabase): Side {
  const toName = (table: MovedTable, postgres: string) =>
    table.columns.find((column) => column.postgres === postgres)?.sqlite ?? postgres;
  const toSource = (table: MovedTable) => `${table.sqliteSource ?? table.sqlite} WHERE ${table.where ?? 'true'}`;

  function write(table: MovedTable, rows: readonly MovedRow[], set: MovedRow, onConflict: string): void {
    const known = table.columns.map(({ postgres }) => postgres);
    const names = [...new Set([...known, ...Object.keys(set)])];
    const places = names.map(() => '?').join(', ');
    const columns = names.map((name) => toName(table, name)).join(', ');
    const statement = database.prepare(`INSERT INTO ${table.sqlite} (${columns}) VALUES (${places}) ${onConflict}`);
    const run = database.transaction(() => {
      for (const row of rows) statement.run(names.map((name) => (name in set ? set[name] : row[name])));
    });
    run();
  }

  const side: Side = {
    async read(table, { after, limit, of }) {
      const columns = table.columns.map(({ sqlite, postgres }) => `${sqlite} AS ${postgres}`).join(', ');
      const key = table.key.map((name) => toName(table, name));
      const conditions = [
        ...(of === undefined ? [] : [`${toName(table, of.column)} = ?`]),
        ...(after === undefined ? [] : [`(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`]),
      ];
      const values = [
        ...(of === undefined ? [] : [of.value]),
        ...(after === undefined ? [] : table.key.map((name) => after[name])),
      ];
      const where = conditions.map((condition) => ` AND ${condition}`).join('');
      const sql = `SELECT ${columns} FROM ${toSource(table)}${where} ORDER BY ${key.join(', ')} LIMIT ?`;
      return database.prepare(sql).all(...values, limit) as MovedRow[];
    },
    async count(table, of) {
      const where = of === undefined ? '' : ` AND ${toName(table, of.column)} = ?`;
      const statement = database.prepare(`SELECT count(*) FROM ${toSource(table)}${where}`).pluck();
      return statement.get(...(of === undefined ? [] : [of.value])) as number;
    },
    async insert(table, rows, set = {}) {
      write(table, rows, set, 'ON CONFLICT DO NOTHING');
    },
    async addUp(table, rows) {
      const changes = toChanges(table).map(({ name, how }) =>
        how === 'sum' ? `${name} = ${name} + excluded.${name}` : `${name} = max(${name}, excluded.${name})`,
      );
      write(table, rows, {}, `ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`);
    },
    async countThere(table, rows) {
      const conditions = table.key.map((name) => `${toName(table, name)} = ?`).join(' AND ');
      const find = database.prepare(`SELECT 1 FROM ${table.sqlite} WHERE ${conditions}`);
      return rows.filter((row) => find.get(...table.key.map((name) => row[name])) !== undefined).length;
    },
    async update(table, where, set) {
      const toText = (row: MovedRow, between: string) =>
        Object.keys(row)
          .map((name) => `${toName(table, name)} = ?`)
          .join(between);
      const sql = `UPDATE ${table.sqlite} SET ${toText(set, ', ')} WHERE ${toText(where, ' AND ')}`;
      return database.prepare(sql).run(...Object.values(set), ...Object.values(where)).changes === 1;
    },
    // Nobody else is there yet.
    async touch() {},
    async remove(table, column, value) {
      database.prepare(`DELETE FROM ${table.sqlite} WHERE ${toName(table, column)} = ?`).run(value);
    },
    async countCalls() {},
    async note(name) {
      const sql = 'INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)';
      return database.prepare(sql).run(name, Buffer.from('done')).changes === 1;
    },
    async transaction(work) {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(side);
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  };
  return side;
}
