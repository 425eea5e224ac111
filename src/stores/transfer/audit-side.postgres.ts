// The audit in the database that nodes share as one end of a move, as its owner.

import type { PostgresPool } from '../postgres/pool.ts';
import { attachMonths } from '../postgres/schema/audit-months.ts';
import { createStatements } from '../postgres/statements.ts';
import type { AuditSource, AuditTarget, MovedIntent, MovedRecord } from './audit-side.ts';
import { createPostgresSide } from './side.postgres.ts';
import type { Side } from './side.ts';

const moveMs = 60_000;
const readSql = `SELECT r.place, r.chain, r.sequence, r.hash, r.content, r.content_hash, d.details, r.at_ms FROM confere.audit_records AS r
  LEFT JOIN confere.audit_details AS d ON d.written_on = r.written_on AND d.chain = r.chain AND d.sequence = r.sequence
  WHERE r.place > $1 ORDER BY r.place LIMIT $2`;
const endsSql = 'SELECT min(place) AS first, max(place) AS last FROM confere.audit_records';
const monthsSql = `SELECT DISTINCT to_char(date_trunc('month', written_on), 'YYYY-MM-DD') AS month FROM confere.audit_records`;
const lastSql = 'SELECT max(place) AS place FROM confere.audit_records WHERE place BETWEEN $1 AND $2';
const lastDaySql = `SELECT to_char(written_on, 'YYYY-MM-DD') AS day FROM confere.audit_records
  WHERE chain = $1 ORDER BY sequence DESC LIMIT 1`;
const firstMsSql = `SELECT at_ms FROM confere.audit_records WHERE chain = $1 AND at_ms IS NOT NULL ORDER BY sequence LIMIT 1`;
const thereSql = 'SELECT count(*) AS count FROM confere.audit_records WHERE place BETWEEN $1 AND $2';
const noteSql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
const notesSql = `SELECT name, convert_from(value, 'UTF8') AS value FROM confere.meta WHERE name LIKE 'import % audit'`;
const intentColumns = 'request_id, chain, sequence';
const givenIntents = 'unnest($1::text[], $2::text[], $3::bigint[])';

type Pool = Pick<PostgresPool, 'query' | 'transaction' | 'open'>;

export function createPostgresAuditSide(pool: Pool): AuditSource & AuditTarget & { readonly side: Side } {
  const { list } = createStatements(pool);
  const get = <Row>(sql: string, values?: readonly unknown[]) => list<Row>(sql, values, moveMs);
  const count = async (sql: string, values?: readonly unknown[]) =>
    (await get<{ readonly count: number }>(sql, values))[0]?.count ?? 0;

  /** Before everything that is there or has its room reserved: who lists the audit sees what is newer first. */
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
    count: () => count('SELECT count(*) AS count FROM confere.audit_records'),
    async findEnds() {
      const [ends] = await get<{ readonly first: number | null; readonly last: number }>(endsSql);
      return ends === undefined || ends.first === null ? undefined : { first: ends.first, last: ends.last };
    },
    readAfter: (place, limit) => get<MovedRecord>(readSql, [place, limit]),
    findFirstMs: async (chain) => (await get<{ readonly at_ms: number }>(firstMsSql, [chain]))[0]?.at_ms,
    months: async () => (await get<{ readonly month: string }>(monthsSql)).map(({ month }) => month),
    intents: () => get<MovedIntent>(`SELECT ${intentColumns} FROM confere.audit_open_intents`),
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
    findLastDay: async (chain) => (await get<{ readonly day: string }>(lastDaySql, [chain]))[0]?.day,
    async add(records) {
      await pool.transaction(async (session) => {
        const toRows = (list: typeof records) => ({
          chain: list.map(({ chain }) => chain),
          sequence: list.map(({ sequence }) => sequence),
          day: list.map(({ day }) => day),
        });
        const all = toRows(records);
        await session.query(
          `INSERT INTO confere.audit_records (chain, sequence, written_on, place, hash, content, content_hash)
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::date[], $4::bigint[], $5::bytea[], $6::text[], $7::bytea[])`,
          [
            ...[all.chain, all.sequence, all.day],
            records.map(({ place }) => place),
            records.map(({ hash }) => hash),
            records.map(({ content }) => content),
            records.map((record) => record.content_hash),
          ],
          moveMs,
        );
        const sealed = records.filter(({ details }) => details !== null);
        const some = toRows(sealed);
        await session.query(
          `INSERT INTO confere.audit_details (chain, sequence, written_on, details)
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::date[], $4::bytea[])`,
          [some.chain, some.sequence, some.day, sealed.map(({ details }) => details)],
          moveMs,
        );
      });
    },
    countThere: (first, last) => count(thereSql, [first, last]),
    async addIntents(intents) {
      const sql = `INSERT INTO confere.audit_open_intents (${intentColumns}) SELECT * FROM ${givenIntents} ON CONFLICT DO NOTHING`;
      await pool.query(sql, toLists(intents), moveMs);
    },
    countIntents: (intents) =>
      count(
        `SELECT count(*) AS count FROM confere.audit_open_intents JOIN ${givenIntents} AS given (${intentColumns}) USING (${intentColumns})`,
        toLists(intents),
      ),
  };
}

function toLists(intents: readonly MovedIntent[]): readonly unknown[] {
  return [
    intents.map((intent) => intent.request_id),
    intents.map(({ chain }) => chain),
    intents.map(({ sequence }) => sequence),
  ];
}
