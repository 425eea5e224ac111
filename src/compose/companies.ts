// Puts the reading of company records together: whose records, and what of them the operator shows.

import type { Clock, CompanyRecords } from '../app/ports.ts';
import { createReadCompanies, type ReadCompanies } from '../app/read-companies.ts';
import type { Config } from '../config.ts';
import type { Disclosures } from '../domain/record-privacy.ts';
import { createSandboxRecords } from '../registry/sandbox-records.ts';

export function openReadCompanies(config: Config, live: CompanyRecords, clock: Clock): ReadCompanies {
  return createReadCompanies({
    records: { live, test: createSandboxRecords(clock) },
    disclosures: toDisclosures(config),
    // The audit takes its place here.
    onPeopleShown: () => {},
  });
}

function toDisclosures(config: Config): Disclosures {
  return {
    email: config['companies.show_email'],
    phones: config['companies.show_phones'],
    personal_address: config['companies.show_personal_address'],
    minors: config['companies.show_minors'],
  };
}
