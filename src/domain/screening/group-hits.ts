// Several rows of a list about one thing make one hit: publishers write one act under several codes, and a person's offices one by one.

import { foldName } from '../names/person-name.ts';
import { toRowText, toUnnamedText } from './clearance.ts';
import type { EntryState, ListEntry } from './entry/list-entry.ts';
import { type Hit, matchKinds } from './hit.ts';
import { toListRowName } from './screening.ts';

/** `offices`: each row is an office of somebody, so all rows of one person are one hit. */
export type RowsAre = 'acts' | 'offices';

/** The ids of all rows of a hit, the one to show first. */
export function listRowIds({ entry, otherRows }: Pick<Hit, 'entry' | 'otherRows'>): readonly string[] {
  return [entry, ...otherRows].map(({ id }) => id);
}

/** `ceis:123456`, as answers name it. */
export function isOfHit(row: string, hit: Pick<Hit, 'list' | 'entry' | 'otherRows'>): boolean {
  return listRowIds(hit).some((id) => `${hit.list}:${id}` === row);
}

/**
 * Whether a row that somebody named, maybe in an earlier edition, may be of this hit. Of rows with a number another one may stand for the group
 * by now, so that what they say must tell; any other row is known by its own number alone.
 */
export function mayBeOf(row: string, hit: Pick<Hit, 'list' | 'entry' | 'otherRows'>): boolean {
  return isOfHit(row, hit) || (row.startsWith(`${hit.list}:`) && isGrouped(hit.entry));
}

/** Rows without a number of use are each for themselves. */
export function isGrouped({ document }: ListEntry): boolean {
  return document !== null && document.kind !== 'unusable';
}

/** Hits of one list. */
export function groupHits(hits: readonly Hit[], rowsAre: RowsAre): readonly Hit[] {
  if (hits.length < 2) return hits;
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = toGroupKey(hit.entry, rowsAre);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [hit]);
    else group.push(hit);
  }
  return [...groups.values()].map(joinHits);
}

/** Entries with the same one are about the same act; in a list of offices, about the same person. */
export function toGroupKey(entry: ListEntry, rowsAre: RowsAre): string {
  const { id, document, names, process, from, until, category, risk } = entry;
  if (!isGrouped(entry)) return `id ${id}`;
  if (rowsAre === 'offices') return JSON.stringify([document, foldName(names[0] ?? '')]);
  // Without the number of the proceedings only what was decided tells two acts apart.
  return JSON.stringify([document, from, until, process ?? [category], risk]);
}

const states: readonly EntryState[] = ['in_force', 'not_yet', 'ended'];

/** The surest judgement, the entry that holds longest, and in force where any of them is. */
function joinHits(hits: readonly Hit[]): Hit {
  const sorted = hits.toSorted(
    (one, other) => compareEnds(other.entry, one.entry) || compareTexts(one.entry, other.entry),
  );
  const [surest] = sorted.toSorted(compareSureness) as [Hit, ...Hit[]];
  const [entry, ...otherRows] = sorted.map((hit) => hit.entry) as [ListEntry, ...ListEntry[]];
  const state = states.find((wanted) => hits.some((hit) => hit.state === wanted)) ?? surest.state;
  return { ...surest, entry, state, otherRows };
}

/** By what the rows say, and by the name last: neither another order in the file nor a corrected spelling puts another row first. */
function compareTexts(one: ListEntry, other: ListEntry): number {
  const [text, otherText] = [one, other].map((entry) => `${toUnnamedText(entry)}\n${toRowText(entry)}\n${entry.id}`);
  return text === otherText ? 0 : (text as string) < (otherText as string) ? -1 : 1;
}

function compareEnds(one: ListEntry, other: ListEntry): number {
  const [end, otherEnd] = [toEndText(one), toEndText(other)];
  return end < otherEnd ? -1 : end > otherEnd ? 1 : 0;
}

/**
 * Returns the end of an entry in sortable form. An entry without a last day never ends, and thus outlasts one with an earliest last day. That one
 * in turn outlasts an entry with a fixed last day.
 */
function toEndText({ until, isUntilMinimum }: ListEntry): string {
  return until === null ? 'never' : isUntilMinimum ? `at least ${until}` : until;
}

/**
 * Sorts hits in force first, because they decide, and then the surest. The order never depends on the order in which lists were read, so a replay
 * finds the same.
 */
export function compareHits(one: Hit, other: Hit): number {
  return (
    Number(one.state !== 'in_force') - Number(other.state !== 'in_force') ||
    compareSureness(one, other) ||
    (toListRowName(one) < toListRowName(other) ? -1 : 1)
  );
}

/** Surest first; among equals what is in force, then the more alike. */
function compareSureness(one: Hit, other: Hit): number {
  return (
    Number(one.strength === 'possible') - Number(other.strength === 'possible') ||
    matchKinds.indexOf(one.match) - matchKinds.indexOf(other.match) ||
    states.indexOf(one.state) - states.indexOf(other.state) ||
    compareNationality(one, other) ||
    (other.similarity ?? 0) - (one.similarity ?? 0)
  );
}

/** Sorts an entry whose nationality agrees before an unknown one, and that before a different one. */
function compareNationality(one: Hit, other: Hit): number {
  return toForeignness(one) - toForeignness(other);
}

function toForeignness({ agreed, disagreed }: Hit): number {
  return Number(disagreed.includes('nationality')) - Number(agreed.includes('nationality'));
}
