// RELIABILITY.md, "disk full": a real small disk that fills up, and one that is read-only. What needs no write is served.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createHome, createKey, type Home, startProcess } from '../support/process.ts';
import { post } from '../support/service.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

/** A mount of one's own needs rights that not every machine gives to tests. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMountable = canMount();
if (!isMountable) process.stderr.write('SKIPPED: no right to mount a small disk.\n');

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A service whose data lies on a disk of 2 MB that only it and its commands see. */
async function startOnSmallDisk(isReadOnly: boolean) {
  const prepared = createHome();
  const { key } = await createKey(prepared, '--mode', 'test', '--rate', 'unlimited');
  await (await startProcess(prepared)).stop();
  const disk = join(prepared.directory, 'disk');
  mkdirSync(disk);
  const home: Home = { ...prepared, env: { ...prepared.env, CONFERE_DATA_DIR: join(disk, 'data') } };
  const script =
    `mount -t tmpfs -o size=2m,mode=700 tmpfs "$0" && cp -a "$1" "$0/" && ` +
    `${isReadOnly ? 'mount -o remount,ro "$0" && ' : ''}exec "$2" "$3" serve`;
  const args = ['--mount', 'sh', '-c', script, disk, join(prepared.directory, 'data'), process.execPath, main];
  const child = spawn('unshare', args, {
    cwd: home.directory,
    env: { ...process.env, ...home.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/listens on http:\/\/\S+\n/);
  const address = /listens on (http:\/\/\S+)/.exec(output)?.[1] as string;
  const call = async (idempotencyKey?: string) => {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return (await post(`${address}/v1/verify/cpf`, { cpf: '40442820135' }, { key, headers })).status;
  };
  const get = async (path: string) => (await fetch(address + path)).status;
  const command = (...words: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const inside = ['--target', String(child.pid), '--mount', process.execPath, main, ...words];
      const env = { ...process.env, ...home.env };
      execFile('nsenter', inside, { cwd: home.directory, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  // The disk as the process sees it.
  return { call, get, command, filler: `/proc/${child.pid}/root${disk}/filler` };
}

test.skipIf(!isMountable)(
  'a full disk: plain calls and the list of keys work, nothing is promised that is not kept, and room is enough to recover',
  async () => {
    const { call, get, command, filler } = await startOnSmallDisk(false);
    expect([await call(), await call('a'), await get('/readyz')]).toEqual([200, 200, 200]);
    for (const bytes of [65_536, 4_096, 1]) {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
      } catch {
        // Full, to that many bytes.
      }
    }
    // The log of the database may have some room left in it.
    await expect.poll(async () => call(`b${Math.random()}`), { timeout: 60_000 }).toBe(500);
    await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(500);
    expect([await call(), await get('/livez')]).toEqual([200, 200]);
    expect((await command('keys', 'list')).stdout).toContain('key_sandbox');
    rmSync(filler);
    await expect.poll(() => call(`c${Math.random()}`), { timeout: 60_000 }).toBe(200);
    await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(200);
  },
);

test.skipIf(!isMountable)(
  'a read-only disk: it starts and serves what needs no write, lists keys, and says in a sentence that it cannot make one',
  async () => {
    const { call, get, command } = await startOnSmallDisk(true);
    expect([await call(), await call('a'), await get('/livez')]).toEqual([200, 500, 200]);
    await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(500);
    expect((await command('keys', 'list')).stdout).toContain('key_sandbox');
    const created = await command('keys', 'create', '--name', 'x', '--mode', 'test');
    expect(created.code).not.toBe(0);
    expect(created.stderr).not.toMatch(/^\s+at /m);
  },
);
