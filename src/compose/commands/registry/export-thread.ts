// The thread behind export-in-threads.ts: makes the pieces of its share, a few ahead of what was taken, and ends.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { exportCompanies } from '../../../app/companies/export-companies.ts';
import type { ExportThreadData } from './export-in-threads.ts';
import { openExportScan } from './export-scan.ts';

const piecesAhead = 4;
const order = workerData as ExportThreadData;
const port = parentPort as MessagePort;

let untaken = 0;
let wake = () => {};
port.on('message', () => {
  untaken--;
  wake();
});

const { scan } = await openExportScan(order, order.share);
if (scan.snapshot !== order.snapshot) throw new Error('An import replaced the registry a moment ago. Run it again.');
for await (const piece of exportCompanies({ ...order, ...scan })) {
  port.postMessage(piece);
  untaken++;
  while (untaken >= piecesAhead) {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await promise;
  }
}
port.close();
