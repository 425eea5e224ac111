// `npm run bench screening-commands`: what an operator does by hand, with the real commands and at full size. Imports the files of all
// lists, one command after the other, and looks a table of customers up in them.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { print } from '../support/print.ts';
import { readCpuSeconds, watchProcess } from '../support/processor-time.ts';
import { writeCustomers } from '../support/screening/customers.ts';
import { type PublishedFiles, writePublishedFiles } from '../support/screening/published-files.ts';

const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 1_000_000);
const command = join(import.meta.dirname, '../../bin/confere');
const asOf = '2026-11-17';

export async function run(folder: string): Promise<void> {
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  await importAll(folder, [...writePublishedFiles(join(folder, 'files'))]);
  await screen(folder);
}

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
  print(
    `Import of all ${files.length} lists, ${rows} rows and ${(bytes / 1e6).toFixed(0)} MB, a command for each: ${seconds.toFixed(1)} s on the clock (goal 60), ` +
      `${(readCpuSeconds(process.pid) - cpu).toFixed(1)} s of processor; load ${loadavg()[0]?.toFixed(1)}.`,
  );
  print(`Seconds each: ${times.join(', ')}.`);
}

async function screen(folder: string): Promise<void> {
  const [input, out] = [join(folder, 'customers.csv'), join(folder, 'results.csv')];
  writeCustomers(input, customers, 'cpf,nome,nascimento\n');
  const [cpu, wall] = [readCpuSeconds(process.pid), performance.now()];
  const child = spawn(command, ['screen', input, '--out', out], {
    ...{ cwd: folder, env: toEnv(folder), stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  using watched = watchProcess(child.pid);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`confere screen ended with ${code}:\n${told}`);
  const seconds = (performance.now() - wall) / 1000;
  print(
    `confere screen of ${customers} customers, CSV to CSV, on ${availableParallelism()} cores: ${seconds.toFixed(1)} s on the clock (goal 60 for a million), ` +
      `${(readCpuSeconds(process.pid) - cpu).toFixed(1)} s of processor, ${(watched.seen.peakBytes / 1e6).toFixed(0)} MB at most; load ${loadavg()[0]?.toFixed(1)}.`,
  );
  print(
    told
      .split('\n')
      .filter((line) => /^[\d,.]+ rows|^Screening|by list/.test(line))
      .join('\n'),
  );
}
