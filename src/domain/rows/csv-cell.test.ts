import { describe, expect, it } from 'vitest';
import { toCsvCell, toPlainText, toSafeCell } from './csv-cell.ts';

describe('a cell of CSV', () => {
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx'])('%j is no formula to a spreadsheet', (text) => {
    expect(toPlainText(text)).toBe(`'${text}`);
  });

  it.each(['Ana', '-12,5', '+5511999990000', '1=1', ''])('%j stays as it is', (text) => {
    expect(toPlainText(text)).toBe(text);
  });

  it('is quoted where it holds the delimiter, a quotation mark or the end of a line', () => {
    expect(toCsvCell('a,b')).toBe('"a,b"');
    expect(toCsvCell('a,b', ';')).toBe('a,b');
    expect(toCsvCell('a;"b"', ';')).toBe('"a;""b"""');
    expect(toCsvCell('a\r\nb')).toBe('"a\r\nb"');
  });

  it('is empty where there is no value', () => {
    expect([null, undefined, 0, false, '=a,b'].map(toSafeCell)).toEqual(['', '', '0', 'false', `"'=a,b"`]);
  });
});
