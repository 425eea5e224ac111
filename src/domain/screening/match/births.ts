// A birth date beside what a list knows of one: days, months or years, of which any may be right.

import type { ListEntry } from '../entry/list-entry.ts';

/**
 * `swapped`: day and month have changed places. `slip`: one digit is another, two beside each other have changed places, or the same day of
 * the next year. `near`: the year before or after one that stands alone, which lists often only guess.
 */
export type BirthAgreement =
  | 'date'
  | 'year'
  | 'swapped'
  | 'same_year_other_day'
  | 'near'
  | 'slip'
  | 'other'
  | 'unknown';

export interface ComparedBirth {
  readonly agreement: BirthAgreement;
  /** The likeness of a name keeps this share beside the birth date. The share falls with the distance between the dates. */
  readonly share: number;
}

const order: readonly BirthAgreement[] = ['date', 'year', 'swapped', 'same_year_other_day', 'near', 'slip', 'other'];

type ListedBirths = Pick<ListEntry, 'births' | 'hasUnreadBirth'>;

const unknown: ComparedBirth = { agreement: 'unknown', share: 1 };

/** The best agreement with any of them. */
export function compareBirths(birthDate: string | null, { births, hasUnreadBirth }: ListedBirths): ComparedBirth {
  if (birthDate === null || births.length === 0) return unknown;
  const found = births.map((birth) => compareBirth(birthDate, birth));
  const agreement = order.find((one) => found.includes(one)) ?? 'unknown';
  if (agreement !== 'slip' && agreement !== 'other') return { agreement, share: 1 };
  if (hasUnreadBirth) return unknown;
  return { agreement, share: agreement === 'slip' ? slipShare : toShare(birthDate, births) };
}

function compareBirth(birthDate: string, birth: string): BirthAgreement {
  if (birthDate === birth) return 'date';
  const isWhole = birth.length === 10;
  if (!isWhole && birthDate.startsWith(birth)) return 'year';
  const years = yearsApart(birthDate, birth);
  const [year, month, day] = birthDate.split('-');
  if (birth === `${year}-${day}-${month}`) return 'swapped';
  if (years === 0) return 'same_year_other_day';
  if (years === 1 && birth.length === 4) return 'near';
  return isSlip(birthDate.slice(0, birth.length), birth) ? 'slip' : 'other';
}

/** Both of one length. */
function isSlip(asked: string, listed: string): boolean {
  const others = [...asked].flatMap((digit, at) => (digit === listed[at] ? [] : [at]));
  const [first = 0, second = 0] = others;
  if (others.length === 1) return true;
  if (asked.slice(4) === listed.slice(4) && yearsApart(asked, listed) === 1) return true;
  return others.length === 2 && asked[first] === listed[second] && asked[second] === listed[first];
}

const slipShare = 0.97;
/** Each year between the two dates costs this share. */
const perYear = 0.005;
const shareMin = 0.8;

function toShare(birthDate: string, births: readonly string[]): number {
  const years = Math.min(...births.map((birth) => yearsApart(birthDate, birth)));
  return Math.max(shareMin, slipShare - 0.01 - perYear * years);
}

function yearsApart(one: string, other: string): number {
  return Math.abs(Number(one.slice(0, 4)) - Number(other.slice(0, 4)));
}
