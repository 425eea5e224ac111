// Where the work on lists that the console starts reports to.

import type { ListsOrder, ListsReport } from '../../app/screening/lists/lists-job.ts';
import type { Config } from '../../config.ts';
import { type JobFiles, openJobFiles } from '../jobs/job-files.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';

/** With what the process of a job begins. */
export interface ListsOrders {
  readonly config: Config;
  readonly id: string;
  readonly order: ListsOrder;
  readonly by: string;
}

export function openListsJobs(config: Config): JobFiles<ListsReport> {
  return openJobFiles(toListsDirectory(config));
}
