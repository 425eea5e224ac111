// The process of one job, started by the service: reads what it is to do from its standard input, and reports to a file. SIGTERM stops
// it as it stops the command: nothing is published then.

import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JobProgress, JobReport } from '../../app/registry/registry-job.ts';
import { systemClock } from '../../clock.ts';
import { takeImportLock } from '../../datasets/folder/import-lock.ts';
import { prepareDirectory } from '../../datasets/folder/store.ts';
import { registryName, toRegistryPaths } from '../../registry/snapshot/registry-paths.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { type JobOrders, toJobPaths, writeReport } from './job-file.ts';
import { runJob } from './run-job.ts';

const reportEveryMs = 500;

const { config, id, order, by }: JobOrders = JSON.parse(await text(process.stdin));
const toTime = () => new Date(systemClock.nowMs()).toISOString();
prepareDirectory(toRegistryPaths(toRegistryDirectory(config)));
const paths = toJobPaths(config);
const started_at = toTime();
// Throws where another one is running, whose report stays.
const lock = takeImportLock(paths.lock, started_at, { what: 'Another job', portuguese: registryName.portuguese });
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
process.on('SIGHUP', () => {});

let report: JobReport = {
  id,
  kind: order.kind,
  folder: order.kind === 'import' ? basename(order.folder) : null,
  by,
  pid: process.pid,
  started_at,
  finished_at: null,
  progress: null,
  outcome: null,
};
writeReport(paths.report, report);
let toldAtMs = Number.NEGATIVE_INFINITY;
const onProgress = (progress: JobProgress): void => {
  const isNews = progress.phase !== report.progress?.phase;
  report = { ...report, progress };
  if (!isNews && systemClock.monotonicMs() - toldAtMs < reportEveryMs) return;
  toldAtMs = systemClock.monotonicMs();
  writeReport(paths.report, report);
};
const outcome = await runJob({ config, order, by, signal: stop.signal, onProgress });
writeReport(paths.report, { ...report, outcome, finished_at: toTime() });
lock.release();
process.exit(0);
