// Whether the end of a chain may be continued: it must descend from the last end that we know, and its last group must be ours. What is
// not ours is never signed, and nothing is written after it, which would make it look like ours.

import { type ChainEnd, emptyChain } from '../chain.ts';
import { type GroupPart, readParts } from '../groups/parts.ts';
import type { PlacedGroup } from '../ports.ts';
import type { JudgeLink } from './audit-check.ts';
import { ChainFault } from './chain-fault.ts';

/** The end of that row where its last group is ours, and follows from what is before it. */
export function findOwnEnd({ first, parts, before }: PlacedGroup, judge: JudgeLink): ChainEnd | undefined {
  let end = first === 1 ? emptyChain : before;
  const all = readParts(parts);
  if (end === undefined || all === undefined || end.sequence !== first - 1) return undefined;
  for (const part of all as readonly GroupPart[]) {
    if (!judge(end, part, part.link)) return undefined;
    end = { sequence: end.sequence + part.count, hash: Buffer.from(part.link) };
  }
  return end;
}

/** `atKnown`: the hash that stands where the known end was. Throws a ChainFault. */
export function takeEnd(
  { last, atKnown }: { readonly last: PlacedGroup | undefined; readonly atKnown: Uint8Array | undefined },
  known: ChainEnd | undefined,
  judge: JudgeLink,
): ChainEnd {
  if (known !== undefined && known.sequence > 0 && !(last && atKnown !== undefined && known.hash.equals(atKnown))) {
    throw new ChainFault('AUDIT_REWOUND');
  }
  if (last === undefined) return emptyChain;
  const end = findOwnEnd(last, judge);
  if (end === undefined) throw new ChainFault('AUDIT_FORGED');
  return end;
}
