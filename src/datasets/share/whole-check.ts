// Reads all of a snapshot before it is given away or goes live. Here it must not lack anything.

import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Dataset } from '../folder/dataset.ts';
import { checkWhole } from '../folder/whole-check.ts';

interface CheckOptions {
  /** Leaves half of the time to others. */
  readonly gently: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** A pause after each step, about as long as reading it took on a machine with nothing else to do. */
const gentlePauseMs = 5;

/** Throws SnapshotDamage or a system error. */
export async function checkAll(
  dataset: Dataset,
  folder: string,
  { gently, signal, onProgress }: CheckOptions,
): Promise<void> {
  const problem = await checkWhole(dataset, folder, async ({ share }) => {
    onProgress(share);
    await (gently ? pause(gentlePauseMs) : turn());
    signal.throwIfAborted();
  });
  if (problem !== undefined) throw problem;
}
