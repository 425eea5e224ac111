// Which editions of the lists a watch was last compared with, and on which day: as it is kept with the watch, and where it goes next.

import type { ListEdition } from '../../screening/ports.ts';
import type { ListsPoint, SeenEdition } from './list-comparer.ts';

export interface DatedEdition extends SeenEdition {
  /** YYYY-MM-DD: the day of its data. */
  readonly asOf: string;
  /** The newer edition that a node went back from to this one: nothing leads there again, not even a node that still has it. */
  readonly backFrom?: string;
}

export interface DatedPoint extends ListsPoint {
  readonly editions: readonly DatedEdition[];
}

type WrittenEdition = readonly [
  ...[edition: string, asOf: string],
  ...[seenOn?: string | null, content?: string | null, backFrom?: string],
];

/** The same text for the same point, so that stores can compare it. */
export function writePoint({ day, editions }: DatedPoint): string {
  const sorted = [...editions].sort((one, other) => (one.list < other.list ? -1 : 1));
  const written = sorted.map((each): [string, WrittenEdition] => {
    const { list, edition, asOf, content, backFrom, day: seenOn = day } = each;
    const onAnother = seenOn === day ? null : seenOn;
    if (backFrom !== undefined) return [list, [edition, asOf, onAnother, content ?? null, backFrom]];
    if (content !== undefined) return [list, [edition, asOf, onAnother, content]];
    return [list, onAnother === null ? [edition, asOf] : [edition, asOf, onAnother]];
  });
  return JSON.stringify({ day, editions: Object.fromEntries(written) });
}

export function readPoint(text: string): DatedPoint {
  const { day, editions } = JSON.parse(text) as {
    readonly day: string;
    readonly editions: Record<string, WrittenEdition>;
  };
  return {
    day,
    editions: Object.entries(editions).map(([list, [edition, asOf, seenOn = null, content = null, backFrom]]) => ({
      ...{ list, edition, asOf },
      ...(seenOn !== null && { day: seenOn }),
      ...(content !== null && { content }),
      ...(backFrom !== undefined && { backFrom }),
    })),
  };
}

/** A watch starts at this point if it was never compared: every existing hit is new to it. */
export const neverCompared = writePoint({ day: '', editions: [] });

export interface LiveLists {
  readonly lists: readonly ListEdition[];
  readonly today: string;
  /** Where nodes have lists of their own, one may be behind: it does not take a watch back to an older edition. */
  readonly isForwardOnly: boolean;
  /** By list, the newer edition that a rollback of this node holds back: it takes a watch back from there, and from no other. */
  readonly heldBack?: ReadonlyMap<string, string>;
}

/**
 * Undefined where there is nothing to compare. A list that cannot be read now, or is not there, stays where it was: its hits have not
 * ended.
 */
export function findNextPoint(before: DatedPoint, live: LiveLists): DatedPoint | undefined {
  const { lists, today, isForwardOnly } = live;
  if (lists.some(({ state }) => state === 'loading')) return undefined;
  const day = isForwardOnly && today < before.day ? before.day : today;
  const now = lists.flatMap(({ list, edition, asOf }): DatedEdition[] => {
    if (edition === null || asOf === null) return [];
    const last = findIn(before, list);
    if (last === undefined) return [{ list, edition, asOf }];
    if (last.edition === edition) return [toSame(last, asOf)];
    if (!isForwardOnly) return [{ list, edition, asOf }];
    // The name of an edition begins with the time of its import.
    if (edition > (last.backFrom ?? last.edition)) return [{ list, edition, asOf }];
    if (live.heldBack?.get(list) === last.edition) return [{ list, edition, asOf, backFrom: last.edition }];
    return [toNextTry(last, before.day < day)];
  });
  const kept = before.editions.filter(({ list }) => !now.some((each) => each.list === list));
  const after = { day, editions: [...now, ...kept.map((last) => keepEdition(last, before))] };
  return writePoint(after) === writePoint(before) ? undefined : after;
}

function toSame({ day: _, ...last }: DatedEdition, asOf: string): DatedEdition {
  return { ...last, asOf };
}

/** This machine may not have it: tried once a day. */
function toNextTry(last: DatedEdition, isNewDay: boolean): DatedEdition {
  if (last.day !== undefined && !isNewDay) return last;
  const { day: _, ...edition } = last;
  return edition;
}

function keepEdition(last: DatedEdition, { day }: DatedPoint): DatedEdition {
  return { ...last, day: last.day ?? day };
}

function findIn({ editions }: DatedPoint, list: string): DatedEdition | undefined {
  return editions.find((each) => each.list === list);
}

/** Tells whether the live editions of these lists match the point. A list that the point lacks counts as matching. */
export function isLiveAt(point: DatedPoint, { lists }: LiveLists, names: readonly string[]): boolean {
  return names.every((name) => {
    const last = findIn(point, name);
    return last === undefined || lists.some(({ list, edition }) => list === name && edition === last.edition);
  });
}

/** Returns the point without the lists that stayed where they were. */
export function toCompared({ day, editions }: DatedPoint): DatedPoint {
  return { day, editions: editions.filter((each) => each.day === undefined) };
}

/** Returns the point that a comparison reaches if it could not read these lists. */
export function keepUnread(before: DatedPoint, after: DatedPoint, unread: readonly string[]): DatedPoint {
  const editions = after.editions.flatMap((edition): DatedEdition[] => {
    if (!unread.includes(edition.list)) return [edition];
    const last = findIn(before, edition.list);
    return last === undefined ? [] : [keepEdition(last, before)];
  });
  return { ...after, editions };
}

/** Returns the point with the known contents of the editions that were read now. */
export function withContents(point: DatedPoint, contents: ReadonlyMap<string, string>): DatedPoint {
  const editions = point.editions.map((edition) => {
    const content = edition.day === undefined ? contents.get(edition.list) : undefined;
    return content === undefined ? edition : { ...edition, content };
  });
  return { ...point, editions };
}

/** Tells whether one of these lists was switched since. */
export function isSwitched(before: DatedPoint, after: DatedPoint, lists: readonly string[]): boolean {
  return lists.some((list) => findIn(before, list)?.edition !== findIn(after, list)?.edition);
}
