import { describe, expect, test } from 'vitest';
import type { DashboardView } from './live-dashboard.ts';
import { toStatus } from './status.ts';

const nowMs = 10_000_000;
const source = (name: string, outage: { since_ms: number; affected: number } | null = null) => ({
  name,
  breaker: outage === null ? 'closed' : 'open',
  in_flight: 0,
  outcomes: {},
  calls: 0,
  p50_ms: null,
  p95_ms: null,
  budget_used: null,
  certificate_ends_ms: null,
  outage,
});
const point = (requests: number, failed: number) => ({
  at_ms: nowMs - 10_000,
  requests,
  refused: 0,
  failed,
  p50_ms: null,
  p95_ms: null,
  p99_ms: null,
  risk: { low: 0, medium: 0, high: 0, none: 0 },
});

function dashboard(changes: Partial<DashboardView> = {}, hour: Partial<DashboardView['hour']> = {}): DashboardView {
  const range = {
    step_ms: 10_000,
    points: [point(10, 0)],
    statuses: {},
    live_verifications: 7,
    test_verifications: 1,
    p50_ms: null,
    p95_ms: null,
    p99_ms: null,
    sources: [source('bureau_a'), source('bureau_b'), source('fraud_registry')],
    ...hour,
  };
  return {
    at_ms: nowMs,
    hour: range,
    day: range,
    processes: { ready: 1, known: 1 },
    connections: 1,
    registry: null,
    audit: { writable: true, queued: 0 },
    ...changes,
  };
}

describe('how the service stands', () => {
  test('well, with how many were asked about', () => {
    expect(toStatus(dashboard(), true)).toEqual({ kind: 'good', verifications: 8 });
  });

  test('a source that is out: since when, and how many it affected', () => {
    const sources = [source('bureau_a'), source('bureau_b', { since_ms: nowMs - 240_000, affected: 12 })];
    expect(toStatus(dashboard({}, { sources }), true)).toEqual({
      kind: 'sources',
      sources: [{ name: 'bureau_b', sinceMs: 240_000, affected: 12 }],
    });
  });

  test('all sources out is said as one, and so are requests that fail', () => {
    const outage = { since_ms: nowMs - 60_000, affected: 5 };
    const sources = [source('bureau_a', outage), source('bureau_b', outage), source('fraud_registry', outage)];
    expect(toStatus(dashboard({}, { sources }), true)).toEqual({ kind: 'all_sources', sinceMs: 60_000, affected: 5 });
    expect(toStatus(dashboard({}, { points: [point(6, 6)] }), true)).toMatchObject({ kind: 'failing', affected: 6 });
  });

  test('what is worse comes first: no news, a process that is not ready, an audit that does not take records', () => {
    expect(toStatus(dashboard(), false)).toEqual({ kind: 'cut' });
    expect(toStatus(dashboard({ processes: { ready: 1, known: 2 } }), true)).toEqual({
      kind: 'not_ready',
      ready: 1,
      known: 2,
    });
    expect(toStatus(dashboard({ audit: { writable: false, queued: 3 } }), true)).toEqual({ kind: 'audit_stuck' });
  });
});
