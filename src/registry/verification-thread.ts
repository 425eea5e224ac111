// The thread behind verification.ts: checks one snapshot and ends.

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { checkWhole } from '../datasets/folder/whole-check.ts';
import { registryDataset } from './dataset.ts';

export interface VerificationOrder {
  readonly directory: string;
  /** Leaves the processor and the disk to the answers, and takes longer for it. */
  readonly gently: boolean;
}

export type VerificationResult =
  /** `recordsProblem`: what is wrong with the whole records, which verification does not need. */
  | { readonly kind: 'passed'; readonly recordsProblem: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The check itself could not be done (no memory for a thread): says nothing about the snapshot. */
  | { readonly kind: 'not_run'; readonly reason: string };

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
