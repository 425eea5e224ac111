// `npm run bench import`: from the zips to a verified live snapshot, against what others do with the same files: PostgreSQL COPY
// and DuckDB; and what it costs those who ask a service meanwhile. BENCH_SERVING=only measures just that. BENCH_ESTABLISHMENTS sets the size; BENCH_GROWTH=250000,1000000,4000000 measures only our own growth instead.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../support/print.ts';
import { watchProcess } from '../support/processor-time.ts';
import { loadIntoDuckDb } from '../support/registry/duckdb-import.ts';
import { prepareDump } from '../support/registry/dump.ts';
import { findPostgres, loadIntoPostgres } from '../support/registry/postgres-import.ts';
import { measureServing } from '../support/registry/serving-beside-import.ts';
import { median, takeTurns } from '../support/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const establishments = Number(process.env['BENCH_ESTABLISHMENTS'] ?? 1_000_000);
const growth = (process.env['BENCH_GROWTH'] ?? '')
  .split(',')
  .filter((size) => size !== '')
  .map(Number);
const cli = join(import.meta.dirname, '../../src/cli/main.js');

export async function run(folder: string): Promise<void> {
  if (growth.length > 0) {
    await measureGrowth(folder);
    return;
  }
  const dump = await prepareDump(folder, establishments);
  if (process.env['BENCH_SERVING'] !== 'only') await compare(folder, dump);
  await compareServing(folder, dump);
}

async function compareServing(folder: string, dump: string): Promise<void> {
  const { alone, beside, imports } = await measureServing(folder, dump, rounds);
  print(
    `Serving beside an import: p99 ${beside.toFixed(1)} ms, without ${alone.toFixed(1)} ms: ${(beside / alone).toFixed(2)} x (goal at most 2; ${imports} imports begun)`,
  );
}

async function compare(folder: string, dump: string): Promise<void> {
  const contestants = [
    { name: 'confere', goal: undefined, load: async () => (await importOnce(folder, dump, ['--facts-only'])).seconds },
    { name: 'PostgreSQL COPY', goal: 2, load: findPostgres() ? () => loadIntoPostgres(dump) : undefined },
    { name: 'DuckDB', goal: 1, load: () => loadIntoDuckDb(dump, join(folder, 'duckdb')) },
  ];
  const loads = contestants.flatMap(({ name, load }) => (load === undefined ? [] : [[name, load] as const]));
  const seconds = await takeTurns(rounds, Object.fromEntries(loads));
  const ours = seconds.get('confere') ?? [];
  for (const { name, goal } of contestants) {
    const times = seconds.get(name);
    if (times === undefined) {
      print(
        `${name}: left out. It needs a PostgreSQL that \`psql -d postgres\` reaches and in which you may create a database.`,
      );
      continue;
    }
    const own = median(times);
    const rate = Math.round(establishments / own).toLocaleString('en');
    // Each round is compared with itself: what else the machine does then falls on all alike.
    const faster = median(times.map((time, round) => time / (ours[round] ?? Number.NaN)));
    const ratio = goal === undefined ? '' : `, confere is ${faster.toFixed(2)} x as fast (goal ${goal})`;
    print(
      `${name.padEnd(16)} ${own.toFixed(2)} s, ${rate} establishments/s${ratio}   [${times.map((time) => time.toFixed(2)).join(' ')}]`,
    );
  }
}

async function measureGrowth(folder: string): Promise<void> {
  let before: { size: number; seconds: number; cpuSeconds: number } | undefined;
  for (const size of growth) {
    const dump = await prepareDump(folder, size);
    const runs: Imported[] = [];
    for (let round = 0; round < rounds; round++) runs.push(await importOnce(folder, dump, ['--facts-only']));
    const of = (figure: keyof Imported): number => median(runs.map((one) => one[figure]));
    const [seconds, cpuSeconds] = [of('seconds'), of('cpuSeconds')];
    print(
      `${size.toLocaleString('en')} establishments: ${seconds.toFixed(2)} s (${cpuSeconds.toFixed(1)} s of processor), ` +
        `${Math.round(size / seconds).toLocaleString('en')}/s, peak memory ${of('peakMegabytes')} MB, ${of('bytesEach').toFixed(1)} bytes each`,
    );
    if (before !== undefined) {
      print(
        `  ${(size / before.size).toFixed(1)} x the rows took ${(seconds / before.seconds).toFixed(2)} x as long ` +
          `and ${(cpuSeconds / before.cpuSeconds).toFixed(2)} x the processor`,
      );
    }
    before = { size, seconds, cpuSeconds };
    if (dump.startsWith(folder)) rmSync(dump, { recursive: true });
  }
}

export interface Imported {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly bytesEach: number;
}

/** The command as an operator runs it, from the start of the process to its end. */
export async function importOnce(folder: string, dump: string, flags: readonly string[] = []): Promise<Imported> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const start = process.hrtime.bigint();
  const child = spawn(process.execPath, [cli, 'registry', 'import', dump, '--json', ...flags], {
    env: { ...process.env, CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: join(folder, 'secrets') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  using watched = watchProcess(child.pid);
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (code !== 0) throw new Error(`the import ended with code ${code}`);
  const result = JSON.parse(output) as { bytes: number; establishments: number; records: { bytes: number } | null };
  rmSync(data, { recursive: true });
  return {
    seconds,
    cpuSeconds: watched.seen.cpuSeconds,
    peakMegabytes: Math.round(watched.seen.peakBytes / 2 ** 20),
    bytesEach: (result.bytes + (result.records?.bytes ?? 0)) / result.establishments,
  };
}
