// What may become of a row after it was written: records of it are erased one by one, it is sealed anew by a newer secret, or small ones
// become one. None of that changes what the chain is proven by.

import { type KeptSalts, listSalts, type PartSalts } from './body.ts';
import { commitTo, writeCommitment } from './commitments.ts';
import { type GroupOpener, type KeptGroup, type OpenedGroup, type SealGroup, toFindOf } from './group.ts';

/** Takes contents, evidence and salts of these records out of the row, by their places in it; their commitments stay. Undefined where none of them is there. */
export function eraseRecords(
  group: KeptGroup,
  places: ReadonlySet<number>,
  { opener, seal }: { readonly opener: Pick<GroupOpener, 'open'>; readonly seal: SealGroup },
): KeptGroup | undefined {
  if (group.contents === null) return undefined;
  const opened = opener.open(group);
  const { parts, contents, evidence } = opened;
  const isGone = (index: number) => places.has(index) && contents[index] !== null;
  if (!contents.some((_, index) => isGone(index))) return undefined;
  let first = 0;
  const salts = parts.map(({ count }, index) => {
    const from = first;
    first += count;
    return eraseFrom(opened, { index, from, count }, isGone);
  });
  const left = contents.map((content, index) => (isGone(index) ? null : content));
  return seal(
    group,
    { salts, contents: left, evidence: evidence?.map((details, index) => (isGone(index) ? null : details)) },
    toFindOf(left),
  );
}

function eraseFrom(
  { salts, contents, evidence }: OpenedGroup,
  { index, from, count }: { readonly index: number; readonly from: number; readonly count: number },
  isGone: (index: number) => boolean,
): PartSalts {
  const kept = salts[index] as PartSalts;
  const all = listSalts(kept, count);
  if (!all.some((_, at) => isGone(from + at))) return kept;
  const records = all.map((each, at): KeptSalts => {
    if (!isGone(from + at)) return { kind: each.kind, bytes: Buffer.from(each.bytes) };
    const committed = commitTo(each.bytes, contents[from + at] as string, evidence?.[from + at] ?? null);
    return { kind: 'erased', bytes: writeCommitment(committed) };
  });
  return { kind: 'each', records };
}

/** The same row under the newest secret. */
export function sealAnew(group: KeptGroup, opener: Pick<GroupOpener, 'open'>, seal: SealGroup): KeptGroup {
  const opened = opener.open(group);
  return seal(group, opened, toFindOf(opened.contents));
}

/** A row and its texts. */
export interface ReadGroup {
  readonly group: KeptGroup;
  readonly opened: OpenedGroup;
}

/** One row of these, which follow one another in their chain. */
export function packGroups(read: readonly [ReadGroup, ...ReadGroup[]], seal: SealGroup): KeptGroup {
  const groups = read.map(({ group }) => group);
  const all = read.map(({ opened }) => opened);
  const contents = all.flatMap((each) => each.contents);
  const [
    {
      group: { chain, first },
    },
  ] = read;
  const place = {
    chain,
    first,
    count: contents.length,
    fromMs: Math.min(...groups.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...groups.map(({ toMs }) => toMs)),
    parts: Buffer.concat(groups.map(({ parts }) => parts)),
  };
  const evidence = all.flatMap((each) => each.evidence ?? each.contents.map(() => null));
  return seal(place, { salts: all.flatMap((each) => each.salts), contents, evidence }, toFindOf(contents));
}
