// Each of several processes makes its share of the calls that a party is to have at one time, rounded up.

import type { CheckedSources } from '../../../sources/read/checked-party.ts';

export function toShareOfCalls(sources: CheckedSources, processes: number): CheckedSources {
  const share = <Party extends { readonly concurrency: number }>(party: Party): Party => ({
    ...party,
    concurrency: Math.ceil(party.concurrency / processes),
  });
  return {
    ...sources,
    people: sources.people.map(share),
    companyFallback: sources.companyFallback && share(sources.companyFallback),
  };
}
