// An operator's JSONata, compiled once: the expression is the operator's, but the body is a stranger's. So nothing runs on the
// event loop whose cost is not bounded by the body, and no body that is not small.

import type { Eventual } from '../../../app/eventual.ts';
import type { AnswerBody, BodyInThread, BodyTree } from '../body/body-format.ts';
import type { AnswerThread } from '../thread/answer-thread.ts';
import { type ExpressionShape, readShape } from './expression-shape.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import { declined, findShortcut } from './plain-path.ts';

export interface Expression {
  readonly text: string;
  /** `path`: without the interpreter. `here`: by the interpreter, where the body is small. `thread`: always in the thread. */
  readonly runs: 'path' | 'here' | 'thread';
  readonly shape: ExpressionShape;
  /** A promise only where the interpreter was needed. It rejects where a bound is passed; the error may quote the body, so drop it. */
  evaluate(body: AnswerBody, signal: AbortSignal): Eventual<unknown>;
  /** Evaluates the expression on this thread at any cost, though not forever. It serves bodies of our own making. */
  evaluateHere(known: unknown): Promise<unknown>;
}

export type CompiledExpression =
  | { readonly kind: 'valid'; readonly expression: Expression }
  | { readonly kind: 'invalid'; readonly problem: string };

/** For an expression that never ends, when it is tried on a body of ours. */
const trialMs = 2_000;
/** A value takes some five microseconds in the worst linear case. The limit keeps an evaluation to a few milliseconds of the event loop. */
export const valuesMaxHere = 500;

export function compileExpression(text: string, thread: AnswerThread): CompiledExpression {
  let interpreter: Interpreter;
  let shape: ExpressionShape;
  try {
    interpreter = createInterpreter(text);
    shape = readShape(interpreter.ast());
  } catch (error) {
    return { kind: 'invalid', problem: `it is not valid JSONata: ${toFaultText(error)}` };
  }
  const shortcut = findShortcut(text);
  const interpret = (body: BodyTree, signal: AbortSignal): Promise<unknown> =>
    shape.isLinear && body.size <= valuesMaxHere
      ? interpreter.evaluate(body.known)
      : thread.run({ text, body: body.known }, signal);
  const evaluateTree = (body: BodyTree, signal: AbortSignal): Eventual<unknown> => {
    const value = shortcut === undefined ? declined : shortcut(body.known);
    return value === declined ? interpret(body, signal) : value;
  };
  return {
    kind: 'valid',
    expression: {
      text,
      runs: shortcut !== undefined ? 'path' : shape.isLinear ? 'here' : 'thread',
      shape,
      evaluate: (body, signal) => ('found' in body ? findIn(body, text) : evaluateTree(body, signal)),
      evaluateHere: (known) => (shape.isLinear ? interpreter : createInterpreter(text, trialMs)).evaluate(known),
    },
  };
}

function findIn({ found }: BodyInThread, text: string): unknown {
  if (!found.has(text)) throw new Error('the evaluation failed');
  return found.get(text);
}

/** JSONata throws plain objects; at compile time they speak of the operator's own text. */
function toFaultText(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'unknown fault';
  const position = 'position' in error ? ` (at character ${String(error.position)})` : '';
  return `${String(error.message)}${position}`;
}
