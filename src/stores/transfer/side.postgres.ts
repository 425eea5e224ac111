// The database that nodes share as one end of a move, as its owner.

import type { PostgresPool } from '../postgres/pool.ts';
import type { MovedColumn, MovedTable } from './moved-tables.ts';
import { type MovedRow, type Side, toChanges } from './side.ts';

type Asker = Pick<PostgresPool, 'query'>;
type Pool = Asker & Pick<PostgresPool, 'transaction'>;

const moveMs = 60_000;
const countMs = 600_000;
const typesSql = `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
  WHERE attrelid = ('confere.' || $1)::regclass AND attnum > 0 AND NOT attisdropped`;

export function createPostgresSide(pool: Pool): Side {
  return createSide(pool, (work) => pool.transaction(work), new Map());
}

type Transaction = <Result>(work: (asker: Asker) => Promise<Result>) => Promise<Result>;
type Types = ReadonlyMap<string, string>;

function createSide(asker: Asker, transaction: Transaction, known: Map<string, Types>): Side {
  /** Values are told their types: in a list of rows PostgreSQL would take them for texts. */
  async function getTypes(table: string): Promise<Types> {
    const found = known.get(table);
    if (found !== undefined) return found;
    const { rows } = await asker.query<{ readonly name: string; readonly type: string }>(typesSql, [table]);
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    known.set(table, types);
    return types;
  }

  async function write(
    table: string,
    columns: readonly MovedColumn[],
    rows: readonly MovedRow[],
    onConflict: string,
  ): Promise<void> {
    const types = await getTypes(table);
    const values: unknown[] = [];
    const toPlace = (column: MovedColumn, row: MovedRow) =>
      toStored(`$${values.push(row[column.postgres])}`, column, types);
    const places = rows.map((row) => `(${columns.map((column) => toPlace(column, row)).join(', ')})`);
    const names = columns.map(({ postgres }) => postgres).join(', ');
    const sql = `INSERT INTO confere.${table} AS kept (${names}) VALUES ${places.join(', ')} ${onConflict}`;
    await asker.query(sql, values, moveMs);
  }

  const ofTable = ({ columns, counts }: MovedTable) =>
    columns.filter(({ postgres }) => counts?.columns.includes(postgres) !== true);

  return {
    async read(table, { after, limit, of }) {
      const types = await getTypes(table.postgres);
      const values: unknown[] = [];
      const give = (name: string, value: unknown) => `$${values.push(value)}::${types.get(name)}`;
      const conditions = [
        ...(of === undefined ? [] : [`${of.column} = ${give(of.column, of.value)}`]),
        ...(after === undefined
          ? []
          : [`(${table.key.join(', ')}) > (${table.key.map((name) => give(name, after[name])).join(', ')})`]),
      ];
      const where = [table.where ?? 'true', ...conditions].join(' AND ');
      const sql = `SELECT ${[...ofTable(table).map(toRead), ...toCountReads(table)].join(', ')} FROM confere.${table.postgres} AS kept
        WHERE ${where} ORDER BY ${table.key.join(', ')} LIMIT $${values.push(limit)}`;
      return (await asker.query<MovedRow>(sql, values, moveMs)).rows;
    },
    async count({ postgres, where }, of) {
      const ofOne = of === undefined ? '' : ` AND ${of.column} = $1`;
      const sql = `SELECT count(*) AS count FROM confere.${postgres} WHERE ${where ?? 'true'}${ofOne}`;
      const values = of === undefined ? [] : [of.value];
      return (await asker.query<{ readonly count: number }>(sql, values, moveMs)).rows[0]?.count ?? 0;
    },
    async insert(table, rows, set = {}) {
      const columns = ofTable(table);
      const extra = Object.keys(set).filter((name) => !columns.some(({ postgres }) => postgres === name));
      const all = [...columns, ...extra.map((name) => ({ sqlite: name, postgres: name }))];
      const given = rows.map((row) => ({ ...row, ...set }));
      await write(table.postgres, all, given, 'ON CONFLICT DO NOTHING');
      const { counts } = table;
      if (counts === undefined) return;
      const names = [counts.owner, 'part', ...counts.columns];
      await write(
        counts.table,
        names.map((name) => ({ sqlite: name, postgres: name })),
        rows.map((row) => ({ ...row, [counts.owner]: row[table.key[0] as string], part: 0 })),
        'ON CONFLICT DO NOTHING',
      );
    },
    async addUp(table, rows) {
      const changes = toChanges(table).map(({ name, how }) =>
        how === 'sum'
          ? `${name} = kept.${name} + excluded.${name}`
          : `${name} = greatest(kept.${name}, excluded.${name})`,
      );
      const onConflict = `ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
      await write(table.postgres, table.columns, rows, onConflict);
    },
    async countThere(table, rows) {
      const types = await getTypes(table.postgres);
      const lists = table.key.map((name) => rows.map((row) => row[name]));
      const given = table.key.map((name, index) => `$${index + 1}::${types.get(name)}[]`).join(', ');
      const sql = `SELECT count(*) AS count FROM confere.${table.postgres}
        JOIN unnest(${given}) AS given (${table.key.join(', ')}) USING (${table.key.join(', ')})`;
      return (await asker.query<{ readonly count: number }>(sql, lists, moveMs)).rows[0]?.count ?? 0;
    },
    async update(table, where, set) {
      const values: unknown[] = [];
      const toText = (row: MovedRow, between: string) =>
        Object.entries(row)
          .map(([name, value]) => `${name} = $${values.push(value)}`)
          .join(between);
      const sql = `UPDATE confere.${table.postgres} SET ${toText(set, ', ')} WHERE ${toText(where, ' AND ')}`;
      return (await asker.query(sql, values, moveMs)).count === 1;
    },
    async touch(table, id) {
      await asker.query(`UPDATE confere.${table.postgres} SET seen_at = now() WHERE id = $1`, [id], moveMs);
    },
    async remove(table, column, value) {
      await asker.query(`DELETE FROM confere.${table.postgres} WHERE ${column} = $1`, [value], moveMs);
      const { counts } = table;
      if (counts !== undefined)
        await asker.query(`DELETE FROM confere.${counts.table} WHERE ${counts.owner} = $1`, [value], moveMs);
    },
    async countCalls() {
      await asker.query('SELECT confere.count_calls_anew()', [], countMs);
    },
    async note(name) {
      const sql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
      return (await asker.query(sql, [name, Buffer.from('done')])).count === 1;
    },
    transaction: (work) => transaction((session) => work(createSide(session, (inner) => inner(session), known))),
  };
}

function toStored(place: string, { postgres, as }: MovedColumn, types: Types): string {
  if (as === 'time') return `to_timestamp(${place}::bigint / 1000.0)`;
  return `${place}::${types.get(postgres)}`;
}

function toRead({ postgres, as }: MovedColumn): string {
  if (as === 'time') return `(extract(epoch FROM ${postgres}) * 1000)::bigint AS ${postgres}`;
  if (as === 'date') return `to_char(${postgres}, 'YYYY-MM-DD') AS ${postgres}`;
  return postgres;
}

function toCountReads({ key, counts }: MovedTable): readonly string[] {
  if (counts === undefined) return [];
  const of = `FROM confere.${counts.table} WHERE ${counts.owner} = kept.${key[0]}`;
  return counts.columns.map((name) => `(SELECT coalesce(sum(${name}), 0) ${of})::bigint AS ${name}`);
}
