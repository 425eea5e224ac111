// What moves between a node's files and a shared database, against the schemas of both: no table and no column is lost without a word, in
// neither direction, and a move that is cut off anywhere ends with everything when it is made again.

import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../../src/app/kept/store.ts';
import { tables } from '../../../src/app/kept/stores.ts';
import { openAuditDatabase, toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import { openForWriting, type SqliteDatabase } from '../../../src/stores/sqlite/connection.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { createPostgresAuditSide } from '../../../src/stores/transfer/audit-side.postgres.ts';
import { createSqliteAuditSide } from '../../../src/stores/transfer/audit-side.sqlite.ts';
import type { AuditTarget } from '../../../src/stores/transfer/audit-side.ts';
import { copyAudit } from '../../../src/stores/transfer/copy-audit.ts';
import { copyPart, type Taken } from '../../../src/stores/transfer/copy-tables.ts';
import {
  auditPart,
  listPart,
  type MovedTable,
  movedByHand,
  movedWithAudit,
  transferParts,
} from '../../../src/stores/transfer/moved-tables.ts';
import { createPostgresSide } from '../../../src/stores/transfer/side.postgres.ts';
import { createSqliteSide } from '../../../src/stores/transfer/side.sqlite.ts';
import type { Side } from '../../../src/stores/transfer/side.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';

type Columns = ReadonlyMap<string, ReadonlySet<string>>;

const ofKeys: readonly MovedTable[] = [...transferParts.flatMap(listPart).flatMap((table) => [table, ...table.pieces])];
const findTable = (name: string) => ofKeys.find(({ sqlite }) => sqlite === name) as MovedTable;
const ofAudit: readonly MovedTable[] = Object.values(movedWithAudit);

describeOnPostgres('what moves between files and a shared database', () => {
  let server: TestPostgres;
  const opened = new AsyncDisposableStack();
  beforeAll(async () => {
    server = await startPostgres();
    opened.defer(() => server.close());
  });
  afterAll(() => opened.disposeAsync());

  /** Two empty files, as a version of today makes them. */
  async function createFiles(): Promise<{ keys: SqliteDatabase; audit: SqliteDatabase }> {
    const directory = createOutputDirectory('moved');
    await openTestStore(directory).close();
    openAuditDatabase({ dataDirectory: directory, busyTimeoutMs: 5_000 }).close();
    const keys = openForWriting(toDatabasePath(directory), { lockWaitMs: 5_000, mustExist: true });
    const audit = new Database(toAuditPath(directory));
    for (const database of [keys, audit]) database.pragma('synchronous = OFF');
    opened.defer(() => void keys.close());
    opened.defer(() => void audit.close());
    return { keys, audit };
  }

  function connect({ owner }: TestDatabase): PostgresPool {
    const pool = createPostgresPool({ address: parsePostgresAddress(owner), connectionsMax: 2 });
    opened.defer(() => pool.close());
    return pool;
  }

  test('every table and column of both is moved, or there is a reason why not', async () => {
    const { keys, audit } = await createFiles();
    const database = await server.createDatabase();
    const sqlite = new Map([...listSqlite(keys, ''), ...listSqlite(audit, 'audit.db:')]);
    expect(toDeclared('sqlite')).toEqual(sqlite);
    expect(toDeclared('postgres')).toEqual(await listPostgres(database));
  });

  test('every row comes back as it went, through a shared database', async () => {
    const [first, last] = [await createFiles(), await createFiles()];
    fill(first);
    const pool = connect(await server.createDatabase());
    expect(shortOf(await toPostgres(first, pool))).toEqual([]);
    expect(shortOf(await toSqlite(pool, last))).toEqual([]);
    expect(readAll(last)).toEqual(readAll(first));
  });

  test('a move that is cut off again and again ends with every row, in both directions', async () => {
    const [first, last] = [await createFiles(), await createFiles()];
    fill(first);
    const pool = connect(await server.createDatabase());
    const there = await retryCutOff((cut) => toPostgres(first, pool, cut));
    const back = await retryCutOff((cut) => toSqlite(pool, last, cut));
    // Of each there was something to be cut off in the middle.
    expect([there.cuts > 8, back.cuts > 8]).toEqual([true, true]);
    const isShort = ({ found, there: arrived }: Taken) => arrived !== found;
    expect([...there.taken, ...back.taken].filter(isShort)).toEqual([]);
    expect(readAll(last)).toEqual(readAll(first));
  });

  test('events of a key that was told of others meanwhile come behind those, and usage is added once', async () => {
    const [one, other] = [await createFiles(), await createFiles()];
    for (const { keys } of [one, other]) {
      keys.exec(
        "INSERT INTO event_counts VALUES ('key_a', 2); INSERT INTO usage_calls VALUES ('key_a', '2026-11-15', 'bureau_a', 'answered', '', 3)",
      );
    }
    const insert =
      'INSERT INTO events (key_id, number, id, event, sealed_body, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)';
    for (const [files, ids] of [
      [one, ['a', 'b']],
      [other, ['c', 'd']],
    ] as const) {
      for (const [index, id] of ids.entries())
        files.keys.prepare(insert).run('key_a', index + 1, id, 'batch.completed', Buffer.from(id), 1);
    }
    const database = await server.createDatabase();
    const pool = connect(database);
    for (const files of [one, other, other]) await toPostgres(files, pool, undefined, files === one ? 'one' : 'other');
    expect(await database.query('SELECT number::int, id FROM confere.events ORDER BY number')).toEqual([
      { number: 1, id: 'a' },
      { number: 2, id: 'b' },
      { number: 3, id: 'c' },
      { number: 4, id: 'd' },
    ]);
    expect(await database.query('SELECT last_number::int FROM confere.event_counts')).toEqual([{ last_number: 4 }]);
    expect(await database.query('SELECT count::int FROM confere.usage_calls')).toEqual([{ count: 6 }]);
  });

  test('calls are counted where they have come to, and those in windows come back with the others', async () => {
    const [first, last] = [await createFiles(), await createFiles()];
    fillTable(first.keys, findTable('idempotent_calls'));
    const database = await server.createDatabase();
    const pool = connect(database);
    await toPostgres(first, pool);
    const sql = "SELECT sum(records)::int AS records FROM confere.idempotent_counts WHERE key_id = ''";
    expect(await database.query(sql)).toEqual([{ records: rowsOfEach }]);
    await database.query(`INSERT INTO confere.idempotent_calls_0 (id, key_id, fingerprint, owner, expires_at_ms)
      VALUES ('in a window', 'key_a', 'f', 'o', 1)`);
    await toSqlite(pool, last);
    const ids = last.keys.prepare('SELECT id FROM idempotent_calls').pluck().all();
    expect([ids.length, ids.includes('in a window')]).toEqual([rowsOfEach + 1, true]);
  });

  test('what was forgotten of a chain stays in its month', async () => {
    const files = await createFiles();
    const insert =
      files.audit.prepare(`INSERT INTO groups (place, first, count, from_ms, to_ms, generation, find, find_mac, parts, contents)
      VALUES (@first, @first, 1, @ms, @ms, 1, @body, @body, x'00', @body)`);
    const days = ['2025-03-02', '2025-04-30', '2025-05-03'];
    for (const [index, day] of days.entries())
      insert.run({ first: index + 1, ms: Date.parse(day), body: index === 1 ? null : Buffer.alloc(1) });
    const database = await server.createDatabase();
    await toPostgres(files, connect(database));
    const sql = "SELECT to_char(written_on, 'YYYY-MM-DD') AS day FROM confere.audit_groups ORDER BY first";
    expect((await database.query<{ day: string }>(sql)).map(({ day }) => day)).toEqual(days);
  });
});

const isOfAudit = (name: string) => name.startsWith('audit.db:');

/** What this version says of the tables of one engine. */
function toDeclared(engine: 'sqlite' | 'postgres'): Columns {
  const declared = new Map<string, Set<string>>();
  for (const [tables, prefix] of [
    [ofKeys, ''],
    [ofAudit, engine === 'sqlite' ? 'audit.db:' : ''],
  ] as const) {
    for (const table of tables) {
      const counts = engine === 'postgres' ? (table.counts?.columns ?? []) : [];
      const columns = table.columns.filter(({ postgres }) => !counts.includes(postgres)).map((each) => each[engine]);
      // Reasons are for columns that are there.
      const own = Object.keys(table.own ?? {}).filter((name) => name !== 'seen_at' || engine === 'postgres');
      declared.set(`${prefix}${table[engine]}`, new Set([...columns, ...own]));
    }
  }
  for (const [name, columns] of Object.entries(movedByHand)) {
    const isOfSqlite = isOfAudit(name);
    if (isOfSqlite === (engine === 'sqlite')) declared.set(name, new Set(columns));
  }
  return declared;
}

/** Without those of which nothing moves, for a reason. */
function listSqlite(database: SqliteDatabase, prefix: string): Columns {
  const rows = database
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column" FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND columns.hidden = 0`,
    )
    .all() as { table: string; column: string }[];
  return toColumns(rows.map((row) => ({ ...row, table: `${prefix}${row.table}` })));
}

async function listPostgres(database: TestDatabase): Promise<Columns> {
  return toColumns(
    await database.query<{ table: string; column: string }>(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        JOIN pg_class ON oid = ('confere.' || quote_ident(table_name))::regclass
        WHERE table_schema = 'confere' AND relkind IN ('r', 'p') AND is_generated = 'NEVER'
          -- What belongs to another table is read and counted with it.
          AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = pg_class.oid)`,
    ),
  );
}

function toColumns(rows: readonly { readonly table: string; readonly column: string }[]): Columns {
  const kept: Readonly<Record<string, Table>> = tables;
  const byHand = new Set([
    ...Object.keys(movedByHand),
    ...ofAudit.flatMap((each) => [`audit.db:${each.sqlite}`, each.postgres]),
  ]);
  const stays = ({ table }: { readonly table: string }) => typeof kept[table]?.moved === 'string' && !byHand.has(table);
  const moved = rows.filter((row) => !stays(row));
  const groups = Map.groupBy(moved, ({ table }) => table);
  return new Map([...groups].map(([table, found]) => [table, new Set(found.map(({ column }) => column))]));
}

interface Files {
  readonly keys: SqliteDatabase;
  readonly audit: SqliteDatabase;
}

/** Throws once that many writes were made. */
type Cut = () => void;

async function toPostgres({ keys, audit }: Files, pool: PostgresPool, cut: Cut = () => {}, sourceId = 'test') {
  const from = { side: createSqliteSide(keys), audit: createSqliteAuditSide(audit) };
  return move(from, { side: createPostgresSide(pool), audit: createPostgresAuditSide(pool) }, { cut, sourceId });
}

async function toSqlite(pool: PostgresPool, { keys, audit }: Files, cut: Cut = () => {}, sourceId = 'back') {
  const from = { side: createPostgresSide(pool), audit: createPostgresAuditSide(pool) };
  return move(from, { side: createSqliteSide(keys), audit: createSqliteAuditSide(audit) }, { cut, sourceId });
}

interface End {
  readonly side: Side;
  readonly audit: ReturnType<typeof createSqliteAuditSide>;
}

async function move(from: End, to: End, { cut, sourceId }: { cut: Cut; sourceId: string }): Promise<readonly Taken[]> {
  const side = withCut(to.side, cut);
  const audit: End['audit'] = { ...withAuditCut(to.audit, cut), side: withCut(to.audit.side, cut) };
  const taken = [...(await copyAudit({ from: from.audit, to: audit, sourceId }))];
  for (const part of transferParts.filter((each) => each !== auditPart))
    taken.push(...(await copyPart(part, { from: from.side, to: side, sourceId })));
  return taken;
}

/** The real end, which is cut off before and after each of its writes. */
function withCut(side: Side, cut: Cut): Side {
  const around =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      cut();
      const result = await write(...given);
      cut();
      return result;
    };
  return {
    ...side,
    insert: around(side.insert),
    addUp: around(side.addUp),
    update: around(side.update),
    remove: around(side.remove),
    transaction: (work) => side.transaction((inner) => work(withCut(inner, cut))),
  };
}

function withAuditCut<Target extends AuditTarget>(target: Target, cut: Cut): Target {
  return {
    ...target,
    async add(records) {
      cut();
      await target.add(records);
      cut();
    },
  };
}

const writesMore = 7;

/** Again and again, cut off some writes later each time. */
async function retryCutOff(attempt: (cut: Cut) => Promise<readonly Taken[]>) {
  for (let cuts = 0; ; cuts++) {
    let left = cuts * writesMore + 1;
    const cut = () => {
      if (left-- === 0) throw new Error('cut off');
    };
    try {
      return { taken: await attempt(cut), cuts };
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'cut off') throw error;
    }
  }
}

function shortOf(taken: readonly Taken[]): readonly Taken[] {
  return taken.filter(({ found, there }) => found === 0 || there !== found);
}

/** More than one page of each: a row for each number, with another value in each column. */
const rowsOfEach = 230;
/** Each row of these is moved by itself, with what belongs to it. */
const oneByOne = ['batches', 'watches', 'event_counts'];
const thingsInPieces = 3;

function fill({ keys, audit }: Files): void {
  keys.pragma('foreign_keys = OFF');
  for (const table of ofKeys) fillTable(keys, table);
  fillRecords(audit);
  for (const table of Object.values(movedWithAudit)) fillTable(audit, table);
  keys.pragma('foreign_keys = ON');
}

function fillTable(database: SqliteDatabase, table: MovedTable): void {
  const info = database.pragma(`table_info(${table.sqlite})`) as { name: string; type: string; notnull: number }[];
  const names = table.columns.map(({ sqlite }) => sqlite);
  const owner = Object.keys(table.own ?? {}).includes('owner') ? ['owner'] : [];
  const all = [...names, ...owner];
  const insert = database.prepare(
    `INSERT INTO ${table.sqlite} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
  );
  const rows = oneByOne.includes(table.sqlite) ? thingsInPieces : rowsOfEach;
  for (let row = 1; row <= rows; row++) {
    insert.run(
      all.map((name, place) => {
        const column = info.find((each) => each.name === name);
        return toValue(table, { name, place, row, type: column?.type ?? '', isNeeded: column?.notnull === 1 });
      }),
    );
  }
}

interface Wanted {
  readonly name: string;
  readonly place: number;
  readonly row: number;
  readonly type: string;
  readonly isNeeded: boolean;
}

/** Values that a rule of the schema asks for. */
const chosen: Readonly<Record<string, readonly (string | number)[]>> = {
  'api_keys.mode': ['live', 'test'],
  'webhook_deliveries.state': ['pending', 'delivered', 'dead'],
  'batches.state': ['running', 'completed', 'failed'],
  'batches.explain': [0, 1],
  'watches.state': ['active'],
  'ended_dropped.month': ['2025-03-01', '2025-04-01'],
};

/** Pieces belong to three things, deliveries to every endpoint, and events to three keys. */
const owners: Readonly<Record<string, string>> = {
  'batch_inputs.batch_id': 'batches',
  'batch_rows.batch_id': 'batches',
  'watch_lists.watch_id': 'watches',
  'watch_changes.watch_id': 'watches',
  'webhook_deliveries.endpoint_id': 'webhook_endpoints',
  'events.key_id': 'event_counts',
};

function toValue(
  { sqlite, key }: MovedTable,
  { name, place, row, type, isNeeded }: Wanted,
): string | number | Buffer | null {
  const full = `${sqlite}.${name}`;
  const choices = chosen[full];
  if (choices !== undefined) return choices[row % choices.length] as string | number;
  const owner = owners[full];
  if (owner !== undefined) return toText(owner, owner === 'event_counts' ? 'key_id' : 'id', (row % 3) + 1);
  if (!isNeeded && !key.includes(name) && name !== 'id' && row % 5 === 0) return null;
  if (type === 'BLOB') return Buffer.from(`${full} ${row}`);
  if (type === 'INTEGER') return row * 100 + place;
  return toText(sqlite, name, row);
}

const toText = (table: string, name: string, row: number) => `${table}.${name} ${String(row).padStart(4, '0')}`;

const groupColumns = 'first, count, from_ms, to_ms, generation, find, find_mac, parts, contents';

/** Of two ended chains in turns, and of the node's own; every seventh was forgotten, and every third has no evidence. */
function fillRecords(audit: SqliteDatabase): void {
  const insert = audit.prepare(
    `INSERT INTO groups (place, chain, ${groupColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const evidence = audit.prepare('INSERT INTO evidence (place, to_ms, sealed) VALUES (?, ?, ?)');
  for (let row = 1; row <= rowsOfEach; row++) {
    const isGone = row % 7 === 0;
    const ms = Date.UTC(2026, 9, 1) + row * 3_600_000;
    const toBody = (name: string) => (isGone ? null : Buffer.from(`${name} ${row}`));
    const rest = [1, ms - 1, ms, row, toBody('find'), toBody('mac'), Buffer.from(`parts ${row}`), toBody('contents')];
    insert.run(row - 1_000, `chain_${row % 2}`, Math.ceil(row / 2), ...rest);
    insert.run(row, null, row, ...rest);
    if (row % 3 === 0) continue;
    for (const place of [row - 1_000, row]) evidence.run(place, ms, Buffer.from(`evidence ${place}`));
  }
}

/** Everything that moves, in the names of one place: our own chain is an ended one where it has arrived. */
function readAll({ keys, audit }: Files): Readonly<Record<string, unknown>> {
  const rowsOf = (database: SqliteDatabase, source: string, columns: string, order: string) =>
    database.prepare(`SELECT ${columns} FROM ${source} ORDER BY ${order}`).all();
  const found: Record<string, unknown> = {};
  for (const table of ofKeys) {
    const key = table.key.map((name) => table.columns.find(({ postgres }) => postgres === name)?.sqlite ?? name);
    const columns = table.columns.map(({ sqlite }) => sqlite).join(', ');
    found[table.sqlite] = rowsOf(keys, table.sqlite, columns, key.join(', '));
  }
  found['groups'] = rowsOf(
    audit,
    `groups LEFT JOIN evidence USING (place) WHERE coalesce(chain, (${ownChain})) NOT IN (${unusedChain})`,
    `coalesce(chain, (${ownChain})) AS chain, ${groupColumns.replace('to_ms', 'groups.to_ms')}, evidence.to_ms AS evidence_ms, sealed`,
    'place',
  );
  found['open_intents'] = rowsOf(audit, 'open_intents', '*', 'chain, sequence');
  found['heads'] = rowsOf(audit, 'heads', '*', 'chain, sequence');
  found['policies'] = rowsOf(audit, 'policies', '*', 'hash');
  found['dropped'] = rowsOf(audit, 'ended_dropped', '*', 'chain, sequence');
  found['chains'] = rowsOf(
    audit,
    `(SELECT id FROM ended_chains UNION SELECT value FROM meta WHERE name = 'chain' AND EXISTS (SELECT 1 FROM groups WHERE place > 0))`,
    'id',
    'id',
  );
  return found;
}

/** Of files into which others were moved: nothing was written there by themselves. */
const unusedChain = "SELECT value FROM meta WHERE name = 'chain' AND NOT EXISTS (SELECT 1 FROM groups WHERE place > 0)";
const ownChain = "SELECT value FROM meta WHERE name = 'chain'";
