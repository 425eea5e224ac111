// A server of a benchmark in a process of its own, which tells its port and its processor time.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface BenchServer {
  readonly port: number;
  readonly key: string;
  /** So far, by all its threads and by the one that answers. */
  cpuMicros(): Promise<{ readonly all: number; readonly main: number }>;
  stop(): void;
}

/** As `bin/confere` starts the service; the bare route runs as Node does by itself. */
const flagsOf = (file: string) => (file === 'bare-server.ts' ? [] : ['--no-allocation-site-pretenuring']);

/** `file` lies beside this one, or is a whole path: that of another version. */
export async function startServer(file: string, env: Record<string, string> = {}): Promise<BenchServer> {
  const child: ChildProcess = fork(resolve(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    execArgv: flagsOf(file),
  });
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with code ${code}`)));
  const [{ port, key }] = (await Promise.race([once(child, 'message'), died])) as [{ port: number; key?: string }];
  died.catch(() => {});
  return {
    port,
    key: key ?? 'none',
    cpuMicros: async () => {
      child.send('cpu');
      const [cpu] = (await once(child, 'message')) as [{ all: number; main: number }];
      return cpu;
    },
    stop: () => child.disconnect(),
  };
}
