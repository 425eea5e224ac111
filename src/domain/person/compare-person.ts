// Compares people: what a caller typed with what the sources have, and what one source has with what another one has.

import { comparePersonNames } from '../names/person-name.ts';
import type { Standing } from '../risk/risk.ts';
import type { PersonQuery, PersonRecord } from './evidence.ts';
import type { PersonReason } from './reasons.ts';

export const nameMatches = ['exact', 'partial', 'mismatch', 'not_provided', 'not_available'] as const;
export type NameMatch = (typeof nameMatches)[number];

export const birthDateMatches = ['exact', 'mismatch', 'not_provided', 'not_available'] as const;
export type BirthDateMatch = (typeof birthDateMatches)[number];

const strongFrom = 0.85;

export interface ComparedName {
  readonly match: NameMatch;
  readonly similarity: number | null;
  readonly rung: Standing['name'];
  readonly reason: PersonReason;
}

/** Compares the name with that of the first record that has one. */
export function compareName(query: PersonQuery, records: readonly PersonRecord[]): ComparedName {
  if (query.name === null) {
    return { match: 'not_provided', similarity: null, rung: 'best', reason: 'all_checks_passed' };
  }
  const named = records.find(({ name, socialName }) => name !== null || socialName !== null);
  if (named === undefined) {
    return {
      match: 'not_available',
      similarity: null,
      rung: 'weak_or_not_comparable',
      reason: 'name_not_comparable',
    };
  }
  const { match, similarity } = closestName(query.name, namesOf(named));
  if (match === 'exact') return { match, similarity, rung: 'best', reason: 'all_checks_passed' };
  if (match === 'mismatch') return { match, similarity, rung: 'mismatch', reason: 'name_mismatch' };
  return similarity >= strongFrom
    ? { match, similarity, rung: 'strong_partial', reason: 'name_strong_partial' }
    : { match, similarity, rung: 'weak_or_not_comparable', reason: 'name_weak_partial' };
}

/** Compares the birth date with that of the first record that has one. */
export function compareBirthDate(query: PersonQuery, records: readonly PersonRecord[]): BirthDateMatch {
  if (query.birthDate === null) return 'not_provided';
  const registered = records.find(({ birthDate }) => birthDate !== null)?.birthDate;
  if (registered === undefined) return 'not_available';
  return registered === query.birthDate ? 'exact' : 'mismatch';
}

/** Names contradict only when no form of the one resembles any form of the other, whichever is read as the typed one. */
export function contradict(a: PersonRecord, b: PersonRecord): boolean {
  if (a.birthDate !== null && b.birthDate !== null && a.birthDate !== b.birthDate) return true;
  // The usual case, told without any comparing.
  if (a.name !== null && a.name === b.name) return false;
  const [namesA, namesB] = [namesOf(a), namesOf(b)];
  if (namesA.length === 0 || namesB.length === 0) return false;
  return (
    namesA.every((name) => closestName(name, namesB).match === 'mismatch') &&
    namesB.every((name) => closestName(name, namesA).match === 'mismatch')
  );
}

const matchOrder = { exact: 0, partial: 1, mismatch: 2 } as const;

function closestName(typed: string, registered: readonly string[]) {
  const compared = registered.map((name) => comparePersonNames(typed, name));
  return compared.reduce((best, next) => {
    const better = matchOrder[next.match] - matchOrder[best.match] || best.similarity - next.similarity;
    return better < 0 ? next : best;
  });
}

function namesOf({ name, socialName }: PersonRecord): string[] {
  return [name, socialName].filter((each) => each !== null);
}
