import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cnpj, completeCnpj, formatCnpj, isCnpj, parseCnpj, parseCnpjRoot, toCnpjRoot } from './cnpj.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const anyBase = fc.oneof(
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 12, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 12 }),
);
const anyCnpj = anyBase.filter((base) => base !== '000000000000').map(completeCnpj);

const invalidFormat = { kind: 'invalid', fault: 'invalid_format' };
const invalidCheckDigits = { kind: 'invalid', fault: 'invalid_check_digits' };

describe('reading a CNPJ', () => {
  it.each([
    ['12ABC34501DE35', 'the worked example of the Receita'],
    ['12.ABC.345/01DE-35', 'the same, formatted'],
    ['00000000E08G12', 'the first alphanumeric number that was issued'],
    ['00.000.000/E08G-12', 'the same, formatted'],
    ['34238864000168', 'a number of digits'],
    ['00000000000191', 'root 00000000, which is Banco do Brasil'],
    ['11111111111180', 'one digit repeated in the base'],
  ])('takes %s: %s', (text) => {
    expect(parseCnpj(text)).toEqual({ kind: 'valid', value: text.replace(/[^0-9A-Z]/g, '') });
  });

  it('takes every letter and branch 0000', () => {
    for (const character of alphabet) {
      expect(isCnpj(completeCnpj(`1234567${character}0000`))).toBe(true);
      expect(isCnpj(completeCnpj(`12345678000${character}`))).toBe(true);
    }
  });

  it('takes every completed number, bare and formatted, and format and parse are inverse', () => {
    fc.assert(
      fc.property(anyCnpj, (cnpj) => {
        expect(parseCnpj(cnpj)).toEqual({ kind: 'valid', value: cnpj });
        expect(parseCnpj(formatCnpj(cnpj))).toEqual({ kind: 'valid', value: cnpj });
        expect(formatCnpj(cnpj)).toMatch(/^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/);
      }),
    );
  });

  it('reads lower case as upper case', () => {
    fc.assert(
      fc.property(anyCnpj, (cnpj) => {
        expect(parseCnpj(cnpj.toLowerCase())).toEqual({ kind: 'valid', value: cnpj });
        expect(parseCnpj(formatCnpj(cnpj).toLowerCase())).toEqual({ kind: 'valid', value: cnpj });
      }),
    );
  });

  it('refuses all zeros, the one reserved number', () => {
    expect(completeCnpj('000000000000')).toBe('00000000000000');
    expect(parseCnpj('00000000000000')).toEqual(invalidCheckDigits);
    expect(parseCnpj('00.000.000/0000-00')).toEqual(invalidCheckDigits);
  });

  /**
   * What the rule cannot see. Two characters whose values are equal mod 11 (0, F and Q; 9, D, O and Z) are the same to it:
   * never "correct" the one to the other. Any other change moves both remainders, and goes unseen only where each moves
   * between 0 and 1, which both give the check digit 0.
   */
  it('refuses a mutated character, except one equal mod 11 or where both remainders move between 0 and 1', () => {
    fc.assert(
      fc.property(anyCnpj, fc.nat(13), fc.constantFrom(...alphabet), (cnpj, position, character) => {
        fc.pre(cnpj[position] !== character && (position < 12 || character <= '9'));
        const mutated = `${cnpj.slice(0, position)}${character}${cnpj.slice(position + 1)}`;
        expect(isCnpj(mutated)).toBe(closesByTheRule(mutated));
        if (isCnpj(mutated)) {
          const isSameToTheRule = (toValue(character) - toValue(cnpj[position] ?? '')) % 11 === 0;
          const remainders = [...remaindersOf(cnpj), ...remaindersOf(mutated)];
          expect(position).toBeLessThan(12);
          expect(isSameToTheRule || remainders.every((remainder) => remainder < 2)).toBe(true);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    '',
    '1234567800019',
    '123456780001955',
    ' 34238864000168',
    '34238864000168 ',
    '34238864000168\n',
    '34.238.864/000168',
    '34238864/0001-68',
    '34.238.864-0001/68',
    '34-238-864/0001-68',
    '３４２３８８６４０００１６８',
    '3423886400016８',
    '12ABC34501DEI5',
    '12ABC34501DE3S',
    '12ABC34501Dß35',
    '12ABC34501ﬁ35',
    '12ÁBC34501DE35',
    '12ABC34501D-35',
    '12.ABC.345/01D-E35',
    '12ABC34501DE3\u0000',
    '1'.repeat(100_000),
  ])('refuses %j as no CNPJ at all', (text) => {
    expect(parseCnpj(text)).toEqual(invalidFormat);
    expect(isCnpj(text)).toBe(false);
  });

  it('takes no other character in the place of a digit, of a letter or of a separator', () => {
    for (const form of ['12ABC34501DE35', '12.ABC.345/01DE-35']) {
      for (let at = 0; at < form.length; at++) {
        const isSeparator = !/[0-9A-Z]/.test(form[at] ?? '');
        const allowed = at >= form.length - 2 ? /[0-9]/ : /[0-9A-Za-z]/;
        for (let code = 0; code < 256; code++) {
          const character = String.fromCharCode(code);
          if (isSeparator ? character === form[at] : allowed.test(character)) continue;
          expect(parseCnpj(form.slice(0, at) + character + form.slice(at + 1))).toEqual(invalidFormat);
        }
      }
    }
  });

  it('takes nothing but the two forms, whatever stands around the characters', () => {
    const noise = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyCnpj, noise, fc.nat(18), fc.boolean(), (cnpj, text, at, formatted) => {
        const form = formatted ? formatCnpj(cnpj) : cnpj;
        const noisy = form.slice(0, at) + text + form.slice(at);
        expect(parseCnpj(noisy)).toEqual(invalidFormat);
      }),
    );
  });

  it('agrees with itself: a number is a CNPJ exactly when it can be read as one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z]{12}\d{2}$/), anyCnpj), (text) => {
        expect(isCnpj(text)).toBe(parseCnpj(text).kind === 'valid');
      }),
    );
  });
});

const toValue = (character: string): number => character.charCodeAt(0) - 48;

/** The rule of the Receita written out plainly: weights 2 to 9 from the right, over and over. */
function remaindersOf(characters: string): readonly [number, number] {
  const sum = (count: number): number =>
    [...characters.slice(0, count)]
      .reverse()
      .reduce((total, character, index) => total + toValue(character) * (2 + (index % 8)), 0);
  return [sum(12) % 11, sum(13) % 11];
}

function closesByTheRule(characters: string): boolean {
  const [first, second] = remaindersOf(characters).map((remainder) => (remainder < 2 ? 0 : 11 - remainder));
  return characters !== '00000000000000' && (characters as Cnpj).endsWith(`${first}${second}`);
}

describe('reading the root of a CNPJ', () => {
  it.each([
    ['12ABC345', '12ABC345'],
    ['12.abc.345', '12ABC345'],
    ['00000000', '00000000'],
  ])('takes %s', (text, value) => expect(parseCnpjRoot(text)).toEqual({ kind: 'valid', value }));

  it.each(['', '1234567', '123456789', '12.345678', '12345-78', 'ß2345678', ' 12345678', '12345678\n'])(
    'refuses %j',
    (text) => expect(parseCnpjRoot(text)).toEqual(invalidFormat),
  );

  it('is the first eight characters of a number', () => {
    expect(toCnpjRoot('12ABC34501DE35' as Cnpj)).toBe('12ABC345');
  });
});
