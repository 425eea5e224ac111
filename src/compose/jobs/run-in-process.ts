// The process of one job: holds the lock, reports to a file, and is stopped by SIGTERM as the command is: nothing is published then.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReportedJob } from '../../app/datasets/job-report.ts';
import { systemClock } from '../../clock.ts';
import { takeImportLock } from '../../datasets/folder/import-lock.ts';
import type { JobFiles } from './job-files.ts';

const reportEveryMs = 500;

/** The work consists of a task and the report that it gives from the beginning. */
export interface Work<Report extends ReportedJob> {
  readonly files: JobFiles<Report>;
  /** The text names in Portuguese what is being changed. */
  readonly portuguese: string;
  readonly begun: Omit<Report, 'pid' | 'started_at' | 'finished_at' | 'progress' | 'outcome'>;
  /** The function never throws: every failure is an outcome. */
  run(
    signal: AbortSignal,
    onProgress: (progress: NonNullable<Report['progress']>) => void,
  ): Promise<NonNullable<Report['outcome']>>;
}

/** Throws where another one is running, whose report stays. Ends the process. */
export async function runInProcess<Report extends ReportedJob>({
  files,
  portuguese,
  begun,
  run,
}: Work<Report>): Promise<never> {
  const toTime = () => new Date(systemClock.nowMs()).toISOString();
  const started_at = toTime();
  mkdirSync(dirname(files.lockPath), { recursive: true, mode: 0o700 });
  const lock = takeImportLock(files.lockPath, started_at, { what: 'Another job', portuguese });
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  process.on('SIGHUP', () => {});

  const own = { pid: process.pid, started_at, finished_at: null, progress: null, outcome: null };
  let report = { ...begun, ...own } as unknown as Report;
  files.writeReport(report);
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const outcome = await run(stop.signal, (progress) => {
    const isNews = progress.phase !== report.progress?.phase;
    report = { ...report, progress };
    if (!isNews && systemClock.monotonicMs() - toldAtMs < reportEveryMs) return;
    toldAtMs = systemClock.monotonicMs();
    files.writeReport(report);
  });
  files.writeReport({ ...report, outcome, finished_at: toTime() });
  lock.release();
  process.exit(0);
}
