import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rows } from '../rows/rows.ts';
import { applyEdit, type Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { isProven, prove } from './prove.ts';

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

test('the prover tells a break that is noticed from one that is not, a sound tree from both, and no verdict from all', async () => {
  const row = rows.filter(({ id }) => id === 'stalled');
  const noticed = mutants.find(({ id }) => id === 'stall-counts-in-turns') as Mutant;
  const [edit] = noticed.edits;
  const harmless: Mutant = {
    ...noticed,
    id: 'harmless',
    edits: [{ file: edit?.file ?? '', find: edit?.find ?? '', replace: `${edit?.find}\n` }],
  };
  const missing: Mutant = { ...noticed, id: 'nothing-ran', suite: 'src/http/no-such.test.ts' };
  const proofs = await prove(row, [noticed, harmless, missing], () => {});
  expect(proofs.map(({ mutant, colour }) => [mutant?.id, colour])).toEqual([
    [undefined, 'green'],
    [undefined, 'none'],
    ['stall-counts-in-turns', 'red'],
    ['harmless', 'green'],
    ['nothing-ran', 'none'],
  ]);
  expect(proofs.map(isProven)).toEqual([true, false, true, false, false]);
});
