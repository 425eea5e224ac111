// The service as an operator runs it: a process of its own, to be killed at any moment.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rememberKey } from './canaries.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

export interface ServiceProcess {
  readonly address: string;
  readonly port: number;
  /** The sandbox key of the installation, as it is printed at the start. */
  readonly key: string;
  /** `SIGKILL` gives it no chance to put anything in order. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Processes that are started in the same directory share their data. */
export async function startProcess(directory: string): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: directory,
    env: { PATH: process.env['PATH'], CONFERE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { address, key } = await readWelcome(child);
  return {
    address,
    port: Number(new URL(address).port),
    key: rememberKey(key),
    end: async (signal) => {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.kill(signal);
      await exited;
    },
  };
}

function readWelcome(child: ChildProcess): Promise<{ address: string; key: string }> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('the process has no output');
    let address = '';
    child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it listened`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      address = /listens on (http:\S+)/.exec(line)?.[1] ?? address;
      const key = /^Sandbox key .*(cfr_test_\w+)$/.exec(line)?.[1];
      if (key !== undefined) resolve({ address, key });
    });
  });
}
