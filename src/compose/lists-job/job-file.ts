// Where the work on lists that the console starts reports to.

import type { ListsReport } from '../../app/screening/lists/lists-job.ts';
import type { Config } from '../../config.ts';
import { type JobFiles, openJobFiles } from '../jobs/job-files.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';

export function openListsJobs(config: Config): JobFiles<ListsReport> {
  return openJobFiles(toListsDirectory(config));
}
