// The thread behind export-in-threads.ts: makes the pieces of its share, a few ahead of what was taken, and ends.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { exportCompanies } from '../../../app/companies/export-companies.ts';
import type { ScanShare } from '../../../app/companies/ports.ts';
import { type ExportOrder, openExportScan } from './export-scan.ts';

/** `snapshot` is the one that the command saw: an import may have replaced it before a thread opens it. */
export interface ExportThreadOrder extends ExportOrder {
  readonly snapshot: string;
}

export interface ExportThreadData extends ExportThreadOrder {
  readonly share: ScanShare;
}

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
