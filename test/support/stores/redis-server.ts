// A real Redis of the test's own, on a free port. Where the program is missing, the tests that need it say so and are skipped.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../free-port.ts';
import { findRedis } from '../machine.ts';

const program = findRedis();
export const hasRedis = program !== undefined;
if (!hasRedis) process.stderr.write('There is no redis-server or valkey-server here: what needs one is skipped.\n');

export interface RedisServer {
  readonly port: number;
  /** Stops answering without closing a connection, and goes on. */
  freeze(): void;
  thaw(): void;
  /** At once, as a power cut would; what it held is gone. */
  kill(): Promise<void>;
  /** On the same port, empty. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface StartOptions {
  readonly sentinel?: boolean;
  /** Lines of its configuration. */
  readonly lines?: readonly string[];
  readonly port?: number;
}

export async function startRedis({ sentinel = false, lines = [], port }: StartOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-redis-'));
  const chosen = port ?? (await findFreePort());
  const file = join(folder, 'redis.conf');
  const plain = sentinel ? [] : ['save ""', 'appendonly no'];
  const listens = lines.some((line) => line.startsWith('port ')) ? [] : [`port ${chosen}`];
  // Of itself it takes the port 10,000 further up, which the system may have given to anybody.
  const bus = lines.includes('cluster-enabled yes') ? [`cluster-port ${await findFreePort()}`] : [];
  writeFileSync(file, [...listens, ...bus, 'bind 127.0.0.1', `dir ${folder}`, ...plain, ...lines, ''].join('\n'));
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(program as string, [file, ...(sentinel ? ['--sentinel'] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/Ready to accept connections|Sentinel ID is|monitor master/.test(output)) resolve();
      });
      child.once('exit', (code) => reject(new Error(`Redis ended with ${code}:\n${output}`)));
    });
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    port: chosen,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart: start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
