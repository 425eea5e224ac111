import { describe, expect, test } from 'vitest';
import { noFigures } from './figures.ts';
import type { HistoryPoint } from './history.ts';
import { findOutage } from './outage.ts';

const point = (atMs: number, outcomes: Record<string, number>): HistoryPoint => ({
  atMs,
  figures: { ...noFigures, sources: { bureau_b: { outcomes, calls: 0, times: [] } } },
});

describe('a source is out', () => {
  test('since its first failure after the last answer, with all questions since then', () => {
    const points = [
      point(10, { answered: 5, timeout: 1 }),
      point(20, { answered: 5 }),
      point(30, { timeout: 2 }),
      point(40, {}),
      point(50, { circuit_open: 10 }),
    ];
    expect(findOutage('bureau_b', 'open', points)).toEqual({ since_ms: 30, affected: 12 });
  });

  test('not when it answers again, nor for what is not its own failing', () => {
    expect(findOutage('bureau_b', 'closed', [point(10, { timeout: 9 }), point(20, { answered: 1 })])).toBeNull();
    expect(findOutage('bureau_b', 'closed', [point(10, { minor: 5, birth_date_required: 9 })])).toBeNull();
    expect(findOutage('bureau_b', null, [point(10, { not_configured: 5 })])).toBeNull();
  });

  test('not since a failure long before, after which nobody asked; but since the first of many, however seldom somebody asks', () => {
    const minuteMs = 60_000;
    const seldom = (failures: readonly number[]) =>
      failures.map((count, index) => point(10 * index * minuteMs, { timeout: count }));
    const chance = [
      point(0, { timeout: 1 }),
      point(4 * minuteMs, { timeout: 6 }),
      point(4 * minuteMs + 10, { timeout: 3 }),
    ];
    expect(findOutage('bureau_b', 'open', chance)).toEqual({ since_ms: 4 * minuteMs, affected: 9 });
    expect(findOutage('bureau_b', 'open', seldom([1, 1, 1, 1]))).toEqual({ since_ms: 0, affected: 4 });
  });

  test('while answers from before are given in its place, which are none of it', () => {
    const points = [
      point(10, { answered: 2 }),
      point(20, { timeout: 4 }),
      point(30, { kept: 5, cached: 2, timeout: 1 }),
    ];
    expect(findOutage('bureau_b', 'closed', points)).toEqual({ since_ms: 20, affected: 5 });
  });

  test('one failure with the breaker closed may be chance', () => {
    expect(findOutage('bureau_b', 'closed', [point(10, { timeout: 1 })])).toBeNull();
    expect(findOutage('bureau_b', 'closed', [point(10, { timeout: 3 })])).toEqual({ since_ms: 10, affected: 3 });
  });
});
