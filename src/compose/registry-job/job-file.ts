// Where the work on the registry that the console starts reports to, and where its files are.

import { join } from 'node:path';
import type { JobReport } from '../../app/registry/registry-job.ts';
import type { Config } from '../../config.ts';
import { type JobFiles, openJobFiles } from '../jobs/job-files.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';

/** Where months are downloaded to, and where folders to import are found. */
export function toDownloads({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'downloads');
}

export function openRegistryJobs(config: Config): JobFiles<JobReport> {
  return openJobFiles(toRegistryDirectory(config));
}
