// Opens the live registry for one list of records. The act is written down before the first of them is read.

import { type ExportFormat, type ExportPiece, exportCompanies } from '../../app/companies/export-companies.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { RecordFilter } from '../../domain/company-record.ts';
import { OperatorError } from '../../errors.ts';
import { toDisclosures } from '../parts/disclosures.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';
import { recordAct } from './operator-act.ts';

export interface CompanyExport {
  readonly pieces: AsyncIterable<ExportPiece>;
  readonly dataAsOf: string;
  /** In the registry, whether or not the filter takes them. */
  readonly establishments: number;
}

export async function openCompanyExport(
  config: Config,
  filter: RecordFilter,
  format: ExportFormat,
): Promise<CompanyExport> {
  const { openCompanyRegistry } = await import('../../registry/live-registry.ts');
  const registry = openCompanyRegistry({
    directory: toRegistryDirectory(config),
    clock: systemClock,
    verifyBeforeReady: false,
    onEvent: () => {},
  });
  const { establishments } = registry.status();
  // A scan has files of its own, so that the registry may be closed, or replaced by an import, while it runs.
  const scan = registry.records.scan(filter);
  await registry.close();
  if (scan.kind === 'unavailable') {
    throw new OperatorError(`There are no records to export: ${scan.reason} See: confere registry status`, 1);
  }
  const { batches, dataAsOf, snapshot } = scan;
  await recordAct(config, 'registry_exported', snapshot);
  const pieces = exportCompanies({ batches, dataAsOf, format, disclosures: toDisclosures(config) });
  return { pieces, dataAsOf, establishments: establishments ?? 0 };
}
