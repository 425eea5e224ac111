// What is wrong with a name and a birth date while they are typed.

import { isBirthDate, toBrazilDay } from '../../src/domain/dates/calendar.ts';
import { isCompanyName, isPersonName } from '../../src/domain/names/typed-name.ts';
import { readDay } from '../design/fields/number.ts';

export function findTypedFaults({ name, birthDate }: { name: string; birthDate: string }, isCompany: boolean) {
  const isName = isCompany ? isCompanyName : isPersonName;
  const day = isCompany ? null : readDay(birthDate);
  return {
    name: name.trim().length > 1 && !isName(name),
    birthDate: typeof day === 'string' && !isBirthDate(day, toBrazilDay(Date.now())),
    // Half a day would be left out without a word.
    isDayWhole: day !== undefined,
  };
}
