// A PostgreSQL of the test's own, started from the installed packages on a free port. Nothing of the machine's own server is used.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool } from '../../../src/stores/postgres/pool.ts';
import { migrate } from '../../../src/stores/postgres/schema/migrate.ts';
import { findFreePort } from '../free-port.ts';
import { findPostgres } from '../machine.ts';
import { postgresTemplate, searchedDirectory } from '../output.ts';

export const certificatesDirectory = join(import.meta.dirname, '../certificates');
const password = 'only-of-this-test';
const superuser = 'tester';
/** The database that is copied for a test that wants its tables made, and the roles of its copies. */
const [migrated, ownerRole, serviceRole] = ['migrated', 'migrated_owner', 'migrated_service'];

export const noPostgres = 'no PostgreSQL server is installed here: apt-get install postgresql';

export interface TestDatabase {
  /** As `store` and `store_maintenance` have it. */
  readonly service: string;
  readonly owner: string;
  readonly name: string;
  /** As a superuser, past everything. */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface TestPostgres {
  readonly port: number;
  readonly directory: string;
  /** With the roles that the pages describe, and brought forward unless told otherwise. */
  createDatabase(options?: { readonly isMigrated?: boolean }): Promise<TestDatabase>;
  /** As a superuser, past everything. */
  query<Row = Record<string, unknown>>(
    database: string,
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** A copy that follows this server, and takes no writes until it is promoted. Nothing is committed here before it is there. */
  createReplica(): Promise<TestPostgres>;
  /** `crash` is a power cut: nothing is written down, and nobody is told. */
  stop(how?: 'crash'): Promise<void>;
  /** As a standby that waits for a server which is not there, until it is promoted. */
  start(options?: { readonly isStandby?: boolean }): Promise<void>;
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Servers do not run as root. */
const runAs = process.getuid?.() === 0 ? findUser('postgres') : {};

const replicaName = 'replica';

export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const folder = findPostgres();
  if (folder === undefined) throw new Error(noPostgres);
  const home = mkdtempSync(join(tmpdir(), 'confere-postgres-'));
  const directory = join(home, 'data');
  execFileSync('cp', ['-a', await getMigratedTemplate(folder), directory]);
  if (settings['ssl'] === 'on') {
    for (const kind of ['crt', 'key']) {
      const certificate = join(certificatesDirectory, kind === 'crt' ? 'server.pem' : 'server.key');
      writeFileSync(join(directory, `server.${kind}`), readFileSync(certificate), { mode: 0o600 });
    }
  }
  const server = await createServerAt({ folder, home, directory, settings, made: [] });
  await server.start();
  return server;
}

interface ServerPlace {
  /** Of the programs. */
  readonly folder: string;
  readonly home: string;
  readonly directory: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The databases that were made in it. */
  readonly made: string[];
}

async function createServerAt({ folder, home, directory, settings, made }: ServerPlace): Promise<TestPostgres> {
  const port = await findFreePort();
  own(home);
  mkdirSync(searchedDirectory, { recursive: true });
  const log = openSync(join(searchedDirectory, `postgres-${port}.log`), 'a');
  let child: ChildProcess | undefined;

  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '200',
    ...settings,
  };
  const connect = async (database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, password, database });
    client.on('error', () => {});
    await client.connect();
    return client;
  };

  async function start({ isStandby = false } = {}): Promise<void> {
    if (isStandby) writeFileSync(join(directory, 'standby.signal'), '');
    own(directory);
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawn(join(folder, 'postgres'), ['-D', directory, ...options], {
      stdio: ['ignore', log, log],
      ...runAs,
    });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
      const client = await connect('postgres').catch(() => undefined);
      if (client !== undefined) {
        await client.end();
        return;
      }
      await sleep(50);
    }
  }

  async function stop(how?: 'crash'): Promise<void> {
    await endIdle();
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // At once, without waiting for clients.
    child.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT');
    await ended;
  }

  /** Connections of ours that wait for the next question: to open one takes longer than most questions do. */
  const idle: { readonly database: string; readonly client: pg.Client }[] = [];
  const endIdle = () => Promise.all(idle.splice(0).map(({ client }) => client.end()));

  async function query(database: string, sql: string, parameters: readonly unknown[] = []) {
    // Nobody may be in a database that is copied or dropped.
    if (/\bDATABASE\b/.test(sql)) await endIdle();
    const at = idle.findIndex((each) => each.database === database);
    const client = at < 0 ? await connect(database) : (idle.splice(at, 1)[0] as (typeof idle)[number]).client;
    try {
      const { rows } = await client.query(sql, [...parameters]);
      // What a question leaves behind goes with its connection.
      if (client.getTransactionStatus() === 'I' && !/^\s*SET\b/i.test(sql)) idle.push({ database, client });
      else await client.end();
      return rows;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async function createReplica(): Promise<TestPostgres> {
    const home = mkdtempSync(join(tmpdir(), 'confere-postgres-'));
    const directory = join(home, 'data');
    own(home);
    const args = ['-h', '127.0.0.1', '-p', String(port), '-U', superuser, '-D', directory, '-c', 'fast', '--no-sync'];
    const env = { ...process.env, PGPASSWORD: password };
    execFileSync(join(folder, 'pg_basebackup'), args, { env, stdio: ['ignore', log, log], ...runAs });
    const replica = await createServerAt({
      folder,
      home,
      directory,
      made,
      settings: {
        ...settings,
        primary_conninfo: `host=127.0.0.1 port=${port} user=${superuser} password=${password} application_name=${replicaName}`,
        // Soon again after this one was stopped and started.
        wal_retrieve_retry_interval: '100ms',
      },
    });
    await replica.start({ isStandby: true });
    await query('postgres', `ALTER SYSTEM SET synchronous_standby_names = '${replicaName}'`);
    await query('postgres', 'SELECT pg_reload_conf()');
    for (;;) {
      const found = await query('postgres', "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
      if (found.length > 0) return replica;
      await sleep(50);
    }
  }

  return {
    port,
    directory,
    query: <Row>(database: string, sql: string, parameters?: readonly unknown[]) =>
      query(database, sql, parameters) as Promise<readonly Row[]>,
    createReplica,
    async createDatabase({ isMigrated = true } = {}) {
      const name = `confere_${made.length}`;
      made.push(name);
      const [owner, service] = isMigrated ? [ownerRole, serviceRole] : [`${name}_owner`, `${name}_service`];
      if (!isMigrated) for (const role of [owner, service]) await query('postgres', toRoleSql(role));
      await query('postgres', `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${isMigrated ? migrated : 'template1'}`);
      const database: TestDatabase = {
        name,
        service: toAddress(port, service, name),
        owner: toAddress(port, owner, name),
        query: <Row>(sql: string, parameters?: readonly unknown[]) =>
          query(name, sql, parameters) as Promise<readonly Row[]>,
      };
      return database;
    },
    start,
    stop,
    promote: async () => void (await query('postgres', 'SELECT pg_promote()')),
    async close() {
      // What the tables hold is searched for canaries with all else.
      if (child !== undefined && child.exitCode === null) {
        for (const name of made) {
          const tables = (await query(name, filledSql)).map((row) => row['name'] as string);
          if (tables.length > 0) dump(folder, port, name, tables);
        }
      }
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function toRoleSql(role: string): string {
  return `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`;
}

function toAddress(port: number, role: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** To make the tables takes longer than all else, so they are made once in a run, by whoever needs them first. */
async function getMigratedTemplate(folder: string): Promise<string> {
  const template = join(postgresTemplate, 'data');
  mkdirSync(postgresTemplate, { recursive: true });
  while (!existsSync(template)) {
    const lock = join(postgresTemplate, 'lock');
    try {
      mkdirSync(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await sleep(50);
      continue;
    }
    try {
      if (!existsSync(template)) await makeMigratedTemplate(folder, template);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return template;
}

async function makeMigratedTemplate(folder: string, template: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'confere-postgres-'));
  const directory = join(home, 'data');
  execFileSync('cp', ['-a', getTemplate(folder), directory]);
  const server = await createServerAt({ folder, home, directory, settings: {}, made: [] });
  try {
    await server.start();
    for (const role of [ownerRole, serviceRole]) await server.query('postgres', toRoleSql(role));
    await server.query('postgres', `CREATE DATABASE ${migrated} OWNER ${ownerRole}`);
    const address = parsePostgresAddress(toAddress(server.port, ownerRole, migrated));
    const pool = createPostgresPool({ address, connectionsMax: 1 });
    try {
      await migrate(pool, serviceRole);
    } finally {
      await pool.close();
    }
    await server.stop();
    // Temporary folders may be on another disk.
    const draft = join(postgresTemplate, 'draft');
    rmSync(draft, { recursive: true, force: true });
    execFileSync('cp', ['-a', directory, draft]);
    renameSync(draft, template);
  } finally {
    await server.close();
  }
}

/** Only what holds something: there are hundreds of tables, and `pg_dump` reads about all of them first. */
const filledSql = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' AND pg_relation_size(oid) > 0`;

function dump(folder: string, port: number, database: string, tables: readonly string[]): void {
  const file = join(searchedDirectory, `postgres-${port}-${database}.txt`);
  const input = tables.map((table) => `COPY ${table} TO STDOUT;\n`).join('');
  const args = [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    superuser,
    '-d',
    database,
    '-v',
    'ON_ERROR_STOP=1',
    '-XqAt',
  ];
  const env = { ...process.env, PGPASSWORD: password };
  execFileSync(join(folder, 'psql'), [...args, '-o', file], { env, input, stdio: ['pipe', 'ignore', 'inherit'] });
}

/** A new cluster takes seconds to make and a moment to copy, so one is made for all. */
function getTemplate(folder: string): string {
  const version = folder.split('/').at(-2);
  const template = join(tmpdir(), `confere-postgres-cluster-${version}-${userInfo().uid}`);
  if (existsSync(template)) return template;
  const draft = mkdtempSync(join(tmpdir(), 'confere-postgres-draft-'));
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password);
  own(draft);
  const data = join(draft, 'data');
  const args = [
    '-D',
    data,
    '-U',
    superuser,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '--wal-segsize=1',
  ];
  execFileSync(join(folder, 'initdb'), [...args, '--locale=C', '--encoding=UTF8'], { stdio: 'ignore', ...runAs });
  try {
    renameSync(data, template);
  } catch (error) {
    // Another test was faster.
    if (!existsSync(template)) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  return template;
}

function own(path: string): void {
  if ('uid' in runAs) execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, path]);
}

function findUser(name: string): { readonly uid: number; readonly gid: number } | Record<string, never> {
  try {
    const read = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return {};
  }
}
