// The same with a column store: the zips unpacked to disk, the needed columns read, joined and sorted into a table with a key.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { loadPeer } from '../peer.ts';

interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{
      connect(): Promise<{ run(statements: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

/** Seconds from the zips to a table with a primary key. */
export async function loadIntoDuckDb(dump: string, folder: string): Promise<number> {
  const { DuckDBInstance } = await loadPeer<DuckDb>('@duckdb/node-api');
  mkdirSync(folder, { recursive: true });
  try {
    const start = process.hrtime.bigint();
    const zips = readdirSync(dump).filter((file) => /^(Estabelecimentos\d|Empresas\d|Simples)\.zip$/.test(file));
    await Promise.all(Array.from({ length: availableParallelism() }, () => unpack(zips, dump, folder)));
    const instance = await DuckDBInstance.create(join(folder, 'registry.duckdb'), {
      threads: String(availableParallelism()),
    });
    const connection = await instance.connect();
    await connection.run(toStatements(folder));
    connection.closeSync();
    instance.closeSync();
    return Number(process.hrtime.bigint() - start) / 1e9;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** DuckDB takes no NULs and calls bytes 0x80 to 0x9F "not latin-1": they are dropped on the way to the disk. */
async function unpack(zips: string[], from: string, to: string): Promise<void> {
  for (let zip = zips.shift(); zip !== undefined; zip = zips.shift()) {
    const pipeline = `set -o pipefail; unzip -p "$0" | tr -d '\\000\\200-\\237' > "$1"`;
    const child = spawn('bash', ['-c', pipeline, join(from, zip), join(to, `${zip}.csv`)], { stdio: 'inherit' });
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`unzip ended with code ${code}`);
  }
}

function toStatements(folder: string): string {
  const read = (tag: string, columns: number): string => {
    const names = Array.from({ length: columns }, (_, index) => `'c${index + 1}': 'VARCHAR'`).join(', ');
    return `read_csv('${folder}/*${tag}*', delim=';', quote='"', escape='"', header=false, auto_detect=false, encoding='latin-1', strict_mode=false, null_padding=false, columns={${names}})`;
  };
  return `
    CREATE TABLE company (
      cnpj VARCHAR PRIMARY KEY, legal_name VARCHAR, trade_name VARCHAR, status VARCHAR, started_on VARCHAR,
      head_office VARCHAR, special VARCHAR, mei VARCHAR, mei_until VARCHAR);
    INSERT INTO company
    SELECT DISTINCT ON (cnpj) e.c1 || e.c2 || e.c3 AS cnpj, c.name, e.c5, e.c6, e.c11, e.c4, e.c29, s.c5, s.c7
    FROM ${read('Estabelecimentos', 30)} e
    LEFT JOIN (SELECT c1, max(c2) AS name FROM ${read('Empresas', 7)} GROUP BY c1) c ON c.c1 = e.c1
    LEFT JOIN ${read('Simples', 7)} s ON s.c1 = e.c1
    ORDER BY cnpj;
    CHECKPOINT;`;
}
