// Puts the reading of company records together: whose records, and under which addresses.

import type { AuditLog } from '../../app/audit/ports.ts';
import { createRecordCompanyRead } from '../../app/audit/record-company-read.ts';
import { createReadCompanies, type ReadCompanies } from '../../app/companies/read-companies.ts';
import {
  createReadCompanyPage,
  type FindEarlierRecord,
  type ReadCompanyPage,
} from '../../app/companies/read-company-page.ts';
import type { Clock, CompanyRecords, Counters } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import type { CompatSettings } from '../../http/compat/routes.ts';
import { findEarlierRecord } from '../../registry/earlier-records.ts';
import { createSandboxRecords } from '../../registry/sandbox-records.ts';
import { toDisclosures } from '../parts/disclosures.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';

interface ReadCompaniesParts {
  readonly config: Config;
  readonly live: CompanyRecords;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

interface OpenedCompanies {
  readonly companies: ReadCompanies;
  readonly readCompanyPage: ReadCompanyPage;
}

export function openCompanies({ config, live, audit, clock }: ReadCompaniesParts): OpenedCompanies {
  const disclosures = toDisclosures(config);
  const onPeopleShown = createRecordCompanyRead({ log: audit, clock, isStrict: config['audit.strict'] });
  const records = { live, test: createSandboxRecords(clock) };
  const companies = createReadCompanies({ records, disclosures, onPeopleShown, clock });
  const directory = toRegistryDirectory(config);
  const findEarlier: FindEarlierRecord = (cnpj, snapshot) => findEarlierRecord(directory, cnpj, snapshot);
  const readCompanyPage = createReadCompanyPage({ companies, findEarlier, disclosures, onPeopleShown, clock });
  return { companies, readCompanyPage };
}

/** `counters` are by client network. */
export function toCompatSettings(config: Config, counters: Counters): CompatSettings | undefined {
  if (!config['compat.enabled']) return undefined;
  if (!config['compat.without_key']) return { withoutKey: null };
  return { withoutKey: { counters, requestsPerMinute: config['compat.requests_per_minute'] } };
}
