// The thread behind verification.ts: checks one snapshot and ends.

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { checkWhole } from '../datasets/folder/whole-check.ts';
import { registryDataset } from './dataset.ts';
import type { VerificationOrder, VerificationResult } from './snapshot/verification.ts';

/** A gentle check reads no faster than this: a national snapshot then takes about a minute, and a quarter of one core. */
const gentleBytesPerMs = 100_000;

const { directory, gently } = workerData as VerificationOrder;
parentPort?.postMessage(await check());

async function check(): Promise<VerificationResult> {
  try {
    const problem = await checkWhole(registryDataset, directory, async ({ bytes }) => {
      if (gently) await pause(bytes / gentleBytesPerMs);
    });
    return { kind: 'passed', recordsProblem: problem?.message };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'The snapshot cannot be read.' };
  }
}
