// The process of one job with lists, started by the service: reads what it is to do from its standard input, and reports to a file.

import { mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { ListsOrder } from '../../app/screening/lists/lists-job.ts';
import type { JobOrders } from '../jobs/job-files.ts';
import { runInProcess } from '../jobs/run-in-process.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { openListsJobs } from './job-file.ts';
import { runListsJob } from './run-job.ts';
import { toUploadName } from './uploads.ts';

const { config, id, order, by }: JobOrders<ListsOrder> = JSON.parse(await text(process.stdin));
mkdirSync(toListsDirectory(config), { recursive: true, mode: 0o700 });
await runInProcess({
  files: openListsJobs(config),
  portuguese: 'as listas',
  begun: {
    id,
    kind: order.kind,
    list: order.list,
    by,
    upload: order.kind === 'import' ? toUploadName(order.path) : null,
  },
  run: (signal, onProgress) => runListsJob({ config, order, by, signal, onProgress }),
});
