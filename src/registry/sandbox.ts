// The company registry of the sandbox: the CNPJ alone decides the answer, apart from dates that are told relative to today.

import type { Clock } from '../app/clock.ts';
import type { CompanyRegistry } from '../app/verify/ports.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import { companyFor } from '../sandbox/companies.ts';

export function createSandboxRegistry(clock: Clock): CompanyRegistry {
  return {
    find(cnpj) {
      const today = toBrazilDay(clock.nowMs());
      const company = companyFor(cnpj, today);
      return company === undefined
        ? { kind: 'not_found', dataAsOf: today }
        : { kind: 'found', company, dataAsOf: today };
    },
  };
}
