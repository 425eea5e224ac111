import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { listSources } from './console-build.ts';

const root = join(import.meta.dirname, '../../../..');

test('whatever the pages import counts among what the console is built from, or a change of it would never be shown', async () => {
  const imported = new Set<string>();
  const follow = (file: string): void => {
    if (imported.has(file)) return;
    imported.add(file);
    const code = readFileSync(join(root, file), 'utf8').replace(/^import type [^;]*;/gm, '');
    for (const [, path] of code.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      follow(normalize(join(dirname(file), path as string)));
    }
  };
  follow('console/main.tsx');
  expect(imported).toContain('src/domain/numbers/cpf.ts');
  expect(await listSources()).toEqual(expect.arrayContaining([...imported]));
});
