// JSONata, compiled once and evaluated under bounds: the expression is the operator's, but the body is a stranger's.

import jsonata from 'jsonata';
import { declined, findShortcut } from './plain-path.ts';

/** A promise only where the interpreter was needed. */
export type Expression = (body: unknown) => unknown;

export type CompiledExpression =
  | { readonly kind: 'valid'; readonly evaluate: Expression }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Far above what a mapping needs (tens of microseconds), with room for a pause of the process; far below the deadline. */
const bounds = { timeout: 250, stack: 256, sequence: 100_000 };

/** The evaluation rejects where a bound is passed or the body does not fit; the error may quote the body, so drop it. */
export function compileExpression(text: string): CompiledExpression {
  try {
    const expression = jsonata(text, bounds);
    const shortcut = findShortcut(text) ?? (() => declined);
    return {
      kind: 'valid',
      evaluate: (body) => {
        const value = shortcut(body);
        return value === declined ? expression.evaluate(body) : value;
      },
    };
  } catch (error) {
    return { kind: 'invalid', problem: `it is not valid JSONata: ${toMessage(error)}` };
  }
}

/** JSONata throws plain objects; at compile time they speak of the operator's own text. */
function toMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'unknown fault';
  const position = 'position' in error ? ` (at character ${String(error.position)})` : '';
  return `${String(error.message)}${position}`;
}
