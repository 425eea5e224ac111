// Where every chain ends, with the hash of its last record.

import type { ChainEnds } from '../chain.ts';
import type { AuditTrail } from '../ports.ts';

/** Also of a chain whose records are all gone with their months: heads of it are still there. */
export async function readChainEnds(trail: Pick<AuditTrail, 'chains' | 'hashesOf' | 'starts'>): Promise<ChainEnds> {
  const ends = new Map<string, ChainEnds[string]>();
  for (const [chain, { sequence, hash }] of await trail.starts()) {
    ends.set(chain, { sequence, hash: Buffer.from(hash).toString('hex') });
  }
  for (const { chain, last } of await trail.chains()) {
    const hash = (await trail.hashesOf(chain, [last])).get(last);
    if (hash !== undefined) ends.set(chain, { sequence: last, hash });
  }
  return Object.fromEntries(ends);
}
