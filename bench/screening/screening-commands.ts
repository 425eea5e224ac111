// `npm run bench screening-commands`: what an operator does by hand, with the real commands and at full size. Imports the files of all
// lists, one command after the other, and looks a table of customers up in them.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { inventPerson } from '../../test/support/lists/invented/people.ts';
import { readCpuSeconds } from '../support/processor-time.ts';
import { type PublishedFiles, writePublishedFiles } from '../support/screening/published-files.ts';

const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 1_000_000);
const command = join(import.meta.dirname, '../../bin/confere');
const asOf = '2026-11-17';

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'confere-bench-commands-'));
  try {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    await importAll(folder, [...writePublishedFiles(join(folder, 'files'))]);
    await screen(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const toEnv = (folder: string) => ({
  ...process.env,
  ...{ CONFERE_DATA_DIR: join(folder, 'data'), CONFERE_SECRETS_DIR: join(folder, 'secrets') },
});

const sizeOf = ({ paths }: PublishedFiles) => paths.reduce((sum, path) => sum + statSync(path).size, 0);

async function importAll(folder: string, files: readonly PublishedFiles[]): Promise<void> {
  const [cpu, wall] = [readCpuSeconds(process.pid), performance.now()];
  const times: string[] = [];
  for (const { list, paths } of files) {
    const began = performance.now();
    const order = ['lists', 'import', list, ...paths, '--as-of', asOf];
    execFileSync(command, order, { cwd: folder, env: toEnv(folder), stdio: ['ignore', 'ignore', 'pipe'] });
    times.push(`${list} ${((performance.now() - began) / 1000).toFixed(1)}`);
  }
  const seconds = (performance.now() - wall) / 1000;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  say(
    `Import of all ${files.length} lists, ${rows} rows and ${(bytes / 1e6).toFixed(0)} MB, a command for each: ${seconds.toFixed(1)} s on the clock (goal 60), ` +
      `${(readCpuSeconds(process.pid) - cpu).toFixed(1)} s of processor; load ${loadavg()[0]?.toFixed(1)}.`,
  );
  say(`Seconds each: ${times.join(', ')}.`);
}

async function screen(folder: string): Promise<void> {
  const [input, out] = [join(folder, 'customers.csv'), join(folder, 'results.csv')];
  const random = new Random().restart(7);
  const file = openSync(input, 'w');
  writeSync(file, 'cpf,nome,nascimento\n');
  for (let row = 0; row < customers; row += 1000) {
    const some = Array.from({ length: Math.min(1000, customers - row) }, () => inventPerson(random));
    writeSync(file, some.map(({ cpf, name, birthDate }) => `${cpf},${name},${birthDate}\n`).join(''));
  }
  closeSync(file);
  const [cpu, wall] = [readCpuSeconds(process.pid), performance.now()];
  const child = spawn(command, ['screen', input, '--out', out], {
    ...{ cwd: folder, env: toEnv(folder), stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  let mostMb = 0;
  const watch = setInterval(() => (mostMb = Math.max(mostMb, readMemory(child.pid ?? 0))), 200);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`confere screen ended with ${code}:\n${told}`);
  const seconds = (performance.now() - wall) / 1000;
  say(
    `confere screen of ${customers} customers, CSV to CSV, on ${availableParallelism()} cores: ${seconds.toFixed(1)} s on the clock (goal 60 for a million), ` +
      `${(readCpuSeconds(process.pid) - cpu).toFixed(1)} s of processor, ${mostMb.toFixed(0)} MB at most; load ${loadavg()[0]?.toFixed(1)}.`,
  );
  say(
    told
      .split('\n')
      .filter((line) => /^[\d,.]+ rows|^Screening|by list/.test(line))
      .join('\n'),
  );
}

/** Held in memory, in MB; 0 once it has ended. */
function readMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
