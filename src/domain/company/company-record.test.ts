import { describe, expect, it } from 'vitest';
import { findAgeBand, toCompanySize } from './company-record.ts';

describe('a company record', () => {
  it('names the nine age bands of partners, the last without an end, and no other', () => {
    expect(findAgeBand('1')).toEqual({ code: '1', fromYears: 0, toYears: 12 });
    expect(findAgeBand('5')).toEqual({ code: '5', fromYears: 41, toYears: 50 });
    expect(findAgeBand('9')).toEqual({ code: '9', fromYears: 81, toYears: null });
    for (const code of ['0', '', '10', 'constructor']) expect(findAgeBand(code)).toBeUndefined();
  });

  it('keeps a size that nobody documented as a code without a text, and reads 00 and blank as not informed', () => {
    expect(toCompanySize('03')).toEqual({ code: '03', text: 'EMPRESA DE PEQUENO PORTE' });
    expect(toCompanySize('07')).toEqual({ code: '07', text: null });
    expect([toCompanySize('00'), toCompanySize('')]).toEqual([null, null]);
  });
});
