// The process of one job, started by the service: reads what it is to do from its standard input, and reports to a file.

import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JobOrder } from '../../app/registry/registry-job.ts';
import { prepareDirectory } from '../../datasets/folder/store.ts';
import { registryName, toRegistryPaths } from '../../registry/snapshot/registry-paths.ts';
import type { JobOrders } from '../jobs/job-files.ts';
import { runInProcess } from '../jobs/run-in-process.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { openRegistryJobs } from './job-file.ts';
import { runJob } from './run-job.ts';

const { config, id, order, by }: JobOrders<JobOrder> = JSON.parse(await text(process.stdin));
prepareDirectory(toRegistryPaths(toRegistryDirectory(config)));
await runInProcess({
  files: openRegistryJobs(config),
  portuguese: registryName.portuguese,
  begun: { id, kind: order.kind, folder: order.kind === 'import' ? basename(order.folder) : null, by },
  run: (signal, onProgress) => runJob({ config, order, by, signal, onProgress }),
});
