// Proves the first records of chains before they are dropped: from where each chain goes on now to where it will.

import { type ChainEnd, emptyChain } from '../chain.ts';
import type { AuditTrail } from '../ports.ts';
import type { AuditCheck } from './audit-check.ts';
import { type BrokenPlace, checkPart } from './check-part.ts';

interface ProveDroppedOptions {
  readonly trail: Pick<AuditTrail, 'heads' | 'pages' | 'starts'>;
  readonly check: AuditCheck;
}

/** `ends` are the last records that go. Gives the first that does not hold. */
export async function proveDropped(
  ends: readonly (ChainEnd & { readonly chain: string })[],
  { trail, check }: ProveDroppedOptions,
): Promise<BrokenPlace | undefined> {
  const [heads, starts] = [await trail.heads(), await trail.starts()];
  for (const { chain, sequence: until } of ends) {
    const start = starts.get(chain) ?? emptyChain;
    const own = heads.filter(
      (head) => head.chain === chain && head.sequence > start.sequence && head.sequence <= until,
    );
    const pages = trail.pages({ chain, after: start.sequence, until });
    const { broken } = await checkPart({ chain, start, until, heads: own }, pages, check);
    if (broken !== undefined) return broken;
  }
  return undefined;
}
