// JSONata with the words of ours that mappings may use, on this thread or in the one of `expression-worker.ts`.

import jsonata from 'jsonata';
import { boundedFunctions } from './bounded-functions.ts';
import { foldCode } from './mapped-value.ts';

/** Far above what a mapping needs (tens of microseconds), far below a party's deadline. */
export const evaluationMs = 250;
/** JSONata looks at its own limits between steps; a single step may take as long as it likes. */
const bounds = { timeout: evaluationMs, stack: 256, sequence: 100_000 };

export type Interpreter = ReturnType<typeof jsonata>;

/** Throws what JSONata throws: a plain object that speaks of the text. */
export function createInterpreter(text: string): Interpreter {
  const interpreter = jsonata(text, bounds);
  for (const [name, bounded] of Object.entries(boundedFunctions)) interpreter.assign(name, bounded);
  for (const [name, implementation] of Object.entries(ownFunctions)) interpreter.registerFunction(name, implementation);
  return interpreter;
}

/** What people mean and JSONata does not say: each gives nothing where the answer says nothing. */
const ownFunctions = {
  /** True for one list of words, false for the other, nothing for any other: no verdict by default. */
  verdict: (value: unknown, yes: unknown, no: unknown): boolean | undefined => {
    if (isAmong(value, yes)) return true;
    return isAmong(value, no) ? false : undefined;
  },
  /** Whether a list holds something; nothing for what is no list. */
  some: (list: unknown): boolean | undefined => (Array.isArray(list) ? list.length > 0 : undefined),
} as const;

function isAmong(value: unknown, words: unknown): boolean {
  return [words]
    .flat()
    .some((word) =>
      typeof word === 'string' && typeof value === 'string'
        ? foldCode(word) === foldCode(value)
        : word === value && word !== undefined,
    );
}
