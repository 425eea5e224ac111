import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { Columns } from './columns.ts';
import { readQuestion } from './question.ts';
import { readBirthDate } from './written-date.ts';
import { readNumber } from './written-number.ts';

const cpf = completeCpf('012345670');
const cnpj = completeCnpj('001234560001');
const today = '2026-11-15';

describe('a number as files have it', () => {
  it.each([
    [cpf, undefined],
    [`${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`, undefined],
    [cpf.slice(1), 'leading_zeros'],
    [`${cpf.slice(1)}.0`, 'leading_zeros'],
    [`${cpf[1]},${cpf.slice(2)}E+9`, 'leading_zeros'],
    [` ${cpf.slice(0, 9)}-${cpf.slice(9)} `, 'number_form'],
    [`'${cpf}`, 'number_form'],
    [`="${cpf}"`, 'number_form'],
    [`="${cpf.slice(1)}"`, 'leading_zeros'],
    [`${cpf.slice(0, 3)}\u00a0${cpf.slice(3)}`, 'number_form'],
    [`\u200b${cpf.slice(0, 3)}\u200b${cpf.slice(3)}\u2060`, 'number_form'],
    [`CPF\u200b ${cpf}`, 'number_form'],
    [`CPF ${cpf}`, 'number_form'],
    [`cpf: ${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`, 'number_form'],
    [`CPF/CNPJ nº ${cpf}`, 'number_form'],
    [`${cpf.slice(0, 3)} ${cpf.slice(3, 6)} ${cpf.slice(6, 9)} ${cpf.slice(9)}`, 'number_form'],
  ])('is read from %s', (written, mend) => {
    expect(readNumber(written, 'cpf')).toEqual({ kind: 'cpf', value: cpf, mend });
    expect(readNumber(written, 'document')).toEqual({ kind: 'cpf', value: cpf, mend });
  });

  it('that is a CNPJ has its zeros mended, and its letters left alone', () => {
    expect(readNumber(cnpj.slice(2), 'cnpj')).toEqual({ kind: 'cnpj', value: cnpj, mend: 'leading_zeros' });
    expect(readNumber('191', 'cnpj')).toEqual({ kind: 'cnpj', value: '00000000000191', mend: 'leading_zeros' });
    expect(readNumber('12.abc.345/01de-35', 'document')).toMatchObject({ value: '12ABC34501DE35', mend: undefined });
    expect(readNumber('12ABC345/01DE35', 'cnpj')).toMatchObject({ value: '12ABC34501DE35', mend: 'number_form' });
    expect(readNumber('2ABC34501DE35', 'cnpj')).toEqual({ kind: 'fault', fault: 'invalid_format' });
  });

  it.each([
    ['', 'empty_number'],
    ['=""', 'empty_number'],
    ['CPF', 'invalid_format'],
    ['1.23457E+10', 'shortened_number'],
    ['12345678901', 'invalid_check_digits'],
    ['11111111111', 'invalid_check_digits'],
    ['191', 'invalid_format'],
    ['123456789091234', 'invalid_format'],
    ['١٢٣٤٥٦٧٨٩٠٩', 'invalid_format'],
    ['não tem', 'invalid_format'],
  ])('%j is refused as a CPF, with a reason', (written, fault) => {
    expect(readNumber(written, 'cpf')).toEqual({ kind: 'fault', fault });
  });

  it('has at most 64 characters, blanks around it apart', () => {
    const spread = (blanks: number) => `${cpf.slice(0, 3)}${' '.repeat(blanks)}${cpf.slice(3)}`;
    expect(readNumber(`${' '.repeat(64)}${spread(64 - 11)}`, 'cpf')).toMatchObject({ value: cpf });
    expect(readNumber(spread(65 - 11), 'cpf')).toEqual({ kind: 'fault', fault: 'invalid_format' });
    expect(readNumber(' '.repeat(65), 'cpf')).toEqual({ kind: 'fault', fault: 'empty_number' });
  });

  it('in a column of both kinds is not guessed where both would close', () => {
    // With its zeros it is a CPF as well as a CNPJ.
    const both = findBoth();
    expect(readNumber(both, 'document')).toEqual({ kind: 'fault', fault: 'ambiguous_number' });
    expect(readNumber(both, 'cpf').kind).toBe('cpf');
    expect(readNumber(both, 'cnpj').kind).toBe('cnpj');
  });

  it('never becomes another one: what is read closes, and holds the digits that were written', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Za-z./ -]{0,20}$/),
        fc.constantFrom('cpf', 'cnpj', 'document'),
        (text, wanted) => {
          const read = readNumber(text, wanted as 'cpf');
          if (read.kind === 'fault') return true;
          const written = text.replace(/[\s./-]/g, '').toUpperCase();
          return read.value.endsWith(written.replace(/[.,]0+$/, '')) || /[.,]0+$/.test(text.trim());
        },
      ),
    );
  });
});

function findBoth(): string {
  for (let base = 1_000_000; ; base++) {
    const digits = completeCpf(String(base).padStart(9, '0')).replace(/^0+/, '');
    if (digits.length < 11 && readNumber(digits, 'cnpj').kind === 'cnpj') return digits;
  }
}

describe('a birth date as files have it', () => {
  it.each([
    '1990-05-21',
    '21/05/1990',
    '21-05-1990',
    '21.05.1990',
    '1990-05-21T00:00:00',
    '1990-05-21 00:00:00',
    '33014',
    '33014.0',
    '21051990',
  ])('%s is 21 May 1990', (written) => expect(readBirthDate(written, today)).toBe('1990-05-21'));

  it('has the month first only where that was told', () => {
    expect(readBirthDate('05/21/1990', today)).toBeUndefined();
    expect(readBirthDate('05/21/1990', today, 'mdy')).toBe('1990-05-21');
    expect(readBirthDate('1/2/1990', today)).toBe('1990-02-01');
  });

  it.each(['31/02/1990', '21/05/90', '2027-01-01', '1899-12-31', 'maio de 1990', '99999', '0'])(
    '%s is none',
    (written) => {
      expect(readBirthDate(written, today)).toBeUndefined();
    },
  );
});

describe('a row', () => {
  const read = (cells: string[], columns: Columns) =>
    readQuestion({ line: 2, cells, text: undefined, fault: undefined }, { columns, today, dateOrder: 'dmy' });

  it('asks about a person with the name and the birth date it has', () => {
    expect(read([cpf.slice(1), ' João da Silva ', '21/05/1990'], { cpf: 0, name: 1, birth_date: 2 })).toEqual({
      kind: 'question',
      question: { kind: 'cpf', cpf, name: 'João da Silva', birthDate: '1990-05-21' },
      mend: 'leading_zeros',
    });
    expect(read([cpf], { cpf: 0, name: 1, birth_date: 2 })).toMatchObject({
      question: { name: null, birthDate: null },
    });
  });

  it('asks about a company by the name of a company, or by the only name there is', () => {
    expect(read([cnpj, 'Padaria', 'Ana'], { document: 0, company_name: 1, name: 2 })).toMatchObject({
      question: { kind: 'cnpj', cnpj, companyName: 'Padaria' },
    });
    expect(read([cnpj, 'Padaria'], { document: 0, name: 1 })).toMatchObject({ question: { companyName: 'Padaria' } });
  });

  it('with a column for each kind asks about the one that is filled', () => {
    const columns = { cpf: 0, cnpj: 1 };
    expect(read([cpf, ''], columns)).toMatchObject({ question: { cpf } });
    expect(read(['', cnpj], columns)).toMatchObject({ question: { cnpj } });
    expect(read([cpf, cnpj], columns)).toEqual({ kind: 'bad', fault: 'two_numbers' });
    expect(read(['', ''], columns)).toEqual({ kind: 'bad', fault: 'empty_number' });
  });

  it('that cannot be asked about says why', () => {
    expect(read([cpf, 'X'], { cpf: 0, name: 1 })).toEqual({ kind: 'bad', fault: 'invalid_name' });
    expect(read([cpf, '30/02/1990'], { cpf: 0, birth_date: 1 })).toEqual({ kind: 'bad', fault: 'invalid_date' });
  });
});
