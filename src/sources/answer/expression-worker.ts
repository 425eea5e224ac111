// The thread of `expression-thread.ts`: evaluates one expression after the other. It may be ended at any moment.

import { parentPort } from 'node:worker_threads';
import type { EvaluationOrder, EvaluationResult } from './expression-thread.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';

const interpreters = new Map<string, Interpreter>();

async function evaluate({ text, body }: EvaluationOrder): Promise<EvaluationResult> {
  try {
    const interpreter = interpreters.get(text) ?? createInterpreter(text);
    interpreters.set(text, interpreter);
    // What cannot be sent, such as a function, is no value; JSON also drops what JSONata hides in its lists.
    const json = JSON.stringify(await interpreter.evaluate(body));
    return { kind: 'done', json };
  } catch {
    // What JSONata throws may quote the body.
    return { kind: 'failed' };
  }
}

parentPort?.on('message', async (order: EvaluationOrder) => parentPort?.postMessage(await evaluate(order)));
parentPort?.postMessage({ kind: 'ready' });
