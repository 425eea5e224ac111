// Puts the reading of company records together: whose records, and under which addresses.

import type { AuditLog } from '../../app/audit/ports.ts';
import { createRecordCompanyRead } from '../../app/audit/record-company-read.ts';
import { createReadCompanies, type ReadCompanies } from '../../app/companies/read-companies.ts';
import type { Clock, CompanyRecords, Counters } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import type { CompatSettings } from '../../http/compat/routes.ts';
import { createSandboxRecords } from '../../registry/sandbox-records.ts';
import { toDisclosures } from '../parts/disclosures.ts';

interface ReadCompaniesParts {
  readonly config: Config;
  readonly live: CompanyRecords;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

export function openReadCompanies({ config, live, audit, clock }: ReadCompaniesParts): ReadCompanies {
  return createReadCompanies({
    records: { live, test: createSandboxRecords(clock) },
    disclosures: toDisclosures(config),
    onPeopleShown: createRecordCompanyRead({ log: audit, clock, isStrict: config['audit.strict'] }),
    clock,
  });
}

/** `counters` are by client network. */
export function toCompatSettings(config: Config, counters: Counters): CompatSettings | undefined {
  if (!config['compat.enabled']) return undefined;
  if (!config['compat.without_key']) return { withoutKey: null };
  return { withoutKey: { counters, requestsPerMinute: config['compat.requests_per_minute'] } };
}
