// JSONata with the words of ours that mappings may use, on this thread or in the one of `../thread/answer-worker.ts`.

import jsonata from 'jsonata';
import { foldCode } from '../mapped-value.ts';
import { boundedFunctions } from './bounded-functions.ts';

/** JSONata looks at its own limits between steps; a single step may take as long as it likes. */
const bounds = { stack: 256, sequence: 100_000 };

export type Interpreter = ReturnType<typeof jsonata>;

/**
 * Throws what JSONata throws: a plain object that speaks of the text. `timeoutMs` is JSONata's own, by the clock on the wall: a process that
 * is held up in the middle of an evaluation would lose a good answer by it, so none is set where an answer is read.
 */
export function createInterpreter(text: string, timeoutMs?: number): Interpreter {
  const interpreter = jsonata(text, timeoutMs === undefined ? bounds : { ...bounds, timeout: timeoutMs });
  for (const [name, bounded] of Object.entries(boundedFunctions)) interpreter.assign(name, bounded);
  for (const [name, implementation] of Object.entries(ownFunctions)) interpreter.registerFunction(name, implementation);
  return interpreter;
}

/** These functions express meanings that JSONata lacks. Each returns no value if the answer has none. */
const ownFunctions = {
  /** Returns true for one list of words, false for the other, and no value for any other text. It gives no verdict by default. */
  verdict: (value: unknown, yes: unknown, no: unknown): boolean | undefined => {
    if (isAmong(value, yes)) return true;
    return isAmong(value, no) ? false : undefined;
  },
  /** Tells whether a list holds an element. Returns no value for input that is no list. */
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
