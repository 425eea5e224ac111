// `npm run bench commands`: what it takes to start a process of Confere, in processor time with its threads, beside a Node that does
// nothing. A busy machine changes it less than the time on the clock.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCpuSeconds } from './support/processor-time.ts';
import { median } from './support/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const main = join(import.meta.dirname, '../src/cli/main.js');

export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-commands-'));
  const env = {
    ...process.env,
    CONFERE_PORT: '0',
    CONFERE_ADMIN_PORT: '0',
    CONFERE_DATA_DIR: join(home, 'data'),
    CONFERE_SECRETS_DIR: join(home, 'secrets'),
  };
  const ofCommand = (...words: string[]) => measureCommand([process.execPath, ...words], env);
  const starts: Readonly<Record<string, () => number | Promise<number>>> = {
    'node -e 0': () => ofCommand('-e', '0'),
    'confere --version': () => ofCommand(main, '--version'),
    'confere --help': () => ofCommand(main, '--help'),
    'confere keys create': () => ofCommand(main, 'keys', 'create', '--name', 'bench', '--mode', 'test'),
    'confere keys list': () => ofCommand(main, 'keys', 'list'),
    'confere serve, to its address': () => measureService(env),
  };
  try {
    for (const [name, measure] of Object.entries(starts)) {
      // The first of each fills the cache of compiled files.
      await measure();
      const took: number[] = [];
      for (let round = 0; round < rounds; round++) took.push(await measure());
      process.stdout.write(`${name}: ${median(took).toFixed(0)} ms of processor, median of ${rounds}\n`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** From its start to its end. */
function measureCommand(command: readonly string[], env: NodeJS.ProcessEnv): number {
  const script = 'TIMEFORMAT="%U %S"; { time "$@" > /dev/null 2>&1; } 2>&1';
  const times = execFileSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8', env });
  return times.split(' ').reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}

async function measureService(env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  for await (const chunk of child.stdout) if (String(chunk).includes('listens on')) break;
  const ms = readCpuSeconds(child.pid as number) * 1000;
  child.kill('SIGTERM');
  await exited;
  return ms;
}
