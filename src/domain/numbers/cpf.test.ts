import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cpf, completeCpf, formatCpf, isCpf, maskCpf, maskCpfInName, parseCpf } from './cpf.ts';

const anyCpf = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((base) => completeCpf(String(base).padStart(9, '0')))
  .filter((cpf) => !/^(\d)\1+$/.test(cpf));

const invalidFormat = { kind: 'invalid', fault: 'invalid_format' };
const invalidCheckDigits = { kind: 'invalid', fault: 'invalid_check_digits' };

describe('reading a CPF', () => {
  it.each(['28001238938', '280.012.389-38', '12345678909', '123.456.789-09', '00000000191'])('takes %s', (text) => {
    expect(parseCpf(text)).toEqual({ kind: 'valid', value: text.replace(/\D/g, '') });
  });

  it('takes every completed number, bare and formatted, and format and parse are inverse', () => {
    fc.assert(
      fc.property(anyCpf, (cpf) => {
        expect(parseCpf(cpf)).toEqual({ kind: 'valid', value: cpf });
        expect(parseCpf(formatCpf(cpf))).toEqual({ kind: 'valid', value: cpf });
        expect(formatCpf(cpf)).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
      }),
    );
  });

  it('refuses the ten repeated numbers, though their check digits close', () => {
    for (let digit = 0; digit < 10; digit++) {
      const repeated = String(digit).repeat(11);
      expect(completeCpf(repeated.slice(0, 9))).toBe(repeated);
      expect(parseCpf(repeated)).toEqual(invalidCheckDigits);
      expect(parseCpf(formatCpf(repeated as Cpf))).toEqual(invalidCheckDigits);
    }
  });

  /**
   * What the rule cannot see: the remainders 0 and 1 both give the check digit 0. A change of one digit always moves the
   * first remainder, and moves the second too unless it is the first digit, whose weight there is 11. It goes unseen only
   * where each remainder that moves does so between 0 and 1.
   */
  it('refuses a mutated digit, except where every remainder that moves does so between 0 and 1', () => {
    fc.assert(
      fc.property(anyCpf, fc.nat(10), fc.integer({ min: 1, max: 9 }), (cpf, position, step) => {
        const digit = (Number(cpf[position]) + step) % 10;
        const mutated = `${cpf.slice(0, position)}${digit}${cpf.slice(position + 1)}`;
        expect(isCpf(mutated)).toBe(closesByTheRule(mutated));
        if (isCpf(mutated)) {
          const [before, after] = [remaindersOf(cpf), remaindersOf(mutated)];
          expect(position).toBeLessThan(9);
          expect([before[0], after[0]].toSorted()).toEqual([0, 1]);
          if (position > 0) expect([before[1], after[1]].toSorted()).toEqual([0, 1]);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    '',
    '1234567890',
    '123456789090',
    ' 12345678909',
    '12345678909 ',
    '12345678909\n',
    '123 456 789 09',
    '123.456.78909',
    '123.456.789/09',
    '123.456.789.09',
    '123-456-789-09',
    '12.3456.789-09',
    '.123456789-09.',
    '１２３４５６７８９０９',
    '٠١٢٣٤٥٦٧٨٩٠',
    '1234567890９',
    '1234567890ß',
    '1234567890A',
    '+1234567890',
    '1e234567890',
    '0x123456789',
    '123.456.789-0９',
    '123.456.789-０９',
    '***456789**',
    '***.456.789-**',
    '12345678909\u0000',
    '1'.repeat(100_000),
  ])('refuses %j as no CPF at all', (text) => {
    expect(parseCpf(text)).toEqual(invalidFormat);
    expect(isCpf(text)).toBe(false);
  });

  it('takes no other character in the place of a digit or of a separator', () => {
    for (const form of ['28001238938', '280.012.389-38']) {
      for (let at = 0; at < form.length; at++) {
        const isDigit = /\d/.test(form[at] ?? '');
        for (let code = 0; code < 256; code++) {
          const character = String.fromCharCode(code);
          if (isDigit ? /\d/.test(character) : character === form[at]) continue;
          expect(parseCpf(form.slice(0, at) + character + form.slice(at + 1))).toEqual(invalidFormat);
        }
      }
    }
  });

  it('takes nothing but the two forms, whatever stands around the digits', () => {
    const noise = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyCpf, noise, fc.nat(14), fc.boolean(), (cpf, text, at, formatted) => {
        const form = formatted ? formatCpf(cpf) : cpf;
        fc.pre(!/^\d+$/.test(text));
        const noisy = form.slice(0, at) + text + form.slice(at);
        expect(parseCpf(noisy)).toEqual(invalidFormat);
      }),
    );
  });

  it('agrees with itself: a number is a CPF exactly when it can be read as one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{11}$/), anyCpf), (text) => {
        expect(isCpf(text)).toBe(parseCpf(text).kind === 'valid');
      }),
    );
  });
});

describe('showing a CPF', () => {
  it('shows the six digits in the middle and no others', () => {
    expect(maskCpf('12345678909' as Cpf)).toBe('***.456.789-**');
  });
});

/** The rule of the Receita written out plainly: weights 10 to 2, then 11 to 2. */
function remaindersOf(digits: string): readonly [number, number] {
  const sum = (count: number): number =>
    [...digits.slice(0, count)].reduce((total, digit, index) => total + Number(digit) * (count + 1 - index), 0);
  return [sum(9) % 11, sum(10) % 11];
}

function closesByTheRule(digits: string): boolean {
  const [first, second] = remaindersOf(digits).map((remainder) => (remainder < 2 ? 0 : 11 - remainder));
  return new Set(digits).size > 1 && digits.endsWith(`${first}${second}`);
}

describe('a CPF inside a name', () => {
  it.each([
    ['MARIA SILVA 12345678909', 'MARIA SILVA ***456789**'],
    ['MARIA SILVA 123.456.789-09', 'MARIA SILVA ***456789**'],
    ['MARIA SILVA 123456789-09', 'MARIA SILVA ***456789**'],
    ['MARIA SILVA 123.456.789/09', 'MARIA SILVA ***456789**'],
    ['MARIA SILVA 123 456 789 09', 'MARIA SILVA ***456789**'],
    ['MARIA SILVA 123456789 09', 'MARIA SILVA ***456789**'],
    ['MARIA SILVA 123. 456. 789 - 09 ME', 'MARIA SILVA ***456789** ME'],
    ['MARIA SILVA 12345678909 ME', 'MARIA SILVA ***456789** ME'],
    ['12345678909 MARIA SILVA', '***456789** MARIA SILVA'],
    ['12345678909', '***456789**'],
    ['A 12345678909 E 28001238938', 'A ***456789** E ***012389**'],
    ['MARIA SILVA12345678909', 'MARIA SILVA***456789**'],
    // Of each, only one character of the number is an eleventh one: a blank, or its digit 9.
    ['ABCDEF 123 456 789 09', 'ABCDEF ***456789**'],
    ['A123456789   09B', 'A***456789**B'],
    ['123456789   09B', '***456789**B'],
    ['AB12345678909 X', 'AB***456789** X'],
  ])('makes %s %s', (name, masked) => {
    expect(maskCpfInName(name)).toBe(masked);
  });

  it.each([
    '',
    'PADARIA CENTRAL LTDA',
    '12.345.678 MARIA SILVA',
    'MARIA SILVA ***456789**',
    'MARIA SILVA 12345678900',
    'MARIA SILVA 00000000000',
    'MARIA SILVA 012345678909',
    'CONSORCIO 34238864000168',
  ])('leaves %s as it is', (name) => {
    expect(maskCpfInName(name)).toBe(name);
  });

  it('is masked wherever it stands, bare, formatted or with blanks', () => {
    const filler = fc.string({ unit: fc.constantFrom(...'ABCDEFG .-&'), maxLength: 60 });
    const form = fc.constantFrom('$1$2$3', '$1.$2.$3-', '$1 $2 $3 ', '$1  $2  $3 - ', '$1. $2. $3/');
    const nineDigits = fc.integer({ min: 0, max: 999_999_999 }).map((number) => String(number).padStart(9, '0'));
    fc.assert(
      fc.property(filler, nineDigits, filler, form, (before, base, after, as) => {
        const cpf = completeCpf(base);
        fc.pre(isCpf(cpf));
        const written = cpf.replace(/(...)(...)(...)/, as);
        expect(maskCpfInName(`${before}${written}${after}`)).toBe(`${before}***${cpf.slice(3, 9)}**${after}`);
      }),
    );
  });
});
