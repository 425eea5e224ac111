// The process of one job with a dataset, started by the service: reads what it is to do from its standard input, and reports to a file.

import { text } from 'node:stream/consumers';
import type { JobOrders } from '../jobs/job-files.ts';
import { runInProcess } from '../jobs/run-in-process.ts';

const orders: JobOrders = JSON.parse(await text(process.stdin));
if (orders.dataset === 'registry') await runInProcess((await import('./registry-work.ts')).toRegistryWork(orders));
else await runInProcess((await import('./lists-work.ts')).toListsWork(orders));
