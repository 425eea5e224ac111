// Reads all of a snapshot before it is given away or goes live, both of its files, and lets others have a turn in between.

import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { openRecordsFile } from '../records/records-file.ts';
import { verifyRecords } from '../records/verify.ts';
import { openSnapshot } from '../snapshot/snapshot.ts';
import { verifySnapshot } from '../snapshot/verify.ts';

interface CheckOptions {
  /** Leaves half of the time to others. */
  readonly gently: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** A pause after each partition, about as long as reading it took on a machine with nothing else to do. */
const gentlePauseMs = 5;

/** Throws SnapshotDamage or a system error. */
export async function checkWhole(folder: string, { gently, signal, onProgress }: CheckOptions): Promise<void> {
  const rest = async (): Promise<void> => {
    await (gently ? pause(gentlePauseMs) : turn());
    signal.throwIfAborted();
  };
  const snapshot = openSnapshot(folder);
  try {
    for (const share of verifySnapshot(snapshot)) {
      onProgress(share / 2);
      await rest();
    }
    const file = openRecordsFile(folder, snapshot.manifest);
    try {
      if (file === undefined) return;
      for (const share of verifyRecords(snapshot, file)) {
        onProgress((1 + share) / 2);
        await rest();
      }
    } finally {
      file?.close();
    }
  } finally {
    snapshot.close();
  }
}
