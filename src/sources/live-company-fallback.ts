// Asks a described party about a company that the registry does not hold. Its "not found" is believed only where
// the operator says that it is reliable: free services show any outage as 404.

import type { Clock, CompanyFallback } from '../app/ports.ts';
import type { Company } from '../domain/company/company.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import type { CheckedCompanyParty } from './describe/checked-party.ts';
import type { HttpSource } from './http-source.ts';

export function createLiveCompanyFallback(
  party: CheckedCompanyParty,
  source: HttpSource<Company>,
  clock: Clock,
): CompanyFallback {
  return {
    async find(cnpj, signal) {
      let calls = 0;
      const reply = await source.ask({ number: cnpj, values: { cnpj }, onSent: () => calls++ }, signal);
      if (reply.kind === 'failed') return { kind: 'unavailable', reason: reply.reason, calls };
      const dataAsOf = toBrazilDay(clock.nowMs());
      if (reply.kind === 'found') return { kind: 'found', company: reply.value, dataAsOf, calls };
      if (party.reliableNotFound) return { kind: 'not_found', dataAsOf, calls };
      return { kind: 'unavailable', reason: 'unreliable_not_found', calls };
    },
  };
}
