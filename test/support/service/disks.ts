// Disks in trouble. A small one holds the data of a service, and only it and its commands see it: a mount of one's own needs rights that not
// every machine gives to tests. A slow one takes its time for whatever must be durable, for the processes of one home alone: it needs a C
// compiler.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createOutputDirectory } from '../output.ts';
import { main } from '../program.ts';
import { gatherText } from '../texts.ts';
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

/** Of blocks of 1 KiB, as ext4 makes them on a small disk. Undefined where the machine gives tests no such disk. */
export async function serveOnSmallBlocks(home: Home): Promise<CommandResult | undefined> {
  const disk = join(home.directory, 'disk');
  mkdirSync(disk);
  const image = `${disk}.img`;
  const mount = 'truncate -s 16M "$1" && mkfs.ext4 -q -b 1024 "$1" && mount -o loop "$1" "$0"';
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', mount, disk, image], { stdio: 'ignore' });
  } catch {
    process.stderr.write('SKIPPED: no disk with blocks of 1 KiB on this machine.\n');
    return undefined;
  }
  const script = `${mount} && exec "$2" "$3" serve`;
  const args = ['--mount', 'sh', '-c', script, disk, image, process.execPath, main];
  const env = { ...process.env, ...home.env, CONFERE_DATA_DIR: join(disk, 'data') };
  return new Promise((resolve) => {
    execFile('unshare', args, { cwd: home.directory, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

/** The data that is prepared there is copied to the disk. */
export async function startOnSmallDisk(prepared: Home, { megabytes = 2, isReadOnly = false } = {}) {
  const disk = join(prepared.directory, 'disk');
  mkdirSync(disk);
  const home: Home = { ...prepared, env: { ...prepared.env, CONFERE_DATA_DIR: join(disk, 'data') } };
  const env = { ...process.env, ...home.env };
  const script =
    `mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0" && cp -a "$1" "$0/" && ` +
    `${isReadOnly ? 'mount -o remount,ro "$0" && ' : ''}exec "$2" "$3" serve`;
  const args = ['--mount', 'sh', '-c', script, disk, join(prepared.directory, 'data'), process.execPath, main];
  const child = spawn('unshare', args, { cwd: home.directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = gatherText(child.stdout, child.stderr);
  await expect.poll(output, { timeout: 60_000 }).toMatch(/listens on http:\/\/\S+\n/);
  // The disk as the process sees it.
  const seen = `/proc/${child.pid}/root${disk}`;
  const filler = `${seen}/filler`;
  return {
    child,
    /** Its data, as others see it. */
    dataDirectory: `${seen}/data`,
    address: /listens on (http:\/\/\S+)/.exec(output())?.[1] as string,
    command: (...words: string[]) =>
      new Promise<CommandResult>((resolve) => {
        const inside = ['--target', String(child.pid), '--mount', process.execPath, main, ...words];
        execFile('nsenter', inside, { cwd: home.directory, env }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
        );
      }),
    /** To its last byte. */
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

let library: string | undefined;

/** A slow disk. Undefined where there is no compiler. */
export function findSlowDisk(): ((home: Home, ms: number) => Home) | undefined {
  try {
    library ??= build();
  } catch {
    process.stderr.write('SKIPPED: no C compiler, with which a slow disk is made.\n');
    return undefined;
  }
  const made = library;
  return (home, ms) => ({ ...home, env: { ...home.env, LD_PRELOAD: made, SLOW_DISK_MS: String(ms) } });
}

function build(): string {
  const file = join(createOutputDirectory('slow-disk'), 'slow-disk.so');
  const source = join(import.meta.dirname, 'slow-disk.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, source, '-ldl'], { stdio: 'ignore' });
  return file;
}
