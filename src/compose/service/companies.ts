// Puts the reading of company records together: whose records, and under which addresses.

import type { AuditLog } from '../../app/audit/ports.ts';
import { createRecordCompanyRead } from '../../app/audit/write/record-company-read.ts';
import { createReadCompanies, type ReadCompanies } from '../../app/companies/read-companies.ts';
import {
  createReadCompanyPage,
  type FindEarlierRecord,
  type ReadCompanyPage,
} from '../../app/companies/read-company-page.ts';
import { createCharge } from '../../app/keys/admit.ts';
import type { Counters } from '../../app/limits.ts';
import type { Config } from '../../config.ts';
import { addCompanyLookupRoute } from '../../http/companies/lookup.ts';
import { addCompanyRoutes } from '../../http/companies/routes.ts';
import { addCompatRoutes, type CompatSettings } from '../../http/compat/routes.ts';
import { findEarlierRecord } from '../../registry/earlier-records.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import { createSandboxRecords } from '../../registry/sandbox-records.ts';
import { toDisclosures } from '../parts/registry/disclosures.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

interface CompaniesParts {
  readonly registry: LiveRegistry;
  readonly audit: AuditLog;
}

export interface Companies extends Feature {
  readonly companies: ReadCompanies;
  readonly readCompanyPage: ReadCompanyPage;
}

export function openCompanies(core: Core, { registry, audit }: CompaniesParts): Companies {
  const { config, clock, limits } = core;
  const disclosures = toDisclosures(config);
  const onPeopleShown = createRecordCompanyRead({ log: audit, clock, isStrict: config['audit.strict'] });
  const records = { live: registry.records, test: createSandboxRecords(clock) };
  const companies = createReadCompanies({ records, disclosures, onPeopleShown, clock });
  const directory = toRegistryDirectory(config);
  const findEarlier: FindEarlierRecord = (cnpj, snapshot) => findEarlierRecord(directory, cnpj, snapshot);
  const readCompanyPage = createReadCompanyPage({ companies, findEarlier, disclosures, onPeopleShown, clock });
  const charge = createCharge(core.countRequest);
  const compat = toCompatSettings(config, limits.strangers);
  return {
    companies,
    readCompanyPage,
    routes(server, common) {
      addCompanyRoutes(server, { ...common, companies });
      addCompanyLookupRoute(server, { ...common, companies, charge });
      if (compat !== undefined) addCompatRoutes(server, { ...common, companies, compat });
    },
  };
}

/** `counters` are by client network. */
function toCompatSettings(config: Config, counters: Counters): CompatSettings | undefined {
  if (!config['compat.enabled']) return undefined;
  if (!config['compat.without_key']) return { withoutKey: null };
  return { withoutKey: { counters, requestsPerMinute: config['compat.requests_per_minute'] } };
}
