// What pages and messages tell people to type, and what an install without development tools must hold.

import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const manifest = JSON.parse(read('package.json')) as {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
};

test('nobody is told to run `npx confere`, which asks the public registry outside of a checkout (write: confere)', () => {
  const told = [
    'README.md',
    'README.pt-BR.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'SECURITY.pt-BR.md',
    ...filesOf('docs', /\.md$/),
    ...filesOf('src', /\.(ts|md)$/),
    ...filesOf('profiles', /\.yaml$/),
    ...filesOf('examples', /\.yaml$/),
  ];
  expect(told.filter((path) => read(path).includes('npx confere'))).toEqual([]);
});

test('the name of the package is scoped, and its program is bin/confere', () => {
  expect([manifest.name, manifest.bin]).toEqual(['@confere/server', { confere: 'bin/confere' }]);
});

test('the program imports only what `npm ci --omit=dev` installs', () => {
  const allowed = new Set([...Object.keys(manifest.dependencies), ...builtinModules]);
  const faults = filesOf('src', /(?<!\.test)\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/^(?:import|export) (?!type )[^;]*?from '([^.'][^']*)'|import\('([^.'][^']*)'\)/gm)]
      .map((match) => (match[1] ?? match[2]) as string)
      .filter(
        (name) => !name.startsWith('node:') && !allowed.has(name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
      )
      .map((name) => `${path} imports ${name}`),
  );
  expect(faults).toEqual([]);
});
