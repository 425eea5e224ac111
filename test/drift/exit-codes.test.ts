// How commands end: one table in code, in the manual and in the man page.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../src/errors.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const known = Object.entries(exitCodes);

test('docs/operations.md has the table of the exit codes, in both languages', () => {
  const rowsUnder = (path: string, heading: string) =>
    [...(read(path).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(
      ([, code, meaning]) => [code, meaning],
    );
  expect(rowsUnder('docs/operations.md', 'Exit codes')).toEqual(known);
  expect(rowsUnder('docs/pt-BR/operations.md', 'Códigos de saída').map(([code]) => code)).toEqual(
    known.map(([code]) => code),
  );
});

test('the code ends with no other number, and other pages tell of no other', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.(ts|js)$/.test(path),
  );
  const used = sources.flatMap((path) =>
    [...read(`src/${path}`).matchAll(/process\.exit(?:Code = |\()(\d+)/g)].map(([, code = '']) => [path, code]),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter(([, code = '']) => !Object.hasOwn(exitCodes, code))).toEqual([]);
  const pages = readdirSync(join(root, 'docs')).filter((path) => path.endsWith('.md'));
  const told = pages.flatMap((path) =>
    [...read(`docs/${path}`).matchAll(/exit code (\d+)/gi)].map(([, code = '']) => [path, code]),
  );
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter(([, code = '']) => !Object.hasOwn(exitCodes, code))).toEqual([]);
});
