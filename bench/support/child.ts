// A server of a benchmark in a process of its own, which tells its port and its processor time.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface BenchServer {
  readonly port: number;
  readonly key: string;
  cpuMicros(): Promise<number>;
  stop(): void;
}

export async function startServer(file: string, env: Record<string, string> = {}): Promise<BenchServer> {
  const child: ChildProcess = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } });
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key?: string }];
  return {
    port,
    key: key ?? 'none',
    cpuMicros: async () => {
      child.send('cpu');
      const [{ cpuMicros }] = (await once(child, 'message')) as [{ cpuMicros: number }];
      return cpuMicros;
    },
    stop: () => child.disconnect(),
  };
}
