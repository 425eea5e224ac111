// Brings the schema forward, one process at a time, and says whether it is one that this version can serve on. A migration is
// noted as begun before it is made and as finished together with it, so that one that was cut off shows.

import { sharedTables } from '../../../app/kept/stores.ts';
import { OperatorError } from '../../../errors.ts';
import type { PostgresPool } from '../pool.ts';
import type { Session } from '../session.ts';
import { prepareMonths } from './audit-months.ts';
import { changeTables } from './brief-locks.ts';
import { migrations } from './migrations.ts';

export interface SchemaState {
  /** `version` is the version of the last finished migration. The value is 0 if there is no schema. */
  readonly version: number;
  /** One that was begun and never finished. */
  readonly half: number | undefined;
}

export interface Migrated {
  /** The names of those that were made now. */
  readonly made: readonly string[];
  readonly version: number;
}

/** Any number, as long as it is always the same. */
const lockKey = 4_307_713_021;
/** An index of a large table takes its time. */
const migrationMs = 3_600_000;

export async function readSchemaState(asker: Pick<PostgresPool, 'query'>): Promise<SchemaState> {
  // Asked of the catalogue first: a statement about a table that is not there would be a fault in the server's log.
  const { rows: tables } = await asker.query<{ readonly found: boolean }>(
    "SELECT to_regclass('confere.migrations') IS NOT NULL AS found",
  );
  if (tables[0]?.found !== true) return { version: 0, half: undefined };
  const { rows } = await asker.query<{ readonly version: number; readonly half: number | null }>(
    `SELECT coalesce(max(version) FILTER (WHERE finished_at IS NOT NULL), 0) AS version,
      min(version) FILTER (WHERE finished_at IS NULL) AS half FROM confere.migrations`,
  );
  return { version: rows[0]?.version ?? 0, half: rows[0]?.half ?? undefined };
}

export function listPending({ version }: SchemaState): readonly string[] {
  return migrations.slice(version).map(({ name }) => name);
}

export interface PlannedMigration {
  readonly name: string;
  readonly sql: string;
  /** Tables that are there already and that it changes, with how large they are now. */
  readonly changes: readonly { readonly table: string; readonly bytes: number; readonly rows: number }[];
}

/** Returns the migrations that `migrate` would perform, and performs none. */
export async function planMigrations(pool: Pick<PostgresPool, 'query'>): Promise<readonly PlannedMigration[]> {
  const { version } = await readSchemaState(pool);
  const { rows: tables } = await pool.query<{ readonly table: string; readonly bytes: string; readonly rows: string }>(
    `SELECT 'confere.' || c.relname AS table, sum(pg_total_relation_size(part.relid)) AS bytes,
      sum(greatest((SELECT reltuples FROM pg_class WHERE oid = part.relid), 0)) AS rows
    FROM pg_class c, LATERAL (SELECT relid FROM pg_partition_tree(c.oid) UNION SELECT c.oid) AS part
    WHERE c.relnamespace = to_regnamespace('confere') AND c.relkind IN ('r', 'p') GROUP BY 1 ORDER BY 1`,
  );
  return migrations.slice(version).map(({ name, sql }) => {
    const changed = new Set(
      [...sql.matchAll(/\b(?:ALTER TABLE(?: IF EXISTS)?|UPDATE|DELETE FROM|INSERT INTO|ON) (confere\.\w+)/g)].map(
        ([, table]) => table,
      ),
    );
    const changes = tables
      .filter(({ table }) => changed.has(table))
      .map(({ table, bytes, rows }) => ({ table, bytes: Number(bytes), rows: Number(rows) }));
    return { name, sql: sql.trim(), changes };
  });
}

/** Returns the fault that keeps this version from serving on that schema, with advice. Returns undefined if there is none. */
export function findSchemaFault({ version, half }: SchemaState): string | undefined {
  if (half !== undefined) {
    return `Migration ${half} of the database in store was begun and not finished. Run again: confere store migrate`;
  }
  if (version > migrations.length) {
    return `The database in store was brought forward by a newer Confere (schema ${version}, this one knows ${migrations.length}). Run that version.`;
  }
  if (version === 0) return 'The database in store has no tables of Confere yet. Make them: confere store migrate';
  if (version < migrations.length) {
    return `The database in store is older than this Confere (schema ${version} of ${migrations.length}). Bring it forward: confere store migrate`;
  }
  return undefined;
}

/** `serviceRole` is given what the service needs, where it is another role than the one that migrates. */
export async function migrate(pool: Pick<PostgresPool, 'open'>, serviceRole: string): Promise<Migrated> {
  const session = await pool.open();
  try {
    await session.query('SELECT pg_advisory_lock($1)', [lockKey], migrationMs);
    const before = await readSchemaState(session);
    if (before.version > migrations.length) throw new OperatorError(findSchemaFault(before) ?? '');
    await session.run(`CREATE SCHEMA IF NOT EXISTS confere;
      CREATE TABLE IF NOT EXISTS confere.migrations (
        version integer PRIMARY KEY, name text NOT NULL, begun_at timestamptz NOT NULL, finished_at timestamptz)`);
    const due = migrations.slice(before.version);
    for (const [index, migration] of due.entries()) await make(session, before.version + index + 1, migration);
    await prepareMonths(session);
    await grant(session, serviceRole);
    return { made: due.map(({ name }) => name), version: migrations.length };
  } finally {
    // The lock goes with the session.
    session.close();
  }
}

async function make(session: Session, version: number, { name, sql }: (typeof migrations)[number]): Promise<void> {
  await session.query(
    `INSERT INTO confere.migrations (version, name, begun_at) VALUES ($1, $2, now())
      ON CONFLICT (version) DO UPDATE SET begun_at = excluded.begun_at`,
    [version, name],
  );
  const finish = `UPDATE confere.migrations SET finished_at = now() WHERE version = ${version}`;
  try {
    await changeTables(session, `${sql}; ${finish}`, migrationMs);
  } catch (error) {
    // Where it was refused as a whole, it is not half made, and nodes may start.
    const forget = 'DELETE FROM confere.migrations WHERE version = $1 AND finished_at IS NULL';
    if (!session.isBroken()) await session.query(forget, [version]);
    throw error;
  }
}

async function grant(session: Session, role: string): Promise<void> {
  const { rows } = await session.query<{ readonly own: boolean; readonly quoted: string }>(
    'SELECT current_user = $1 AS own, quote_ident($1) AS quoted',
    [role],
  );
  const [asked] = rows;
  if (asked === undefined || asked.own) return;
  const rights = Object.entries(serviceRights).map(([table, right]) => {
    const { quoted } = asked;
    const target = `${right === 'USAGE' ? 'SEQUENCE' : 'TABLE'} confere.${table}`;
    return `REVOKE ALL ON ${target} FROM ${quoted}; GRANT ${right} ON ${target} TO ${quoted};`;
  });
  await session.run(`GRANT USAGE ON SCHEMA confere TO ${asked.quoted}; ${rights.join('\n')}`);
}

const every = 'SELECT, INSERT, UPDATE, DELETE';

/**
 * What the role of the service may do in PostgreSQL, as the table of all that is kept says. The service may do nothing else. Every run of
 * the migrations grants them anew.
 */
const serviceRights: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sharedTables.map(([name, { rights = every }]) => [name, rights])),
  audit_places: 'USAGE',
};
