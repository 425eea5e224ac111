// What a job has told last, and whether it is still there: a file that its process replaces, and a lock that the system lets go with it.

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobOrder, JobReport } from '../../app/registry/registry-job.ts';
import type { Config } from '../../config.ts';
import { isImportRunning } from '../../datasets/folder/import-lock.ts';
import { readIfPresent } from '../../datasets/folder/notes.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';

/** With what the process of a job begins. */
export interface JobOrders {
  readonly config: Config;
  readonly id: string;
  readonly order: JobOrder;
  readonly by: string;
}

/** Where months are downloaded to, and where folders to import are found. */
export function toDownloads({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'downloads');
}

export function toJobPaths(config: Config): { readonly report: string; readonly lock: string } {
  const directory = toRegistryDirectory(config);
  return { report: join(directory, 'console-job.json'), lock: join(directory, 'console-job.lock') };
}

/** A reader sees the former one or this one, never half of it. */
export function writeReport(path: string, report: JobReport): void {
  writeFileSync(`${path}.next`, `${JSON.stringify(report)}\n`, { mode: 0o600 });
  renameSync(`${path}.next`, path);
}

/** The state of the job that runs, or of the last one. */
export function findReport(config: Config): JobReport | undefined {
  const paths = toJobPaths(config);
  const report = parse(readIfPresent(paths.report));
  if (report === undefined || report.outcome !== null || isJobRunning(config)) return report;
  // It may have ended between the two looks.
  const again = parse(readIfPresent(paths.report)) ?? report;
  return again.outcome === null ? { ...again, outcome: { kind: 'interrupted' } } : again;
}

export function isJobRunning(config: Config): boolean {
  const { lock } = toJobPaths(config);
  return existsSync(lock) && isImportRunning(lock);
}

function parse(text: string | undefined): JobReport | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JobReport);
  } catch {
    return undefined;
  }
}
