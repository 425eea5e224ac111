import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createDashboardCoordinator, type DashboardReport, type ProcessState } from './dashboard.ts';
import { addFigures, answerBounds, type Figures, findPercentileMs, noFigures, subtractFigures } from './figures.ts';
import { createHistory } from './history.ts';

const state: ProcessState = {
  isReady: true,
  connections: 2,
  sources: { bureau_a: { breaker: 'closed', inFlight: 1, certificateEndsMs: 2_000 } },
  registry: {
    readiness: 'ready',
    dataAsOf: '2026-11-08',
    importedAt: null,
    verifiedAt: null,
    establishments: 10,
    problem: null,
  },
  budgetsUsed: { bureau_a: 0.5 },
  audit: { isWritable: true, queued: 0 },
};

function count(statuses: Record<string, number>, more: Partial<Figures> = {}): DashboardReport {
  return { figures: { ...noFigures, statuses, ...more }, state };
}

describe('figures', () => {
  const counts = fc.dictionary(fc.constantFrom('200', '404', '503'), fc.nat(1000));
  const times = fc.array(fc.nat(1000), { minLength: answerBounds.length + 1, maxLength: answerBounds.length + 1 });
  const figures = fc.record({
    statuses: counts,
    times,
    outcomes: counts,
    sources: fc.dictionary(
      fc.constantFrom('bureau_a', 'bureau_b'),
      fc.record({ outcomes: counts, calls: fc.nat(1000), times }),
    ),
  });
  const total = ({ statuses, times: all, sources }: Figures) => [
    Object.values(statuses).reduce((sum, one) => sum + one, 0),
    all.reduce((sum, one) => sum + one, 0),
    Object.values(sources)
      .flatMap(({ times: own }) => own)
      .reduce((sum, one) => sum + one, 0),
    Object.values(sources).reduce((sum, { calls }) => sum + calls, 0),
  ];

  test('nothing is lost or counted twice by adding up spans', () => {
    fc.assert(
      fc.property(figures, figures, (before, span) => {
        const now = addFigures(before, span);
        expect(total(subtractFigures(now, before))).toEqual(total(span));
      }),
    );
  });

  test('a percentile lies between the bounds of the answers that make it', () => {
    const slow = answerBounds.map((bound) => (bound === 0.25 ? 100 : 0));
    expect(findPercentileMs([...slow, 0], 0.5)).toBeCloseTo(175);
    expect(findPercentileMs([...slow, 0], 0.99)).toBeLessThanOrEqual(250);
    expect(findPercentileMs([], 0.5)).toBeNull();
    expect(findPercentileMs([...answerBounds.map(() => 0), 3], 0.5)).toBe(10_000);
  });
});

describe('the history', () => {
  test('keeps an hour and a day, and no more points however long it runs', () => {
    const clock = createManualClock();
    const history = createHistory(clock);
    for (let tick = 0; tick < 2 * 86_400; tick += 5) {
      history.add({ ...noFigures, statuses: { 200: 1 } });
      clock.advance(5_000);
    }
    expect([history.points('hour', 0).length, history.points('day', 0).length]).toEqual([360, 288]);
    expect(history.total('hour').statuses).toEqual({ 200: 720 });
    expect(history.total('day').statuses).toEqual({ 200: 17_280 });
  });

  test('what is older than the range is gone also where nothing came since', () => {
    const clock = createManualClock();
    const history = createHistory(clock);
    history.add({ ...noFigures, statuses: { 200: 5 } });
    clock.advance(2 * 3_600_000);
    history.add({ ...noFigures, statuses: { 200: 1 } });
    expect(history.total('hour').statuses).toEqual({ 200: 1 });
    expect(history.total('day').statuses).toEqual({ 200: 6 });
  });

  test('a calendar that is put back leaves the points in order', () => {
    const clock = createManualClock();
    const history = createHistory(clock);
    history.add(noFigures);
    clock.jumpCalendar(-600_000);
    history.add(noFigures);
    clock.advance(700_000);
    history.add(noFigures);
    const times = history.points('hour', 0).map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('the dashboard', () => {
  test('adds up what all processes counted, and shows the worst that any of them sees', () => {
    const dashboard = createDashboardCoordinator(createManualClock());
    dashboard.report(1, count({ 200: 3, 401: 1 }, { outcomes: { 'live low': 2, 'test low': 1 } }));
    dashboard.report(2, {
      ...count({ 200: 4, 503: 2 }),
      state: {
        ...state,
        sources: { bureau_a: { breaker: 'open', inFlight: 2, certificateEndsMs: 1_000 } },
        budgetsUsed: { bureau_a: 0.81 },
      },
    });
    const { hour, processes, connections, registry } = dashboard.read(0);
    expect(hour.points).toMatchObject([{ requests: 10, refused: 1, failed: 2, risk: { low: 3, high: 0 } }]);
    expect(hour).toMatchObject({ live_verifications: 2, test_verifications: 1 });
    expect(hour.sources).toMatchObject([
      { name: 'bureau_a', breaker: 'open', in_flight: 3, budget_used: 0.81, certificate_ends_ms: 1_000 },
    ]);
    expect([processes, connections, registry?.data_as_of]).toEqual([{ ready: 2, known: 2 }, 4, '2026-11-08']);
  });

  test('a process that is gone is no longer shown, what it counted is', () => {
    const clock = createManualClock();
    const dashboard = createDashboardCoordinator(clock);
    dashboard.report(1, count({ 200: 3 }));
    dashboard.report(2, count({ 200: 4 }));
    clock.advance(25_000);
    dashboard.report(2, count({ 200: 1 }));
    clock.advance(10_000);
    const { hour, processes } = dashboard.read(0);
    expect([hour.statuses, processes.known]).toEqual([{ 200: 8 }, 1]);
  });

  test('one that leaves tells what it counted without taking the place of its successor', () => {
    const dashboard = createDashboardCoordinator(createManualClock());
    dashboard.report(1, count({ 200: 1 }));
    dashboard.report(1, { figures: { ...noFigures, statuses: { 200: 5 } }, state: null });
    expect(dashboard.read(0)).toMatchObject({ connections: 2, hour: { statuses: { 200: 6 } } });
  });

  test('whoever has seen the past gets what is new', () => {
    const clock = createManualClock();
    const dashboard = createDashboardCoordinator(clock);
    for (let tick = 0; tick < 10; tick++) {
      dashboard.report(1, count({ 200: 1 }));
      clock.advance(10_000);
    }
    expect(dashboard.read(0).hour.points).toHaveLength(10);
    expect(dashboard.read(clock.nowMs() - 15_000).hour.points).toHaveLength(2);
    expect(dashboard.read(clock.nowMs() - 15_000).hour.statuses).toEqual({ 200: 10 });
  });
});
