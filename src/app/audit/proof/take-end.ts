// Whether the end of a chain may be continued: it must descend from the last end that we know, and its last record must be ours. What is
// not ours is never signed, and nothing is written after it, which would make it look like ours.

import { type ChainEnd, emptyChain, hashContent } from '../chain.ts';
import type { JudgeLink, Link } from './audit-check.ts';
import { ChainFault } from './chain-fault.ts';

/** The last record as it is kept. */
export interface LastRecord extends ChainEnd {
  readonly content: string | null;
  readonly contentHash: Buffer | null;
}

interface FoundEnd {
  readonly last: LastRecord | undefined;
  /** What the last record follows; undefined where that is nowhere. */
  readonly before: ChainEnd | undefined;
  /** The hash of the record that stands where the known end was. */
  readonly atKnown: Buffer | undefined;
}

export interface TakenEnd {
  readonly end: ChainEnd;
  readonly link: Link;
}

/** Throws a ChainFault. */
export function takeEnd(found: FoundEnd, known: ChainEnd | undefined, judge: JudgeLink): TakenEnd {
  const { last, before, atKnown } = found;
  if (known !== undefined && known.sequence > 0 && !(last && atKnown?.equals(known.hash))) {
    throw new ChainFault('AUDIT_REWOUND');
  }
  if (last === undefined) return { end: emptyChain, link: 'keyed' };
  const contentHash = last.content === null ? last.contentHash : hashContent(last.content);
  const from = last.sequence === 1 ? emptyChain : before;
  const link = from && contentHash ? judge(from, contentHash, last.hash) : undefined;
  // Plain links end where the first of ours stands: there is no way back to them.
  if (link === undefined || (link === 'plain' && known !== undefined)) throw new ChainFault('AUDIT_FORGED');
  return { end: { sequence: last.sequence, hash: last.hash }, link };
}
