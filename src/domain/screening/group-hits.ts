// Several rows of a list about one thing make one hit: publishers write one act under several codes, and a person's offices one by one.

import { foldName } from '../names/person-name.ts';
import type { EntryState, ListEntry } from './entry/list-entry.ts';
import { type Hit, matchKinds } from './hit.ts';
import { toRow } from './screening.ts';

/** `offices`: each row is an office of somebody, so all rows of one person are one hit. */
export type RowsAre = 'acts' | 'offices';

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
  if (document === null || document.kind === 'unusable') return `id ${id}`;
  if (rowsAre === 'offices') return JSON.stringify([document, foldName(names[0] ?? '')]);
  // Without the number of the proceedings only what was decided tells two acts apart.
  return JSON.stringify([document, from, until, process ?? [category], risk]);
}

const states: readonly EntryState[] = ['in_force', 'not_yet', 'ended'];

/** The surest judgement, the entry that holds longest, and in force where any of them is. */
function joinHits(hits: readonly Hit[]): Hit {
  const [surest] = hits.toSorted(compareSureness) as [Hit, ...Hit[]];
  const [longest] = hits.toSorted((one, other) => compareEnds(other.entry, one.entry)) as [Hit, ...Hit[]];
  const state = states.find((wanted) => hits.some((hit) => hit.state === wanted)) ?? surest.state;
  const otherRows = hits.filter((hit) => hit !== longest).map(({ entry }) => entry.id);
  return { ...surest, entry: longest.entry, state, otherRows };
}

function compareEnds(one: ListEntry, other: ListEntry): number {
  const [end, otherEnd] = [toEnd(one), toEnd(other)];
  return end < otherEnd ? -1 : end > otherEnd ? 1 : 0;
}

/** Whoever has no last day is listed for good, and longer than who has a day at the earliest; that ends with no day either. */
function toEnd({ until, isUntilMinimum }: ListEntry): string {
  return until === null ? 'never' : isUntilMinimum ? `at least ${until}` : until;
}

/** What is in force first, because it decides; then the surest. Never by the order in which lists were read: a replay finds the same. */
export function compareHits(one: Hit, other: Hit): number {
  return (
    Number(one.state !== 'in_force') - Number(other.state !== 'in_force') ||
    compareSureness(one, other) ||
    (toRow(one) < toRow(other) ? -1 : 1)
  );
}

/** Surest first; among equals what is in force, then the more alike. */
function compareSureness(one: Hit, other: Hit): number {
  return (
    Number(one.strength === 'possible') - Number(other.strength === 'possible') ||
    matchKinds.indexOf(one.match) - matchKinds.indexOf(other.match) ||
    states.indexOf(one.state) - states.indexOf(other.state) ||
    (other.similarity ?? 0) - (one.similarity ?? 0)
  );
}
