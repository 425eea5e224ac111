// A birth date beside what a list knows of one: days, months or years, of which any may be right.

import type { ListEntry } from '../entry/list-entry.ts';

/** `swapped`: day and month have changed places. `near`: the year before or after one that stands alone, which lists often only guess. */
export type BirthAgreement = 'date' | 'year' | 'swapped' | 'same_year_other_day' | 'near' | 'other' | 'unknown';

const order: readonly BirthAgreement[] = ['date', 'year', 'swapped', 'same_year_other_day', 'near', 'other'];

type ListedBirths = Pick<ListEntry, 'births' | 'hasUnreadBirth'>;

/** The best agreement with any of them. */
export function compareBirths(birthDate: string | null, { births, hasUnreadBirth }: ListedBirths): BirthAgreement {
  if (birthDate === null || births.length === 0) return 'unknown';
  const found = births.map((birth) => compareBirth(birthDate, birth));
  const best = order.find((agreement) => found.includes(agreement)) ?? 'unknown';
  return best === 'other' && hasUnreadBirth ? 'unknown' : best;
}

function compareBirth(birthDate: string, birth: string): BirthAgreement {
  if (birthDate === birth) return 'date';
  const isWhole = birth.length === 10;
  if (!isWhole && birthDate.startsWith(birth)) return 'year';
  const years = Math.abs(Number(birthDate.slice(0, 4)) - Number(birth.slice(0, 4)));
  const [year, month, day] = birthDate.split('-');
  if (birth === `${year}-${day}-${month}`) return 'swapped';
  if (years === 0) return 'same_year_other_day';
  return years === 1 && birth.length === 4 ? 'near' : 'other';
}
