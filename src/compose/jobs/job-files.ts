// What a job has told last, and whether it is still there: a file that its process replaces, and a lock that the system lets go with it.

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportedJob } from '../../app/datasets/job-report.ts';
import type { Config } from '../../config.ts';
import { isImportRunning } from '../../datasets/folder/import-lock.ts';
import { readIfPresent } from '../../datasets/folder/notes.ts';
import type { KeptDataset } from '../parts/kept-datasets.ts';

/** The process of a job begins with these orders. */
export interface JobOrders<Order = unknown> {
  readonly dataset: KeptDataset;
  readonly config: Config;
  readonly id: string;
  readonly order: Order;
  /** The operator's name has the form that the audit uses. */
  readonly by: string;
}

export interface JobFiles<Report extends ReportedJob> {
  readonly lockPath: string;
  isRunning(): boolean;
  /** The state of the job that runs, or of the last one. */
  findReport(): Report | undefined;
  /** A reader sees the former one or this one, never half of it. */
  writeReport(report: Report): void;
}

/** One job at a time for each directory. */
export function openJobFiles<Report extends ReportedJob>(directory: string): JobFiles<Report> {
  const reportPath = join(directory, 'console-job.json');
  const lockPath = join(directory, 'console-job.lock');
  const read = () => parseReport<Report>(readIfPresent(reportPath));
  const isRunning = () => existsSync(lockPath) && isImportRunning(lockPath);
  return {
    lockPath,
    isRunning,
    findReport() {
      const report = read();
      if (report === undefined || report.outcome !== null || isRunning()) return report;
      // It may have ended between the two looks.
      const again = read() ?? report;
      return again.outcome === null ? { ...again, outcome: { kind: 'interrupted' } } : again;
    },
    writeReport(report) {
      writeFileSync(`${reportPath}.next`, `${JSON.stringify(report)}\n`, { mode: 0o600 });
      renameSync(`${reportPath}.next`, reportPath);
    },
  };
}

function parseReport<Report>(text: string | undefined): Report | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Report);
  } catch {
    return undefined;
  }
}
