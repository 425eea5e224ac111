// Rows of the audit as somebody would write them who has every right in the database, has read our source, and has no secret.

import { type ChainEnd, type ExtendChain, emptyChain, fillLink, hashOf } from '../../../src/app/audit/chain.ts';
import { type GroupPart, listEnds, readParts, writePart } from '../../../src/app/audit/groups/parts.ts';
import type { GroupRow } from '../../../src/stores/audit/group-row.ts';

/** The same bytes as ours, hashed without a key. */
const extendWithoutKey: ExtendChain = (end, facts) => {
  const link = Buffer.alloc(124);
  fillLink(link, end, facts);
  return { sequence: end.sequence + facts.count, hash: hashOf(link) };
};

/** A row of one group, by its columns. */
export type CopiedGroup = Omit<GroupRow, 'place' | 'chain'>;

export const groupColumns = [
  'first',
  'count',
  'from_ms',
  'to_ms',
  'generation',
  'find',
  'find_mac',
  'parts',
  'contents',
] as const;

const emptyEnd: ChainEnd = emptyChain;

function linkAnew(group: CopiedGroup, before: ChainEnd, extend: ExtendChain): { group: CopiedGroup; end: ChainEnd } {
  const [facts] = readParts(group.parts) as [GroupPart];
  const end = extend(before, facts);
  return { group: { ...group, first: before.sequence + 1, parts: writePart(facts, end.hash) }, end };
}

/** The first row once more, after the last. */
export function forgeNext(groups: readonly CopiedGroup[], after?: ChainEnd): CopiedGroup {
  const [first] = groups as [CopiedGroup];
  const end = after ?? (listEnds(groups.at(-1) as CopiedGroup).at(-1) as ChainEnd);
  return linkAnew(first, end, extendWithoutKey).group;
}

/** All of them changed by `edit`, numbered and linked anew from the beginning. */
export function rewrite(
  groups: readonly CopiedGroup[],
  edit: (groups: readonly CopiedGroup[]) => readonly CopiedGroup[],
  from = emptyEnd,
): readonly CopiedGroup[] {
  let end = from;
  return edit(groups).map((group) => {
    const linked = linkAnew(group, end, extendWithoutKey);
    end = linked.end;
    return linked.group;
  });
}

/** The row with another commitment in it. */
export function withOtherContents(group: CopiedGroup): CopiedGroup {
  const [facts] = readParts(group.parts) as [GroupPart];
  return { ...group, parts: writePart({ ...facts, contentsHash: hashOf(Buffer.from('forged')) }, facts.link) };
}
