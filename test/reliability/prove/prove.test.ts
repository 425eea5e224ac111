import { expect, test } from 'vitest';
import { rows } from '../rows.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { isProven, prove } from './prove.ts';

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
