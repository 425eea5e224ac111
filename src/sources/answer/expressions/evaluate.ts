// Runs an operator's expression over a body. That it fails and that its value does not fit are the same to the caller.

import type { Failure } from '../../reply.ts';
import type { BodyTree } from '../body/body-format.ts';
import { InvalidAnswer } from '../mapped-value.ts';
import type { Expression } from './expression.ts';

/** Rejects with InvalidAnswer, which names the field and nothing of the body. */
export async function evaluateField(
  field: string,
  expression: Expression,
  body: BodyTree,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const result = expression.evaluate(body, signal);
    return result instanceof Promise ? await result : result;
  } catch {
    // The error of the interpreter may quote the body.
    throw new InvalidAnswer(field, 'its expression fails on this answer');
  }
}

/** Undefined where it fails: the error of the interpreter may quote the body. */
export async function tryToEvaluate(expression: Expression, body: BodyTree, signal: AbortSignal): Promise<unknown> {
  try {
    return await expression.evaluate(body, signal);
  } catch {
    return undefined;
  }
}

/** Any error but InvalidAnswer is ours, and is not the party's fault. */
export async function orInvalid<Result>(work: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidAnswer)) throw error;
    return { kind: 'failed', reason: 'invalid_response', sent: true, fault: error.fault };
  }
}
