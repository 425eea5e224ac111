// Takes the audit of a data directory into PostgreSQL, record by record as it is: the chain keeps its name, and with it every hash and every
// signature stays provable. It goes on behind the last record that is there.

import { attachMonths } from '../postgres/audit-months.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { SqliteDatabase } from '../sqlite/connection.ts';
import { type Asker, inPages, insertRows } from './copy-rows.ts';
import type { Taken } from './import-tables.postgres.ts';

interface AuditTransfer {
  readonly source: SqliteDatabase;
  readonly target: Pick<PostgresPool, 'query' | 'open'>;
  readonly sourceId: string;
  /** As `YYYY-MM-DD`. */
  readonly today: string;
}

const endSql = `SELECT sequence, to_char(written_on, 'YYYY-MM-DD') AS day FROM confere.audit_records
  WHERE chain = $1 ORDER BY sequence DESC LIMIT 1`;
const countSql = 'SELECT count(*) AS count FROM confere.audit_records WHERE chain = $1';
const recordsSql = `SELECT sequence, hash, content, content_hash, details, at_ms FROM records WHERE sequence > ? ORDER BY sequence`;
const copyMs = 60_000;

export async function importAudit({ source, target, sourceId, today }: AuditTransfer): Promise<Taken> {
  const chain = source.prepare("SELECT value FROM meta WHERE name = 'chain'").pluck().get() as string;
  const found = source.prepare('SELECT count(*) FROM records').pluck().get() as number;
  const [end] = (await target.query<{ readonly sequence: number; readonly day: string }>(endSql, [chain])).rows;
  const place = await findPlace(target, sourceId, source);
  await makeMonths(source, target);
  let day = end?.day ?? today;
  for (const rows of inPages(source, recordsSql, [end?.sequence ?? 0])) {
    const records: unknown[][] = [];
    const details: unknown[][] = [];
    for (const row of rows) {
      // What was forgotten has no time of its own: it is as old as what stands before it.
      if (row['at_ms'] !== null) day = new Date(row['at_ms'] as number).toISOString().slice(0, 10);
      const sequence = row['sequence'] as number;
      records.push([chain, sequence, day, place + sequence, row['hash'], row['content'], row['content_hash']]);
      if (row['details'] !== null) details.push([chain, sequence, day, row['details']]);
    }
    // The evidence first: behind the last record nothing is missing then.
    if (details.length > 0)
      await insertRows(target, 'audit_details', ['chain', 'sequence', 'written_on', 'details'], details);
    const columns = ['chain', 'sequence', 'written_on', 'place', 'hash', 'content', 'content_hash'];
    await insertRows(target, 'audit_records', columns, records);
  }
  await copyRest(source, target, chain);
  const counted = await target.query<{ readonly count: number }>(countSql, [chain], copyMs);
  return { found, there: counted.rows[0]?.count ?? 0 };
}

/** Before everything that is there: who lists the audit sees what is newer first. */
async function findPlace(target: Asker, sourceId: string, source: SqliteDatabase): Promise<number> {
  const name = `import ${sourceId} audit`;
  const last = source.prepare('SELECT coalesce(max(sequence), 0) FROM records').pluck().get() as number;
  await target.query(
    `INSERT INTO confere.meta (name, value) SELECT $1, convert_to((least(0, (SELECT min(place) FROM confere.audit_records)) - $2::bigint - 1)::text, 'UTF8')
      ON CONFLICT (name) DO NOTHING`,
    [name, last],
  );
  const { rows } = await target.query<{ readonly value: Buffer }>('SELECT value FROM confere.meta WHERE name = $1', [
    name,
  ]);
  return Number(rows[0]?.value.toString());
}

async function makeMonths(source: SqliteDatabase, target: Pick<PostgresPool, 'open'>): Promise<void> {
  const sql = "SELECT DISTINCT strftime('%Y-%m-01', at_ms / 1000, 'unixepoch') FROM records WHERE at_ms IS NOT NULL";
  const months = source.prepare(sql).pluck().all() as string[];
  const session = await target.open();
  try {
    await attachMonths(session, months);
  } finally {
    session.close();
  }
}

async function copyRest(source: SqliteDatabase, target: Asker, chain: string): Promise<void> {
  await insertRows(target, 'audit_chains', ['id'], [[chain]]);
  for (const rows of inPages(source, 'SELECT sequence, hash, at_ms, signer, signature FROM heads', [])) {
    const names = ['sequence', 'hash', 'at_ms', 'signer', 'signature'];
    await insertRows(
      target,
      'audit_heads',
      ['chain', ...names],
      rows.map((row) => [chain, ...names.map((name) => row[name])]),
    );
  }
  for (const rows of inPages(source, 'SELECT hash, document FROM policies', [])) {
    await insertRows(
      target,
      'audit_policies',
      ['hash', 'document'],
      rows.map((row) => [row['hash'], row['document']]),
    );
  }
  for (const rows of inPages(source, 'SELECT request_id, sequence FROM open_intents', [])) {
    const columns = ['request_id', 'chain', 'sequence'];
    await insertRows(
      target,
      'audit_open_intents',
      columns,
      rows.map((row) => [row['request_id'], chain, row['sequence']]),
    );
  }
}
