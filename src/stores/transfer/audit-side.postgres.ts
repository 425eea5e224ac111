// The audit in the database that nodes share as one end of a move, as its owner.

import { groupsSql } from '../audit/audit-rows.postgres.ts';
import { type GroupRow, toKeptGroup } from '../audit/group-row.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { attachMonths } from '../postgres/schema/audit-months.ts';
import { createStatements } from '../postgres/statements.ts';
import type { AuditSource, AuditTarget } from './audit-side.ts';
import { createPostgresSide } from './side.postgres.ts';
import type { Side } from './side.ts';

const moveMs = 60_000;
const endsSql = 'SELECT min(place) AS first, max(place) AS last FROM confere.audit_groups';
const monthsSql = `SELECT DISTINCT to_char(date_trunc('month', written_on), 'YYYY-MM-DD') AS month FROM confere.audit_groups`;
const lastSql = 'SELECT max(place) AS place FROM confere.audit_groups WHERE place BETWEEN $1 AND $2';
const thereSql = 'SELECT count(*) AS count FROM confere.audit_groups WHERE place BETWEEN $1 AND $2';
const noteSql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
const notesSql = `SELECT name, convert_from(value, 'UTF8') AS value FROM confere.meta WHERE name LIKE 'import % audit'`;
const addSql = `INSERT INTO confere.audit_groups
  (chain, first, count, written_on, place, from_ms, to_ms, generation, find, find_mac, parts, contents)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const addEvidenceSql = 'INSERT INTO confere.audit_evidence (chain, first, written_on, sealed) VALUES ($1, $2, $3, $4)';

type Pool = Pick<PostgresPool, 'query' | 'transaction' | 'open'>;

export function createPostgresAuditSide(pool: Pool): AuditSource & AuditTarget & { readonly side: Side } {
  const { list } = createStatements(pool);
  const get = <Row>(sql: string, values?: readonly unknown[]) => list<Row>(sql, values, moveMs);
  const count = async (sql: string, values?: readonly unknown[]) =>
    (await get<{ readonly count: number }>(sql, values))[0]?.count ?? 0;

  /** Reserves places before all existing and reserved records, so that a reader of the audit sees newer records first. */
  async function reserve(sourceId: string, first: number, last: number): Promise<number> {
    const name = `import ${sourceId} audit`;
    const reserved = await get<{ readonly name: string; readonly value: string }>(notesSql);
    const own = reserved.find((note) => note.name === name);
    if (own !== undefined) return Number(own.value.split(' ')[0]);
    const [ends] = await get<{ readonly first: number | null }>(endsSql);
    const floors = reserved.map(({ value }) => Number(value.split(' ')[1]));
    const by = Math.min(0, ends?.first ?? 0, ...floors) - last - 1;
    await pool.query(noteSql, [name, Buffer.from(`${by} ${first + by}`)]);
    return by;
  }

  return {
    side: createPostgresSide(pool),
    count: () => count('SELECT count(*) AS count FROM confere.audit_groups'),
    async findEnds() {
      const [ends] = await get<{ readonly first: number | null; readonly last: number }>(endsSql);
      return ends === undefined || ends.first === null ? undefined : { first: ends.first, last: ends.last };
    },
    async readAfter(place, limit) {
      const sql = `${groupsSql} WHERE g.place > $1 ORDER BY g.place LIMIT $2`;
      return (await get<GroupRow>(sql, [place, limit])).map(toKeptGroup);
    },
    months: async () => (await get<{ readonly month: string }>(monthsSql)).map(({ month }) => month),
    async prepare(sourceId, { first, last }, months) {
      const session = await pool.open();
      try {
        await attachMonths(session, months);
      } finally {
        session.close();
      }
      return reserve(sourceId, first, last);
    },
    findLast: async (first, last) =>
      (await get<{ readonly place: number | null }>(lastSql, [first, last]))[0]?.place ?? undefined,
    async add(groups) {
      await pool.transaction(async (session) => {
        for (const group of groups) {
          const { place, chain, first, count, day, fromMs, toMs, generation, find, findMac, parts, contents } = group;
          const values = [chain, first, count, day, place, fromMs, toMs, generation, find, findMac, parts, contents];
          await session.query(addSql, values, moveMs);
          if (group.evidence !== null) await session.query(addEvidenceSql, [chain, first, day, group.evidence], moveMs);
        }
      });
    },
    countThere: (first, last) => count(thereSql, [first, last]),
  };
}
