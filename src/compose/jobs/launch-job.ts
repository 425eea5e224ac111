// Starts the process of a job from the service, and stops it. It outlives the service: one that is started anew finds it still at work.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportedJob } from '../../app/datasets/job-report.ts';
import type { JobFiles } from './job-files.ts';

/** A start takes a second, and on a machine with much else to do up to a minute; who asked for it is shown what was begun. */
const startLooks = 1_200;
const lookEveryMs = 50;

/** Returns false if the process ended before it began, because another one is running. */
export async function launchJob(
  entry: string,
  orders: object,
  { findReport }: Pick<JobFiles<ReportedJob>, 'findReport'>,
): Promise<boolean> {
  const id = randomBytes(8).toString('hex');
  // Loaded when it is needed: most services never start a job.
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [entry], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ ...orders, id }));
  child.unref();
  let isGone = false;
  const noteEnd = () => {
    isGone = true;
  };
  void once(child, 'exit').then(noteEnd, noteEnd);
  for (let look = 0; look < startLooks; look++) {
    if (findReport()?.id === id) return true;
    if (isGone) return false;
    await sleep(lookEveryMs);
  }
  return true;
}

/** Returns false if nothing was running. */
export function stopJob({ pid }: Pick<ReportedJob, 'pid'>): boolean {
  try {
    return process.kill(pid, 'SIGTERM');
  } catch {
    return false;
  }
}
