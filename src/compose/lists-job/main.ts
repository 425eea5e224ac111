// The process of one job with lists, started by the service: reads what it is to do from its standard input, and reports to a file.

import { mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { runInProcess } from '../jobs/run-in-process.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { type ListsOrders, openListsJobs } from './job-file.ts';
import { runListsJob } from './run-job.ts';
import { toUploadName } from './uploads.ts';

const { config, id, order, by }: ListsOrders = JSON.parse(await text(process.stdin));
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
