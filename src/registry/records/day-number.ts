// Days of records as numbers of two bytes: 1 is 1900-01-01, 0 is none. The oldest day that a partner's entry, a status or a tax
// option has in the files is in the 1960s, and the last day that fits is 2079-06-05.

const daysMax = 0xffff;
/** A dump holds some 20,000 different days; formatting one costs more than reading it from here. */
const texts: string[] = [];

/** Converts a packed day of quirks.ts (year, month, day); the result is -1 if the day does not fit. */
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
  // The way back of `toDayNumber`: eras of 400 years, each beginning on a first of March.
  const days = number + 693_900;
  const era = Math.trunc(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.trunc(
    (dayOfEra - Math.trunc(dayOfEra / 1460) + Math.trunc(dayOfEra / 36_524) - Math.trunc(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.trunc(yearOfEra / 4) - Math.trunc(yearOfEra / 100));
  const monthFromMarch = Math.trunc((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.trunc((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const text = `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
  texts[number] = text;
  return text;
}
