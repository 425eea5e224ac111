// Days of records as numbers of two bytes: 1 is 1900-01-01, 0 is none. The oldest day that a partner's entry, a status or a tax
// option has in the files is in the 1960s, and the last day that fits is 2079-06-05.

const dayMs = 86_400_000;
const before = Date.UTC(1899, 11, 31);
const daysMax = 0xffff;
/** A dump holds some 20,000 different days; formatting one costs more than reading it from here. */
const texts: string[] = [];

/** From a packed day of quirks.ts (year, month, day); -1 where it does not fit. */
export function toDayNumber(packed: number): number {
  if (packed === 0) return 0;
  // Days from the civil calendar, with the year beginning in March: the leap day is then the last one.
  const month = (packed >>> 5) & 15;
  const year = (packed >>> 9) - (month <= 2 ? 1 : 0);
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.trunc((153 * monthFromMarch + 2) / 5) + (packed & 31) - 1;
  const days = year * 365 + Math.trunc(year / 4) - Math.trunc(year / 100) + Math.trunc(year / 400) + dayOfYear;
  // 693,900 is what the sum gives for 1899-12-31.
  const number = days - 693_900;
  return number >= 1 && number <= daysMax ? number : -1;
}

export function fromDayNumber(number: number): string | null {
  if (number === 0) return null;
  const known = texts[number];
  if (known !== undefined) return known;
  const text = new Date(before + number * dayMs).toISOString().slice(0, 10);
  texts[number] = text;
  return text;
}
