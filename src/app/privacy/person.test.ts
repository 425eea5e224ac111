import { describe, expect, test } from 'vitest';
import {
  isAbout,
  isIdentityNumberIn,
  isNumberIn,
  isSubjectOf,
  listIdentityNumbersIn,
  listNumbersIn,
  type Person,
} from './person.ts';

const person: Person = {
  subjects: ['subject_new', 'subject_old'],
  cpf: undefined,
  untilMs: 1,
  isNamedIn: (text) => text.includes('theirs'),
};

describe('a CPF in a text', () => {
  test.each([
    ['40442820135', ['40442820135']],
    ['404.428.201-35', ['40442820135']],
    ['404 428 201 35', ['40442820135']],
    ['404.428.201.35', ['40442820135']],
    ['CPF:40442820135, 529.982.247-25;', ['40442820135', '52998224725']],
    ['x40442820135y', ['40442820135']],
    ['140442820135', []],
    ['404428201351', []],
    ['4044282013', []],
    ['404-428-201-35', []],
    ['404..428.201-35', []],
    ['', []],
  ])('%j', (text, numbers) => {
    expect(listNumbersIn(text)).toEqual(numbers);
  });

  test('is asked about without its dots, and one is enough', () => {
    const isTheirs = (number: string) => number === '52998224725';
    expect(isNumberIn('404.428.201-35 and 529.982.247-25', isTheirs)).toBe(true);
    expect(isNumberIn('404.428.201-35', isTheirs)).toBe(false);
  });
});

describe('the number of a document in a text', () => {
  test.each([
    ['AB123456', true],
    ['passport ab123456.', true],
    ['AB 123.456', true],
    ['A-B/1 2.3-4/5 6', true],
    ['AB  123456', true],
    ['AB   123456', false],
    ['XAB123456', false],
    ['AB1234567', false],
    ['ÇAB123456', false],
    ['AB123456é', false],
    ['AB12345', false],
  ])('%j', (text, isIn) => {
    expect(isIdentityNumberIn(text, 'AB123456')).toBe(isIn);
  });

  test('is looked for letter by letter: no character of it is a pattern', () => {
    expect(isIdentityNumberIn('A9B', 'A.B')).toBe(false);
    expect(isIdentityNumberIn('A.B', 'A.B')).toBe(true);
  });

  test('may be any run of 5 to 40 letters and digits that has the form of one', () => {
    expect(listIdentityNumbersIn('AB123456, of CD654321 and 1234')).toEqual(['AB123456', 'CD654321']);
    expect(listIdentityNumbersIn('12345 x1234')).toEqual(['12345', 'X1234']);
    expect(listIdentityNumbersIn(`${'A'.repeat(40)}1`)).toEqual([]);
    expect(listIdentityNumbersIn('someone')).toEqual([]);
  });
});

describe('what is kept', () => {
  test('is about a person by any of their subjects, or by their number in it', () => {
    const kept = (about: readonly (string | null)[], text = '') => ({ about, text }) as Parameters<typeof isAbout>[1];
    expect(isAbout(person, kept(['another', 'subject_old']))).toBe(true);
    expect(isAbout(person, kept(['another'], 'it is theirs'))).toBe(true);
    expect(isAbout(person, kept(['another', null], 'of another'))).toBe(false);
    expect(isAbout(person, undefined)).toBe(false);
  });

  test('under no subject is nobody’s', () => {
    expect(isSubjectOf(person, 'subject_new')).toBe(true);
    expect(isSubjectOf(person, 'another')).toBe(false);
    expect(isSubjectOf(person, null)).toBe(false);
  });
});
