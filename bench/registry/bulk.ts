// `npm run bench bulk`: a CSV of CNPJs with names against the registry on this machine, as an operator runs it: `confere verify` from
// the start of the process to the finished file. Rows a second, processor time and peak memory; then the memory of ten times the rows.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { completeCnpj, formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import { print } from '../support/print.ts';
import { watchProcess } from '../support/processor-time.ts';
import { importDump, prepareDump } from '../support/registry/dump.ts';
import { walkSnapshot } from '../support/registry/lookup-tables.ts';
import { median } from '../support/rounds.ts';

const establishments = Number(process.env['BENCH_ESTABLISHMENTS'] ?? 1_000_000);
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const goal = 100_000;
const main = join(import.meta.dirname, '../../src/cli/main.js');

export async function run(folder: string): Promise<void> {
  const env = { CONFERE_DATA_DIR: join(folder, 'data'), CONFERE_SECRETS_DIR: join(folder, 'secrets') };
  const dump = await prepareDump(folder, establishments);
  await importDump(folder, dump, env, true);
  const small = join(folder, 'small.csv');
  writeTable(small, join(folder, 'data/registry'), rows);
  print(`${rows.toLocaleString('en')} rows, ${(statSync(small).size / 1e6).toFixed(0)} MB`);
  const seen: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const measured = await measure(small, join(folder, 'out.csv'), env, folder);
    seen.push(measured);
    print(`round ${round + 1}: ${toLine(measured, rows)}`);
  }
  const rate = median(seen.map(({ seconds }) => rows / seconds));
  print(`median ${Math.round(rate).toLocaleString('en')} rows a second (goal ${goal.toLocaleString('en')})`);
  const large = join(folder, 'large.csv');
  writeTable(large, join(folder, 'data/registry'), rows * 10);
  const measured = await measure(large, join(folder, 'out.csv'), env, folder);
  print(`ten times the rows: ${toLine(measured, rows * 10)}`);
  print(`memory ${(measured.peakBytes / median(seen.map(({ peakBytes }) => peakBytes))).toFixed(2)} x (goal 1.2)`);
}

/** Most numbers are found, in no order, some with a mask and some without their zeros; one name in ten is another one. */
function writeTable(path: string, directory: string, count: number): void {
  const random = new Random().restart(2);
  const sample: { cnpj: string; name: string }[] = [];
  for (const { cnpj, legalName } of walkSnapshot(directory)) {
    if (sample.length < 100_000) sample.push({ cnpj, name: legalName ?? '' });
    else if (random.chance(0.1)) sample[random.below(100_000)] = { cnpj, name: legalName ?? '' };
  }
  const file = openSync(path, 'w');
  let text = 'id;CNPJ;Razão Social;cidade;valor\n';
  for (let row = 0; row < count; row++) {
    const { cnpj, name } = sample[random.below(sample.length)] as { cnpj: string; name: string };
    const other = random.chance(0.05)
      ? completeCnpj(`${String(random.below(100_000_000)).padStart(8, '0')}0999`)
      : cnpj;
    const written = random.chance(0.3)
      ? formatCnpj(other as never)
      : random.chance(0.1)
        ? other.replace(/^0+/, '')
        : other;
    const typed = random.chance(0.1) ? 'Comercial de Alimentos Exemplo Ltda' : name;
    text += `${row};${written};${typed.includes(';') ? `"${typed}"` : typed};São Paulo;${random.below(100_000)},00\n`;
    if (text.length > 1_000_000) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

async function measure(input: string, out: string, env: Record<string, string>, cwd: string): Promise<Measured> {
  rmSync(out, { force: true });
  const started = process.hrtime.bigint();
  const child = spawn(process.execPath, [main, 'verify', input, '--out', out, '--quiet'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  using watched = watchProcess(child.pid);
  const [code] = await once(child, 'exit');
  if (code !== 0 && code !== 3) throw new Error(`confere verify ended with ${code}`);
  return { seconds: Number(process.hrtime.bigint() - started) / 1e9, ...watched.seen };
}

function toLine({ seconds, cpuSeconds, peakBytes }: Measured, count: number): string {
  const rate = Math.round(count / seconds).toLocaleString('en');
  const micros = ((cpuSeconds * 1e6) / count).toFixed(1);
  return `${rate} rows a second, ${micros} µs of processor a row, peak ${(peakBytes / 1e6).toFixed(0)} MB`;
}
