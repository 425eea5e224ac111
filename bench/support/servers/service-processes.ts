// The real command with one or several processes, and the processor time of all of them together.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCpuSeconds } from '../processor-time.ts';

const main = join(import.meta.dirname, '../../../src/cli/main.js');

export type ServiceProcesses = Awaited<ReturnType<typeof startService>>;

/** `directory` is an empty folder for all that it writes. */
export async function startService(directory: string, workers: number) {
  mkdirSync(directory);
  const log = join(directory, 'log');
  const env = {
    ...process.env,
    CONFERE_PORT: '0',
    CONFERE_ADMIN_PORT: '0',
    CONFERE_DATA_DIR: join(directory, 'data'),
    CONFERE_SECRETS_DIR: join(directory, 'secrets'),
    // What is asked for is what the machine can do and more: nothing is to be refused for that.
    CONFERE_LIMITS_WAIT_MS_MAX: '60000',
  };
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [main, 'serve', '--workers', String(workers)], {
    cwd: directory,
    env,
    stdio: ['ignore', output, 'inherit'],
  });
  const exited = once(child, 'exit');
  const findPort = () => /listens on http:\/\/[^:]+:(\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
  while (findPort() === undefined) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const words = 'keys create --name bench --mode test --json --rate'.split(' ');
  const args = [main, ...words, process.env['BENCH_RATE'] ?? '100000000/min'];
  const created = execFileSync(process.execPath, args, { cwd: directory, env, encoding: 'utf8' });
  return {
    workers,
    port: Number(findPort()),
    key: (JSON.parse(created) as { key: string }).key,
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
