// JSONata, compiled once and evaluated under bounds: the expression is the operator's, but the body is a stranger's.

import jsonata from 'jsonata';

export type Expression = (body: unknown) => unknown;

export type CompiledExpression =
  | { readonly kind: 'valid'; readonly evaluate: Expression }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Far above what a mapping needs (tens of microseconds), with room for a pause of the process; far below the deadline. */
const bounds = { timeout: 250, stack: 256, sequence: 100_000 };

/** The evaluation throws or rejects where a bound is passed or the body does not fit; the error may quote the body, so drop it. */
export function compileExpression(text: string): CompiledExpression {
  try {
    const expression = jsonata(text, bounds);
    return { kind: 'valid', evaluate: withShortcut(text, (body) => expression.evaluate(body)) };
  } catch (error) {
    return { kind: 'invalid', problem: `it is not valid JSONata: ${toMessage(error)}` };
  }
}

const plainPath = /^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/;
const words: ReadonlySet<string> = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function']);
/** What only a list can answer: JSONata looks into every item of it. */
const list = Symbol('list');

/** Most mappings are plain paths, and those need no interpreter: it costs a busy service more than its connections do. */
function withShortcut(text: string, evaluate: Expression): Expression {
  const keys = text.split('.');
  if (!plainPath.test(text) || keys.some((key) => words.has(key))) return evaluate;
  return (body) => {
    const found = follow(keys, body);
    return found === list ? evaluate(body) : found;
  };
}

function follow(keys: readonly string[], body: unknown): unknown {
  let value = body;
  for (const key of keys) {
    if (Array.isArray(value)) return list;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return Array.isArray(value) ? list : value;
}

/** JSONata throws plain objects; at compile time they speak of the operator's own text. */
function toMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'unknown fault';
  const position = 'position' in error ? ` (at character ${String(error.position)})` : '';
  return `${String(error.message)}${position}`;
}
