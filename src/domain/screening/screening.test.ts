import { describe, expect, test } from 'vitest';
import { decideScreening } from './screening.ts';

const inForce = { state: 'in_force' } as const;

describe('the status', () => {
  test('is hit where one row in force is sure, whatever else could not be looked at', () => {
    const hits = [
      { ...inForce, strength: 'possible' },
      { ...inForce, strength: 'hit' },
    ] as const;
    expect(decideScreening(hits, true)).toBe('hit');
    expect(decideScreening(hits, false)).toBe('hit');
  });

  test('is possible where rows in force are only candidates', () => {
    expect(decideScreening([{ ...inForce, strength: 'possible' }], true)).toBe('possible');
  });

  test('does not hear of what has ended or is not in force yet', () => {
    for (const state of ['ended', 'not_yet'] as const) {
      expect(decideScreening([{ state, strength: 'hit' }], true)).toBe('clear');
      expect(decideScreening([{ state, strength: 'hit' }], false)).toBe('inconclusive');
    }
  });

  test('is clear only where all could be looked at', () => {
    expect(decideScreening([], true)).toBe('clear');
    expect(decideScreening([], false)).toBe('inconclusive');
  });
});
