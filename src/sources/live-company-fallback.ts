// Asks a described party about a company that the registry does not hold. Its "not found" is believed only where
// the operator says that it is reliable: free services show any outage as 404.

import type { Clock } from '../app/clock.ts';
import type { CompanyFallback, CompanyLookup } from '../app/verify/ports.ts';
import type { Company } from '../domain/company/company.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import { toCost } from './cost-of-calls.ts';
import type { HttpSource } from './http-source.ts';
import type { CheckedCompanyParty } from './read/checked-party.ts';
import type { Reply } from './reply.ts';

export function createLiveCompanyFallback(
  party: CheckedCompanyParty,
  source: HttpSource<Company>,
  clock: Clock,
): CompanyFallback {
  const toLookup = (reply: Reply<Company>): CompanyLookup => {
    if (reply.kind === 'failed') return { kind: 'unavailable', reason: reply.reason };
    const dataAsOf = toBrazilDay(clock.nowMs());
    if (reply.kind === 'found') return { kind: 'found', company: reply.value, dataAsOf };
    return party.reliableNotFound
      ? { kind: 'not_found', dataAsOf }
      : { kind: 'unavailable', reason: 'unreliable_not_found' };
  };
  return {
    async find(cnpj, signal) {
      let calls = 0;
      const reply = await source.ask({ number: cnpj, values: { cnpj }, onSent: () => calls++ }, signal, null);
      const lookup = toLookup(reply);
      return { ...lookup, calls, ...toCost(party.prices, { said: lookup, calls, clock }) };
    },
  };
}
