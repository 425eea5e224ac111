// What became of each mutant when it was last run, kept beside the code so that the page shows which were, and when.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

export interface Outcome {
  readonly colour: 'red' | 'green';
  /** Of the code that was broken. */
  readonly commit: string;
  readonly date: string;
}

const file = join(import.meta.dirname, 'outcomes.json');
const toName = ({ row, id }: Mutant) => `${row}: ${id}`;

function readAll(): Readonly<Record<string, Outcome>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Outcome>;
}

export function findOutcome(mutant: Mutant): Outcome | undefined {
  return readAll()[toName(mutant)];
}

export function keepOutcome(mutant: Mutant, outcome: Outcome): void {
  writeFileSync(file, `${JSON.stringify({ ...readAll(), [toName(mutant)]: outcome }, null, 2)}\n`);
}
