// Runs an operator's expression over a body. That it fails and that its value does not fit are the same to the caller.

import type { Eventual } from '../../../app/eventual.ts';
import type { Failure } from '../../reply.ts';
import type { AnswerBody } from '../body/body-format.ts';
import { InvalidAnswer } from '../mapped-value.ts';
import type { Expression } from './expression.ts';

/** Fails with InvalidAnswer, which names the field and nothing of the body. */
export function evaluateField(
  field: string,
  expression: Expression,
  body: AnswerBody,
  signal: AbortSignal,
): Eventual<unknown> {
  // The error of the interpreter may quote the body.
  const fail = (): never => {
    throw new InvalidAnswer(field, 'its expression fails on this answer');
  };
  try {
    const value = expression.evaluate(body, signal);
    return value instanceof Promise ? value.catch(fail) : value;
  } catch {
    return fail();
  }
}

/** Returns undefined if the evaluation fails, because the interpreter's error may quote the body. */
export function tryToEvaluate(expression: Expression, body: AnswerBody, signal: AbortSignal): Eventual<unknown> {
  try {
    const value = expression.evaluate(body, signal);
    return value instanceof Promise ? value.catch(() => undefined) : value;
  } catch {
    return undefined;
  }
}

/** Any error but InvalidAnswer is ours, and is not the party's fault: it is thrown again. */
export function toInvalid(error: unknown): Failure {
  if (!(error instanceof InvalidAnswer)) throw error;
  return { kind: 'failed', reason: 'invalid_response', sent: true, fault: error.fault };
}
