// The console's files. A release and an image bring them built. A checkout builds them with Vite, in a process of its own, when they are not
// there or not made from what is there now: `npm ci` does it already, and a service on a disk that it may not write to must find them built.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { OperatorError } from '../../../errors.ts';
import type { BuiltConsole, BuiltFile, ConsolePages } from '../../../http/console/pages.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = join(root, 'console');
const target = join(sources, 'dist');
const stamp = 'built-from';
const advice =
  'A release has the console built in (npm run release). In a checkout, run npm ci without --omit=dev, then: confere console build';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** `onFault` is told why it cannot be built. */
export function createConsolePages(onFault: (why: string) => void): ConsolePages {
  let loading: Promise<BuiltConsole> | undefined;
  return {
    load() {
      loading ??= load().catch((error: unknown) => {
        onFault(error instanceof Error ? error.message : String(error));
        loading = undefined;
        return { kind: 'missing', advice };
      });
      return loading;
    },
  };
}

async function load(): Promise<BuiltConsole> {
  try {
    await buildConsole();
  } catch (error) {
    // An older one is better than none.
    if (!existsSync(join(target, 'index.html'))) throw error;
  }
  const names = await readdir(join(target, 'assets'));
  const assets = await Promise.all(names.map(async (name) => [name, await read(join('assets', name))] as const));
  return { kind: 'built', page: await read('index.html'), assets: new Map(assets) };
}

async function read(path: string): Promise<BuiltFile> {
  const type = types[extname(path)] ?? 'application/octet-stream';
  return { type, bytes: await readFile(join(target, path)) };
}

/** Says whether there was anything to do. */
export async function buildConsole(): Promise<'built' | 'current'> {
  if (!existsSync(join(sources, 'vite.config.ts'))) {
    // A release, without the sources.
    if (existsSync(join(target, 'index.html'))) return 'current';
    throw new OperatorError(`The console is missing here. ${advice}`);
  }
  const made = await toStamp();
  const before = await readFile(join(target, stamp), 'utf8').catch(() => '');
  if (before === made) return 'current';
  const draft = `${target}.${process.pid}`;
  try {
    await run(draft);
    await writeFile(join(draft, stamp), made);
    await rm(target, { recursive: true, force: true });
    // Another process may have been faster, with the same result.
    await rename(draft, target).catch(() => {});
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return 'built';
}

async function toStamp(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await listSources()) hash.update(path).update(await readFile(join(root, path)));
  return hash.digest('hex');
}

/** All that goes into it, from the root: the pages, what they share with the server, and the versions of the tools. */
export async function listSources(): Promise<string[]> {
  const isSource = (path: string) => /\.(?:tsx?|css|html|svg)$/.test(path) && !/\.test\.ts$|^dist/.test(path);
  const listIn = async (folder: string) =>
    (await readdir(join(root, folder), { recursive: true })).filter(isSource).map((path) => join(folder, path));
  return [...(await listIn('console')), ...(await listIn('src/domain')), 'package.json'].sort();
}

async function run(outDir: string): Promise<void> {
  let vite: string;
  try {
    vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    throw new OperatorError(`Vite, which builds the console, is not installed. ${advice}`);
  }
  const args = [vite, 'build', sources, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(0, 4_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new OperatorError(`The console could not be built:\n${said.trim()}`));
    });
  });
}
