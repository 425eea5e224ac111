// Opens the live registry for one list of records. The act is written down before the first of them is read.

import { availableParallelism } from 'node:os';
import {
  type ExportFormat,
  type ExportPiece,
  exportCompanies,
  toExportHeader,
} from '../../../app/companies/export-companies.ts';
import type { Config } from '../../../config.ts';
import type { RecordFilter } from '../../../domain/company/company-record.ts';
import { toDisclosures } from '../../parts/registry/disclosures.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { recordAct } from '../audit/operator-act.ts';
import { exportInThreads } from './export-in-threads.ts';
import { type ExportOrder, openExportScan } from './export-scan.ts';

/** Worth the start of a thread. */
const establishmentsPerThread = 250_000;
/** Beyond that the one thread that writes is what holds them up. */
const threadsMax = 8;

/** `establishments`: in the registry, whether or not the filter takes them. */
export async function openCompanyExport(config: Config, filter: RecordFilter, format: ExportFormat) {
  const order = { directory: toRegistryDirectory(config), filter, format, disclosures: toDisclosures(config) };
  const { scan, establishments } = await openExportScan(order);
  const { dataAsOf, snapshot } = scan;
  await recordAct(config, 'registry_exported', snapshot);
  const threads = Math.min(availableParallelism(), threadsMax, Math.ceil(establishments / establishmentsPerThread));
  const pieces =
    threads > 1 ? exportInThreads({ ...order, snapshot }, threads) : exportCompanies({ ...order, ...scan });
  return { pieces: withHeader(order, pieces), dataAsOf, establishments };
}

async function* withHeader({ format }: ExportOrder, pieces: AsyncIterable<ExportPiece>): AsyncGenerator<ExportPiece> {
  const header = toExportHeader(format);
  if (header !== undefined) yield header;
  yield* pieces;
}
