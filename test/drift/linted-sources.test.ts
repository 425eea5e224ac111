// No source file is left out of the formatter and the linter by the name of its folder.

import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('biome.json leaves out no source file', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { files: { includes: string[] } };
  const leftOut = files.includes.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  /** A folder that is left out takes all of it along. */
  const toPaths = (file: string) => file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const isLeftOut = (file: string) =>
    toPaths(file).some((path) => leftOut.some((pattern) => matchesGlob(path, pattern)));
  const sources = globSync('{src,console,scripts,test,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name.startsWith('dist'),
  });
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.filter(isLeftOut)).toEqual([]);
});
