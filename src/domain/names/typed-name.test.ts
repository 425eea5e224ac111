import { describe, expect, it } from 'vitest';
import { isCompanyName, isPersonName } from './typed-name.ts';

describe('what may be typed as a person name', () => {
  it.each([
    'Al',
    'José da Silva',
    "D'Ávila",
    ' Ana ',
    '李明',
    'J. 2º',
    'Ze\u0301',
    'a'.repeat(200),
    '𝒜'.repeat(200),
    'Ana\u200b Li\u00adma',
    '\ufeffAna\u200f',
  ])('takes %s', (text) => {
    expect(isPersonName(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'A',
    ' A ',
    'A1',
    '12345',
    '--',
    'a'.repeat(201),
    '𝒜'.repeat(201),
    'a'.repeat(100_000),
    'Ana\u0000',
    'Ana\nLima',
    'Ana\tLima',
    'Ana\n',
    'Ana\u007f',
    'Ana\u0085',
    'Ana\u001b[31m',
    'Ana \ud800 Lima',
    'Ana \udc00',
    'Ana\u202e Lima',
    'Ana\u2066 Lima',
    'Ana\u2028Lima',
    'A\u200b\u200c',
  ])('refuses %j', (text) => {
    expect(isPersonName(text)).toBe(false);
  });

  it('counts characters, not units of the encoding, and only after trimming', () => {
    expect(isPersonName(`${' '.repeat(300)}${'a'.repeat(200)}${' '.repeat(300)}`)).toBe(true);
    expect(isPersonName(`${'𝒜'.repeat(199)}ab`)).toBe(false);
  });
});

describe('what may be typed as a company name', () => {
  it.each(['3M', '99', 'Padaria do João', 'a'.repeat(200)])('takes %s', (text) => {
    expect(isCompanyName(text)).toBe(true);
  });

  it.each(['', '3', ' A ', '&&', '&A', 'Padaria\u0007', 'Padaria \u202e', 'a'.repeat(201)])('refuses %j', (text) => {
    expect(isCompanyName(text)).toBe(false);
  });
});
