import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rows } from '../rows.ts';
import { applyEdit } from './mutant.ts';
import { mutants } from './mutants.ts';

const root = join(import.meta.dirname, '../../..');

test.each(rows)('$id has a mutant', ({ id }) => {
  expect(mutants.filter(({ row }) => row === id).length).toBeGreaterThan(0);
});

test.each(mutants)('$row: $id changes the code that there is', ({ row, suite, edits }) => {
  const own = rows.find(({ id }) => id === row);
  if (suite === undefined) expect(own?.drive).toBeDefined();
  else expect(own?.suites?.map(({ file }) => file)).toContain(suite);
  const files = new Map(edits.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  for (const edit of edits) files.set(edit.file, applyEdit(files.get(edit.file) ?? '', edit));
});
