// From `npm start` to the first answered request, and what the process then occupies: each time in new directories.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ColdStart {
  readonly firstAnswerMs: number;
  readonly idleMegabytes: number;
}

const pollMs = 5;
const giveUpAfterMs = 30_000;
/** Long enough for the garbage of the start to be collected or not, as it would be on an idle service. */
const settleMs = 2_000;

export interface ColdStartOptions {
  /** Data and secrets that are there; otherwise new and empty ones. */
  readonly home?: string;
  /** What counts as the first answer; `/livez` unless told otherwise. */
  readonly isAnswered?: (port: number) => Promise<boolean>;
}

export async function measureColdStart(options: ColdStartOptions = {}): Promise<ColdStart> {
  const { isAnswered = isAlive } = options;
  const directory = options.home ?? mkdtempSync(join(tmpdir(), 'confere-start-'));
  const port = await findFreePort();
  const startedAt = performance.now();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      CONFERE_PORT: String(port),
      CONFERE_DATA_DIR: join(directory, 'data'),
      CONFERE_SECRETS_DIR: join(directory, 'secrets'),
    },
  });
  const exited = once(npm, 'exit');
  try {
    while (!(await isAnswered(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}`);
      if (performance.now() - startedAt > giveUpAfterMs) throw new Error('npm start gave no answer');
      await sleep(pollMs);
    }
    const firstAnswerMs = performance.now() - startedAt;
    await sleep(settleMs);
    return { firstAnswerMs, idleMegabytes: readChild(npm.pid).kilobytes / 1024 };
  } finally {
    const { pid } = readChild(npm.pid);
    if (pid > 0) process.kill(pid, 'SIGTERM');
    await exited;
    if (options.home === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

function isAlive(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/livez', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}

/** The server is npm's only child, because the start script ends in `exec`. */
function readChild(parent: number | undefined): { readonly pid: number; readonly kilobytes: number } {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).split('\n');
  const child = rows.map((row) => row.trim().split(/\s+/).map(Number)).find(([, ppid]) => ppid === parent);
  return { pid: child?.[0] ?? 0, kilobytes: child?.[2] ?? Number.NaN };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
