// A service whose data lies on a real disk of a few megabytes that only it and its commands see. A mount of one's own needs rights that
// not every machine gives to tests.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { main } from '../program.ts';
import type { CommandResult, Home } from './process.ts';

export function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('SKIPPED: no right to mount a small disk.\n');
    return false;
  }
}

export interface SmallDisk {
  readonly child: ChildProcess;
  readonly address: string;
  /** Its data, as others see it. */
  readonly dataDirectory: string;
  command(...words: string[]): Promise<CommandResult>;
  /** To its last byte. */
  fill(): void;
  empty(): void;
}

interface SmallDiskOptions {
  readonly megabytes?: number;
  readonly isReadOnly?: boolean;
}

/** The data that is prepared there is copied to the disk. */
export async function startOnSmallDisk(
  prepared: Home,
  { megabytes = 2, isReadOnly = false }: SmallDiskOptions = {},
): Promise<SmallDisk> {
  const disk = join(prepared.directory, 'disk');
  mkdirSync(disk);
  const home: Home = { ...prepared, env: { ...prepared.env, CONFERE_DATA_DIR: join(disk, 'data') } };
  const env = { ...process.env, ...home.env };
  const script =
    `mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0" && cp -a "$1" "$0/" && ` +
    `${isReadOnly ? 'mount -o remount,ro "$0" && ' : ''}exec "$2" "$3" serve`;
  const args = ['--mount', 'sh', '-c', script, disk, join(prepared.directory, 'data'), process.execPath, main];
  const child = spawn('unshare', args, { cwd: home.directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/listens on http:\/\/\S+\n/);
  // The disk as the process sees it.
  const seen = `/proc/${child.pid}/root${disk}`;
  const filler = `${seen}/filler`;
  return {
    child,
    dataDirectory: `${seen}/data`,
    address: /listens on (http:\/\/\S+)/.exec(output)?.[1] as string,
    command: (...words) =>
      new Promise((resolve) => {
        const inside = ['--target', String(child.pid), '--mount', process.execPath, main, ...words];
        execFile('nsenter', inside, { cwd: home.directory, env }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
        );
      }),
    fill() {
      for (const bytes of [65_536, 4_096, 1]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
        } catch {
          // Full, to that many bytes.
        }
      }
    },
    empty: () => rmSync(filler),
  };
}
