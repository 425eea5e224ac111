import { describe, expect, it } from 'vitest';
import { parseMemberName, toExtractionDate } from './layout.ts';

const now = Date.UTC(2026, 10, 15);

describe('parseMemberName', () => {
  it('reads group, part and extraction from the published names', () => {
    expect(parseMemberName('K3241.K03200Y3.D60808.ESTABELE')).toEqual({
      group: 'establishments',
      part: 3,
      extraction: '60808',
    });
    expect(parseMemberName('K3241.K03200Y0.D60808.EMPRECSV')).toEqual({
      group: 'companies',
      part: 0,
      extraction: '60808',
    });
    expect(parseMemberName('F.K03200$W.SIMPLES.CSV.D60808')).toEqual({
      group: 'simples',
      part: 0,
      extraction: '60808',
    });
  });

  it('knows the published files that it does not need, and no others', () => {
    expect(parseMemberName('K3241.K03200Y9.D60808.SOCIOCSV')).toMatchObject({ group: 'partners', part: 9 });
    expect(parseMemberName('F.K03200$Z.D60808.MOTICSV')?.group).toBe('reasons');
    expect(parseMemberName('expected.jsonl')).toBeUndefined();
  });
});

describe('toExtractionDate', () => {
  it('takes the latest year that ends in the digit and is not in the future', () => {
    expect(toExtractionDate('60808', now)).toBe('2026-08-08');
    expect(toExtractionDate('51213', now)).toBe('2025-12-13');
    expect(toExtractionDate('91214', now)).toBe('2019-12-14');
    expect(toExtractionDate('91213', Date.UTC(2030, 0, 2))).toBe('2029-12-13');
  });

  it('refuses a day after tomorrow instead of taking it for one ten years ago', () => {
    expect(toExtractionDate('61212', now)).toBeUndefined();
    expect(toExtractionDate('70110', now)).toBeUndefined();
    const eve = Date.UTC(2026, 11, 11, 12);
    expect(toExtractionDate('61212', eve)).toBe('2026-12-12');
    expect(toExtractionDate('61213', eve)).toBeUndefined();
  });

  it('refuses what is not a day', () => {
    expect(toExtractionDate('60230', now)).toBeUndefined();
  });
});
