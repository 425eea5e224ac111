// Opens the scan behind an export, for the command and for each of its threads.

import type { ExportFormat } from '../../../app/companies/export-companies.ts';
import type { ScanShare } from '../../../app/companies/ports.ts';
import { systemClock } from '../../../clock.ts';
import type { RecordFilter } from '../../../domain/company/company-record.ts';
import type { Disclosures } from '../../../domain/company/forms/record-privacy.ts';
import { OperatorError } from '../../../errors.ts';

/** The order states the content of an export; a thread can receive it. */
export interface ExportOrder {
  /** The folder is that of the registry. */
  readonly directory: string;
  readonly filter: RecordFilter;
  readonly format: ExportFormat;
  readonly disclosures: Disclosures;
}

export async function openExportScan({ directory, filter }: ExportOrder, share?: ScanShare) {
  const { openCompanyRegistry } = await import('../../../registry/live-registry.ts');
  const registry = openCompanyRegistry({ directory, clock: systemClock, verifyBeforeReady: false, onEvent: () => {} });
  const { establishments } = registry.status();
  // A scan has files of its own, so that the registry may be closed, or replaced by an import, while it runs.
  const scan = registry.records.scan(filter, share);
  await registry.close();
  if (scan.kind === 'unavailable') {
    throw new OperatorError(`There are no records to export: ${scan.reason} See: confere registry status`, 1);
  }
  return { scan, establishments: establishments ?? 0 };
}
