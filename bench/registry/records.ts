// `npm run bench records`: what whole records cost. The import of everything against the facts of verification alone, bytes and
// memory; then one record through the port against the same lookup in PostgreSQL with all tables indexed.

import { join } from 'node:path';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { systemClock } from '../../src/clock.ts';
import type { Cnpj } from '../../src/domain/numbers/cnpj.ts';
import { openCompanyRegistry } from '../../src/registry/live-registry.ts';
import { print } from '../support/print.ts';
import { importDump, prepareDump } from '../support/registry/dump.ts';
import { connectPostgres, type PostgresClient, walkSnapshot } from '../support/registry/lookup-tables.ts';
import { findPostgres, loadIntoPostgres } from '../support/registry/postgres-import.ts';
import { median } from '../support/rounds.ts';
import { type Imported, importOnce } from './import.ts';

const establishments = Number(process.env['BENCH_ESTABLISHMENTS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const reads = 30_000;
const postgresReads = 5000;

export async function run(folder: string): Promise<void> {
  const dump = await prepareDump(folder, establishments);
  await compareImports(folder, dump);
  await compareReads(folder, dump);
}

async function compareImports(folder: string, dump: string): Promise<void> {
  const whole: Imported[] = [];
  const facts: Imported[] = [];
  for (let round = 0; round < rounds; round++) {
    whole.push(await importOnce(folder, dump));
    facts.push(await importOnce(folder, dump, ['--facts-only']));
  }
  const ratioOf = (figure: 'seconds' | 'cpuSeconds'): string =>
    median(whole.map((one, round) => one[figure] / (facts[round]?.[figure] ?? Number.NaN))).toFixed(2);
  const bytes = median(whole.map((one) => one.bytesEach));
  const peak = Math.max(...whole.map((one) => one.peakMegabytes));
  print(
    `Import of everything: ${ratioOf('seconds')} x the time of the facts alone, ${ratioOf('cpuSeconds')} x the processor (goal 2.5)`,
  );
  print(`Both files: ${bytes.toFixed(1)} bytes an establishment (goal 130); peak memory ${peak} MB (goal 1,536)`);
}

async function compareReads(folder: string, dump: string): Promise<void> {
  const data = join(folder, 'read');
  const env = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: join(folder, 'secrets') };
  await importDump(folder, dump, env);
  const directory = join(data, 'registry');
  const random = new Random().restart(1);
  const numbers: Cnpj[] = [];
  for (const { cnpj } of walkSnapshot(directory)) if (random.chance(reads / establishments)) numbers.push(cnpj);
  numbers.sort(() => random.below(3) - 1);
  const registry = openCompanyRegistry({ directory, clock: systemClock, onEvent: () => {}, verifyBeforeReady: false });
  const readOurs = async (): Promise<number> => {
    const start = process.hrtime.bigint();
    for (const cnpj of numbers) {
      const found = registry.records.find(cnpj);
      if ((found instanceof Promise ? await found : found).kind !== 'found') throw new Error('a record was not found');
    }
    return Number(process.hrtime.bigint() - start) / 1000 / numbers.length;
  };
  await readOurs();
  if (!findPostgres()) {
    print(
      `One record: ${median([await readOurs(), await readOurs(), await readOurs()]).toFixed(1)} µs (goal 60). PostgreSQL: left out.`,
    );
    await registry.close();
    return;
  }
  await loadIntoPostgres(dump, async (database) => {
    const client = await connectPostgres(database);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await readOurs());
      theirs.push(await readPostgres(client, numbers.slice(0, postgresReads)));
    }
    await client.end();
    print(`One record: ${median(ours).toFixed(1)} µs through the port (goal 60)`);
    const faster = median(theirs.map((time, round) => time / (ours[round] ?? Number.NaN)));
    print(
      `PostgreSQL, all tables indexed: ${median(theirs).toFixed(0)} µs; confere is ${faster.toFixed(1)} x as fast (goal 5)`,
    );
  });
  await registry.close();
}

async function readPostgres(client: PostgresClient, numbers: readonly Cnpj[]): Promise<number> {
  const text = `SELECT e.*, c.*, s.*, (SELECT json_agg(p) FROM socios p WHERE p.c1 = e.c1) AS partners FROM estabelecimentos e
    LEFT JOIN empresas c ON c.c1 = e.c1 LEFT JOIN simples s ON s.c1 = e.c1 WHERE e.c1 = $1 AND e.c2 = $2`;
  const start = process.hrtime.bigint();
  for (const cnpj of numbers) {
    const { rows } = await client.query({ name: 'record', text, values: [cnpj.slice(0, 8), cnpj.slice(8, 12)] });
    if (rows.length === 0) throw new Error('PostgreSQL did not find a record');
  }
  return Number(process.hrtime.bigint() - start) / 1000 / numbers.length;
}
