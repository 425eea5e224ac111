// What happens to somebody's hits from one edition of a list to the next. Pure. Publishers renumber rows, and correct them, so hits belong
// together by what they say first, and by their numbers only then.

import { foldName } from '../../names/person-name.ts';
import { toRowText, toUnnamedText } from '../clearance.ts';
import { isGrouped, listRowIds, type RowsAre, toGroupKey } from '../group-hits.ts';
import type { Hit } from '../hit.ts';

export type HitChangeKind = 'new_hit' | 'ended_hit' | 'changed_hit';

/**
 * Only hits in force count. `new_hit`: it was not there before, or not in force; `ended_hit`: the other way round. `changed_hit`: its
 * rows say something else, or there is a further one, or it is found by something else, or it is more or less sure.
 */
export interface HitChange {
  readonly kind: HitChangeKind;
  /** The value is null for a new hit. */
  readonly before: Hit | null;
  /** The value is null for an ended hit. */
  readonly after: Hit | null;
}

/** Hits of one list about one customer, as `groupHits` gives them. */
export function compareHitsOf(before: readonly Hit[], after: readonly Hit[], rowsAre: RowsAre): readonly HitChange[] {
  const old = before.filter(isInForce);
  const young = after.filter(isInForce);
  const partners = pairHits(old, young, rowsAre);
  const changes: HitChange[] = [];
  for (const hit of young) {
    const partner = partners.get(hit);
    if (partner === undefined) changes.push({ kind: 'new_hit', before: null, after: hit });
    else if (isOtherwise(partner, hit)) changes.push({ kind: 'changed_hit', before: partner, after: hit });
  }
  const kept = new Set(partners.values());
  for (const hit of old) if (!kept.has(hit)) changes.push({ kind: 'ended_hit', before: hit, after: null });
  return changes;
}

function isInForce({ state }: Hit): boolean {
  return state === 'in_force';
}

function isOtherwise(old: Hit, young: Hit): boolean {
  if (old.strength !== young.strength || old.match !== young.match) return true;
  if (toRowText(old.entry) !== toRowText(young.entry)) return true;
  // One that leaves while the first one stays tells nothing.
  const known = new Set(old.otherRows.map(toRowText));
  return young.otherRows.some((row) => !known.has(toRowText(row)) && toRowText(row) !== toRowText(old.entry));
}

type ToKeys = (hit: Hit, rowsAre: RowsAre) => readonly string[];

/** By what two hits are the same one, the surest first. */
const steps: readonly ToKeys[] = [
  ({ entry }) => [`${entry.id} ${toRowText(entry)}`],
  ({ entry }) => [toRowText(entry)],
  ({ entry }, rowsAre) => [toGroupKey(entry, rowsAre)],
  listRowIds,
  // The number of a person with all else that the row says, so that a corrected name is no other person.
  ({ entry }) => (isGrouped(entry) ? [toUnnamedText(entry)] : []),
  ({ entry }) => [toActWithoutDates(entry)],
];

function toActWithoutDates({ document, names, process, category }: Hit['entry']): string {
  return JSON.stringify([document, foldName(names[0] ?? ''), process ?? [category]]);
}

/** Young ones with the old one that each of them continues. */
function pairHits(old: readonly Hit[], young: readonly Hit[], rowsAre: RowsAre): ReadonlyMap<Hit, Hit> {
  const left = new Set(old);
  const partners = new Map<Hit, Hit>();
  for (const toKeys of steps) {
    if (left.size === 0 || partners.size === young.length) break;
    const byKey = new Map<string, Hit[]>();
    for (const hit of left) {
      for (const key of toKeys(hit, rowsAre)) {
        const others = byKey.get(key);
        if (others === undefined) byKey.set(key, [hit]);
        else others.push(hit);
      }
    }
    for (const hit of young) {
      if (partners.has(hit)) continue;
      const candidates = toKeys(hit, rowsAre).flatMap((key) => byKey.get(key) ?? []);
      const partner = candidates.find((candidate) => left.has(candidate));
      if (partner === undefined) continue;
      left.delete(partner);
      partners.set(hit, partner);
    }
  }
  return partners;
}
