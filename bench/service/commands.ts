// `npm run bench commands`: what it takes to start a process of Confere, in processor time with its threads, by the sources and by the bundle
// of a release, in turns. A busy machine changes it less than the time on the clock.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { readCpuSeconds } from '../support/processor-time.ts';
import { median, takeTurns } from '../support/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const root = join(import.meta.dirname, '../..');
const sources = join(root, 'src/cli/main.js');

export async function run(home: string): Promise<void> {
  // Inside of the checkout, whose packages it needs.
  const folder = join(root, 'bench/.cache/program');
  await bundle(folder);
  const bundled = join(folder, 'main.js');
  const env = {
    ...process.env,
    CONFERE_PORT: '0',
    CONFERE_ADMIN_PORT: '0',
    CONFERE_DATA_DIR: join(home, 'data'),
    CONFERE_SECRETS_DIR: join(home, 'secrets'),
  };
  const ofCommand = (...words: string[]) => measureCommand([process.execPath, ...words], env);
  const starts: Readonly<Record<string, (main: string) => number | Promise<number>>> = {
    'confere --version': (main) => ofCommand(main, '--version'),
    'confere --help': (main) => ofCommand(main, '--help'),
    'confere keys create': (main) => ofCommand(main, 'keys', 'create', '--name', 'bench', '--mode', 'test'),
    'confere keys list': (main) => ofCommand(main, 'keys', 'list'),
    'confere serve, to its address': (main) => measureService(main, env),
  };
  try {
    process.stdout.write(`node -e 0: ${ofCommand('-e', '0').toFixed(0)} ms of processor\n`);
    for (const [name, measure] of Object.entries(starts)) {
      // The first of each fills the cache of compiled files.
      for (const main of [sources, bundled]) await measure(main);
      const took = await takeTurns(rounds, { sources: () => measure(sources), bundle: () => measure(bundled) });
      const [bySources = [], byBundle = []] = took.values();
      const ratio = median(byBundle.map((ms, round) => ms / (bySources[round] ?? Number.NaN)));
      process.stdout.write(
        `${name}: ${median(bySources).toFixed(0)} ms of processor by the sources, ${median(byBundle).toFixed(0)} by the bundle, ` +
          `${ratio.toFixed(2)} x, median of ${rounds}\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From its start to its end. */
function measureCommand(command: readonly string[], env: NodeJS.ProcessEnv): number {
  const script = 'TIMEFORMAT="%U %S"; { time "$@" > /dev/null 2>&1; } 2>&1';
  const times = execFileSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8', env });
  return times.split(' ').reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}

async function measureService(main: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  for await (const chunk of child.stdout) if (String(chunk).includes('listens on')) break;
  const ms = readCpuSeconds(child.pid as number) * 1000;
  child.kill('SIGTERM');
  await exited;
  return ms;
}
