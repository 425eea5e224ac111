// The same companies in SQLite and PostgreSQL, each with the number as a text key, as others keep them.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Company } from '../../../src/domain/company/company.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { fromKey } from '../../../src/registry/files/cnpj-key.ts';
import { BlockCursor, blockBytes } from '../../../src/registry/snapshot/block.ts';
import { openSnapshot } from '../../../src/registry/snapshot/snapshot.ts';
import { loadPeer } from '../peer.ts';
import { findPostgres } from './postgres-import.ts';

export interface LookupTable {
  readonly name: string;
  readonly goal: number | undefined;
  /** Fewer than all, where one takes long. */
  readonly lookups?: number;
  find(cnpj: Cnpj): boolean | Promise<boolean>;
  close(): void | Promise<void>;
}

/** Every establishment of the live snapshot. */
export function* walkSnapshot(directory: string): Generator<Company> {
  const { live } = JSON.parse(readFileSync(join(directory, 'live.json'), 'utf8')) as { live: string };
  const snapshot = openSnapshot(join(directory, 'snapshots', live));
  const block = Buffer.alloc(blockBytes);
  const cursor = new BlockCursor(block);
  for (let number = 0; number < snapshot.manifest.blocks; number++) {
    snapshot.readBlock(number, block);
    cursor.rewind();
    while (cursor.advance()) {
      yield cursor.toCompany(completeCnpj(fromKey(cursor.high, cursor.low, cursor.branch)));
    }
  }
  snapshot.close();
}

export async function loadLookupTables(folder: string, directory: string): Promise<LookupTable[]> {
  const tables = [loadSqlite(folder, directory)];
  if (findPostgres()) tables.push(await loadPostgres(directory));
  else process.stdout.write('PostgreSQL: left out. It needs one that `psql -d postgres` reaches.\n');
  return tables;
}

const flag = (value: boolean | null): string => (value === true ? '1' : '0');
const columnValues: Readonly<Record<string, (company: Company) => string | null>> = {
  cnpj: ({ cnpj }) => cnpj,
  legal_name: ({ legalName }) => legalName,
  trade_name: ({ tradeName }) => tradeName,
  status: ({ status }) => status,
  founded_on: ({ foundationDate }) => foundationDate,
  mei: ({ meiOpted }) => flag(meiOpted),
  mei_until: ({ meiExcludedOn }) => meiExcludedOn,
  head_office: ({ headOffice }) => flag(headOffice),
  special: ({ specialSituation }) => flag(specialSituation),
};
const columns = Object.keys(columnValues);
const toValues = (company: Company) => Object.values(columnValues).map((toValue) => toValue(company));

function loadSqlite(folder: string, directory: string): LookupTable {
  const database = new Database(join(folder, 'lookup.sqlite'));
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.exec(`CREATE TABLE unsorted (${columns.join(', ')})`);
  const insert = database.prepare(`INSERT INTO unsorted VALUES (${columns.map(() => '?').join(', ')})`);
  database.transaction(() => {
    for (const company of walkSnapshot(directory)) insert.run(toValues(company));
  })();
  const typed = columns.map((column) => (column === 'cnpj' ? 'cnpj TEXT PRIMARY KEY' : `${column} TEXT`)).join(', ');
  database.exec(
    `CREATE TABLE company (${typed}) WITHOUT ROWID; INSERT INTO company SELECT * FROM unsorted ORDER BY cnpj; DROP TABLE unsorted`,
  );
  const select = database.prepare('SELECT * FROM company WHERE cnpj = ?');
  return {
    name: 'SQLite',
    goal: 1,
    find: (cnpj) => select.get(cnpj) !== undefined,
    close: () => void database.close(),
  };
}

export interface PostgresClient {
  connect(): Promise<void>;
  query(statement: string | object): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

export async function connectPostgres(database: string): Promise<PostgresClient> {
  const { default: pg } = await loadPeer<{ default: { Client: new (options: object) => PostgresClient } }>('pg');
  const client = new pg.Client({ host: '/var/run/postgresql', database, user: userInfo().username });
  await client.connect();
  return client;
}

async function loadPostgres(directory: string): Promise<LookupTable> {
  const client = await connectPostgres('postgres');
  await client.query('DROP TABLE IF EXISTS confere_bench_lookup');
  await client.query(
    `CREATE UNLOGGED TABLE confere_bench_lookup (${columns.map((column) => `${column} text`).join(', ')})`,
  );
  const copy = spawn('psql', ['-q', '-d', 'postgres', '-c', 'COPY confere_bench_lookup FROM STDIN'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => copy.on('close', resolve));
  let lines = '';
  for (const company of walkSnapshot(directory)) {
    lines += `${toValues(company)
      .map((value) => (value === null ? '\\N' : value.replaceAll('\\', '\\\\')))
      .join('\t')}\n`;
    if (lines.length < 1_000_000) continue;
    if (!copy.stdin.write(lines)) await new Promise((resolve) => copy.stdin.once('drain', resolve));
    lines = '';
  }
  copy.stdin.end(lines);
  if ((await ended) !== 0) throw new Error('COPY failed');
  await client.query('ALTER TABLE confere_bench_lookup ADD PRIMARY KEY (cnpj)');
  await client.query('VACUUM ANALYZE confere_bench_lookup');
  const query = { name: 'find', text: 'SELECT * FROM confere_bench_lookup WHERE cnpj = $1' };
  return {
    name: 'PostgreSQL',
    goal: 5,
    lookups: 20_000,
    find: async (cnpj) => (await client.query({ ...query, values: [cnpj] })).rows.length > 0,
    close: async () => {
      await client.query('DROP TABLE confere_bench_lookup');
      await client.end();
    },
  };
}
