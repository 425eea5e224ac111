// Where every chain ends, with the hash of its last record.

import type { ChainEnds } from '../chain.ts';
import { listEnds } from '../groups/parts.ts';
import type { AuditTrail } from '../ports.ts';

/** Reads the end of every chain, including a chain whose records are all gone with their months. Its heads still exist. */
export async function readChainEnds(trail: Pick<AuditTrail, 'chains' | 'findGroup' | 'starts'>): Promise<ChainEnds> {
  const ends = new Map<string, ChainEnds[string]>();
  for (const [chain, { sequence, hash }] of await trail.starts()) {
    ends.set(chain, { sequence, hash: Buffer.from(hash).toString('hex') });
  }
  for (const { chain } of await trail.chains()) {
    const last = await trail.findGroup(chain);
    const end = last && listEnds(last).at(-1);
    if (end !== undefined) ends.set(chain, { sequence: end.sequence, hash: end.hash.toString('hex') });
  }
  return Object.fromEntries(ends);
}
