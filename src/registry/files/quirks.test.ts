import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCpfInName } from '../../domain/numbers/cpf.ts';
import { copyName, fromPackedDate, readDate } from './quirks.ts';

function clean(field: string): string {
  const bytes = Buffer.from(field, 'latin1');
  const target = Buffer.alloc(1000);
  return target.toString('latin1', 0, copyName(bytes, 0, bytes.length, target, 0));
}

function day(field: string): string | null | 'unreadable' {
  const bytes = Buffer.from(field, 'latin1');
  const packed = readDate(bytes, 0, bytes.length);
  return packed < 0 ? 'unreadable' : fromPackedDate(packed);
}

describe('copyName', () => {
  it('undoes doubled quotes and turns control characters and runs of blanks into one blank', () => {
    expect(clean('  A  ""B""\0\nC \x96 D\xa0')).toBe('A "B" C D');
    expect(clean('BAR\\FOO; ÇÃO')).toBe('BAR\\FOO; ÇÃO');
    expect(clean(' \0 ')).toBe('');
  });

  it('masks a CPF wherever it stands, and leaves the root and other numbers alone', () => {
    expect(clean('MARIA DA SILVA 28001238938')).toBe('MARIA DA SILVA ***012389**');
    expect(clean('28001238938')).toBe('***012389**');
    expect(clean('MARIA 280.012.389-38 ME')).toBe('MARIA ***012389** ME');
    expect(clean('12.345.678 MARIA 28001238938')).toBe('12.345.678 MARIA ***012389**');
    expect(clean('41.330.504 OLGA ESTEVES')).toBe('41.330.504 OLGA ESTEVES');
    expect(clean('MARIA 28001238939')).toBe('MARIA 28001238939');
  });

  it('masks exactly what maskCpfInName masks', () => {
    const part = fc.constantFrom(
      'MARIA',
      '28001238938',
      '28001238939',
      '11111111111',
      '280.012.389-38',
      '280 012 389 38',
      '1',
      '.',
      '-',
      ' ',
      'X',
      '123456789012',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = parts.join('').replace(/ +/g, ' ').trim();
        expect(clean(name)).toBe(maskCpfInName(name));
      }),
    );
  });
});

describe('readDate', () => {
  it('reads days, and each of the three kinds of nothing', () => {
    expect(day('20260808')).toBe('2026-08-08');
    expect(day('18081012')).toBe('1808-10-12');
    expect([day(''), day('0'), day('00000000'), day('        ')]).toEqual([null, null, null, null]);
  });

  it('tells an impossible day from none', () => {
    for (const field of [
      '20260230',
      '20261301',
      '20260800',
      '2026-8-8',
      '2026080',
      '202608081',
      'ABCDEFGH',
      '00000101',
      '02020315',
      '17991231',
      '41000101',
    ]) {
      expect(day(field)).toBe('unreadable');
    }
  });

  it('keeps every real day as it is', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1800-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString().slice(0, 10);
          expect(day(text.replaceAll('-', ''))).toBe(text);
        },
      ),
    );
  });
});
