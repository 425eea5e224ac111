// A thread that answers blocks of rows, one after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { OperatorError } from '../../errors.ts';
import { type BlockResult, type BlockTask, createLocalBlocks, type LocalBlockOptions } from './local-block.ts';

/** An error keeps its sentence on the way out of a thread, but not its class. */
export type ThreadAnswer = BlockResult | { readonly refusal: string };

const answer = await withRefusal(() => createLocalBlocks(workerData as LocalBlockOptions));
parentPort?.on('message', async (task: BlockTask) => {
  const result = 'refusal' in answer ? answer : await withRefusal(async () => answer(task));
  parentPort?.postMessage(result, 'text' in result ? [result.text.buffer] : []);
});

async function withRefusal<Value>(work: () => Promise<Value>): Promise<Value | { readonly refusal: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperatorError) return { refusal: error.message };
    throw error;
  }
}
