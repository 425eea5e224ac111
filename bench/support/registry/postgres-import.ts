// What most loaders of this registry do: unpack each zip into a pipe, COPY all columns into PostgreSQL, then index the number.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const database = 'confere_bench';
const factsTables = [
  { name: 'estabelecimentos', zips: /^Estabelecimentos\d\.zip$/, columns: 30, key: 'c1, c2, c3' },
  { name: 'empresas', zips: /^Empresas\d\.zip$/, columns: 7, key: 'c1' },
  { name: 'simples', zips: /^Simples\.zip$/, columns: 7, key: 'c1' },
];
/** Only where whole records are looked up. */
const partnersTable = { name: 'socios', zips: /^Socios\d\.zip$/, columns: 11, key: 'c1' };
/** As many pipes at once as there are cores to feed on the machine of the published figures. */
const pipes = 2;

export function findPostgres(): boolean {
  return spawnSync('psql', ['-d', 'postgres', '-c', 'select 1'], { stdio: 'ignore' }).status === 0;
}

/**
 * Seconds from the zips to indexed tables. The dump has duplicated rows, so the index cannot be unique. `use` is given the database
 * with all four tables, before it is dropped.
 */
export async function loadIntoPostgres(dump: string, use?: (database: string) => Promise<void>): Promise<number> {
  const tables = use === undefined ? factsTables : [...factsTables, partnersTable];
  psql('postgres', `DROP DATABASE IF EXISTS ${database}`);
  psql('postgres', `CREATE DATABASE ${database}`);
  try {
    for (const { name, columns } of tables) {
      const list = Array.from({ length: columns }, (_, index) => `c${index + 1} text`).join(', ');
      psql(database, `CREATE TABLE ${name} (${list})`);
    }
    const start = process.hrtime.bigint();
    const loads = tables
      .flatMap(({ name, zips }) =>
        readdirSync(dump)
          .filter((file) => zips.test(file))
          .map((file) => ({ name, path: join(dump, file) })),
      )
      .sort((a, b) => statSync(b.path).size - statSync(a.path).size);
    const work = async (): Promise<void> => {
      for (let load = loads.shift(); load !== undefined; load = loads.shift()) await copy(load.path, load.name);
    };
    await Promise.all(Array.from({ length: pipes }, work));
    for (const { name, key } of tables) psql(database, `CREATE INDEX ON ${name} (${key})`);
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (use !== undefined) {
      psql(database, 'VACUUM ANALYZE');
      await use(database);
    }
    return seconds;
  } finally {
    psql('postgres', `DROP DATABASE ${database}`);
  }
}

/** NULs, which some dumps hold, are not text to PostgreSQL: loaders drop them on the way. */
function copy(zip: string, table: string): Promise<void> {
  const statement = `COPY ${table} FROM STDIN (FORMAT csv, DELIMITER ';', ENCODING 'LATIN1')`;
  const pipeline = `set -o pipefail; unzip -p "$0" | tr -d '\\000' | psql -q -d ${database} -c "${statement}"`;
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', pipeline, zip], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`COPY ended with code ${code}`))));
  });
}

function psql(into: string, statement: string): void {
  execFileSync('psql', ['-q', '-d', into, '-c', statement], { stdio: ['ignore', 'ignore', 'pipe'] });
}
