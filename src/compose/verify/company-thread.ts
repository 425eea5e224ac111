// A thread that answers blocks of rows about companies, one after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { type CompanyBlockOptions, type CompanyTask, createCompanyBlocks } from './company-block.ts';

const answer = createCompanyBlocks(workerData as CompanyBlockOptions);
parentPort?.on('message', (task: CompanyTask) => {
  const result = answer(task);
  parentPort?.postMessage(result, [result.text.buffer]);
});
