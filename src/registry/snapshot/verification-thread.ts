// The thread behind verification.ts: checks one snapshot and ends.

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openRecordsFile } from '../records/records-file.ts';
import { verifyRecords } from '../records/verify.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import type { VerificationOrder, VerificationResult } from './verification.ts';
import { verifySnapshot } from './verify.ts';

/** A gentle check reads no faster than this: a national snapshot then takes about a minute, and a quarter of one core. */
const gentleBytesPerMs = 100_000;

const { directory, gently } = workerData as VerificationOrder;
parentPort?.postMessage(await check());

async function check(): Promise<VerificationResult> {
  try {
    const snapshot = openSnapshot(directory);
    try {
      const pauseMs = snapshot.manifest.bytes / snapshot.manifest.partitions / gentleBytesPerMs;
      for (const _ of verifySnapshot(snapshot)) if (gently) await pause(pauseMs);
      return { kind: 'passed', recordsProblem: await findRecordsProblem(snapshot) };
    } finally {
      snapshot.close();
    }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'The snapshot cannot be read.' };
  }
}

async function findRecordsProblem(snapshot: Snapshot): Promise<string | undefined> {
  try {
    const file = openRecordsFile(directory, snapshot.manifest);
    if (file === undefined) return undefined;
    try {
      const pauseMs = file.about.file_bytes / snapshot.manifest.partitions / gentleBytesPerMs;
      for (const _ of verifyRecords(snapshot, file)) if (gently) await pause(pauseMs);
      return undefined;
    } finally {
      file.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'The records cannot be read.';
  }
}
