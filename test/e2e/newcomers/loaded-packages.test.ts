// What a process loads before it does anything: each package here is paid for at every start, so a new one is a decision.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHome, type Home } from '../../support/service/process.ts';

const root = join(import.meta.dirname, '../../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };

/** Tells at the end which files were loaded. */
const witness = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      loaded.add(url);
      return next(url, context);
    },
  });
  process.on('exit', () => writeSync(2, '\\nLOADED ' + JSON.stringify([...loaded]) + '\\n'));
`)}`;

interface Loaded {
  readonly packages: readonly string[];
  readonly ours: readonly string[];
}

function findLoaded(home: Home, ...args: string[]): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--import', witness, join(root, 'src/cli/main.js'), ...args],
      { cwd: home.directory, env: { ...process.env, ...home.env } },
      (error, _stdout, stderr) => {
        if (error !== null) return reject(error);
        // A line of each thread.
        const urls = [...stderr.matchAll(/^LOADED (.*)$/gm)].flatMap((match) => JSON.parse(match[1] ?? '') as string[]);
        const packages = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
        resolve({
          packages: [...new Set(packages)].sort(),
          ours: urls.filter((url) => url.includes('/src/')),
        });
      },
    );
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('listens on')) child.kill('SIGTERM');
    });
  });
}

const home = createHome();

test.each(['--version', '--help'])('confere %s loads no package but that of the command line', async (option) => {
  expect((await findLoaded(home, option)).packages).toEqual(['commander']);
});

test('a short command loads its own file, the stores and the database', async () => {
  const { packages, ours } = await findLoaded(home, 'keys', 'list');
  expect(packages).toEqual(['better-sqlite3', 'commander']);
  expect(ours.filter((url) => url.includes('/cli/commands/')).map((url) => url.split('/').at(-1))).toEqual(
    expect.arrayContaining(['keys.ts']),
  );
  expect(ours.filter((url) => /\/(?:http|sources|registry)\//.test(url))).toEqual([]);
});

test('a service with nothing configured loads no HTTP client, no YAML and nothing of other databases, and reads no list', async () => {
  const { packages, ours } = await findLoaded(home, 'serve');
  // What these load in their turn is theirs; the metrics bring the interface of OpenTelemetry.
  expect(packages.filter((name) => Object.hasOwn(dependencies, name))).toEqual([
    '@opentelemetry/api',
    'better-sqlite3',
    'commander',
    'fastify',
    'prom-client',
  ]);
  expect(packages).not.toContain('@fastify/ajv-compiler');
  const ofLists = ours.flatMap((url) => /\/src\/screening\/(.*)$/.exec(url)?.[1] ?? []);
  expect(ofLists.sort()).toEqual(['follow-lists.ts', 'sandbox.ts']);
  // Each thread takes 10 MB for as long as it lives. The reader's ends soon after the comparison at the start.
  expect(ours.flatMap((url) => /\/([\w-]+-thread(?:\.sqlite)?)\.ts$/.exec(url)?.[1] ?? []).sort()).toEqual([
    'audit-reader-thread.sqlite',
    'audit-thread.sqlite',
    'writer-thread',
  ]);
});
