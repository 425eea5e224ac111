// The thread of `expression-thread.ts`: evaluates one expression after the other. It may be ended at any moment.

import { parentPort } from 'node:worker_threads';
import { textMax } from './bounded-functions.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';

export interface EvaluationOrder {
  readonly text: string;
  readonly body: unknown;
}

export type EvaluationResult =
  | { readonly kind: 'done'; readonly json: string | undefined }
  | { readonly kind: 'failed' };

/** A message holds the thread's result and the processor time that it has used since it began. */
export interface ThreadMessage {
  readonly result: EvaluationResult | { readonly kind: 'ready' };
  readonly usedMicros: number;
}

/** The limit applies to the result of one expression. */
const valuesMax = 100_000;
const interpreters = new Map<string, Interpreter>();

async function evaluate({ text, body }: EvaluationOrder): Promise<EvaluationResult> {
  try {
    const interpreter = interpreters.get(text) ?? createInterpreter(text);
    interpreters.set(text, interpreter);
    // What cannot be sent, such as a function, is no value; JSON also drops what JSONata hides in its lists.
    const json = toResultJson(await interpreter.evaluate(body));
    return { kind: 'done', json };
  } catch {
    // What JSONata throws may quote the body.
    return { kind: 'failed' };
  }
}

/** A list that holds another one twice, over and over, is small in memory and endless in writing. */
function toResultJson(result: unknown): string | undefined {
  let values = 0;
  return JSON.stringify(result, (_name, value: unknown) => {
    if (++values > valuesMax || (typeof value === 'string' && value.length > textMax)) throw new Error('too large');
    return value;
  });
}

function answer(result: EvaluationResult | { readonly kind: 'ready' }): void {
  const { user, system } = process.threadCpuUsage();
  const message: ThreadMessage = { result, usedMicros: user + system };
  parentPort?.postMessage(message);
}

parentPort?.on('message', async (order: EvaluationOrder) => answer(await evaluate(order)));
answer({ kind: 'ready' });
