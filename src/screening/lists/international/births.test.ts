import { expect, test } from 'vitest';
import { joinBirths, toBirth, toYears, toYearsAbout } from './births.ts';

test.each([
  ['12 Jan 1970', '1970-01-12'],
  ['2 September 1970', '1970-09-02'],
  ['Mar 1965', '1965-03'],
  ['1965', '1965'],
  ['1970-01-12', '1970-01-12'],
  ['31 Feb 1970', undefined],
  ['12 1970', undefined],
  ['12 Foo 1970', undefined],
  ['0202', undefined],
  ['unknown', undefined],
])('%s is %s', (text, birth) => expect(toBirth(text)).toBe(birth));

test('a span is its years, and one that is too wide says nothing', () => {
  expect(toYears('1958', '1960')).toEqual(['1958', '1959', '1960']);
  expect(toYears('1960', '1958')).toEqual([]);
  expect(toYears('1900', '1999')).toEqual([]);
  expect(toYears('1940', '1975')).toHaveLength(36);
  expect(toYears('19', 'x')).toEqual([]);
  expect(toYearsAbout('1965-03')).toEqual(['1964', '1965', '1966']);
});

test('one birth that nobody can read marks the row, because the others may be wrong', () => {
  expect(joinBirths([['1970'], ['1970', '1971']])).toEqual({ births: ['1970', '1971'] });
  expect(joinBirths([['1970'], toYears('1900', '1999')])).toEqual({ births: ['1970'], hasUnreadBirth: true });
  expect(joinBirths([])).toEqual({ births: [] });
});
