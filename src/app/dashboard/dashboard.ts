// The dashboard of the console: every process that serves reports what it counted since it last did and how it stands; whoever looks
// gets all of them together. Nothing in it says about whom anybody asked.

import type { Clock } from '../clock.ts';
import { type Counts, type Figures, findPercentileMs, type SourceFigures, sumOf } from './figures.ts';
import { createHistory, type HistoryPoint, type RangeName, ranges } from './history.ts';
import { findOutage } from './outage.ts';

interface SourceStanding {
  readonly breaker: string;
  readonly inFlight: number;
  /** The value is null if we show the party no certificate. */
  readonly certificateEndsMs: number | null;
}

/** This record describes the state of one process. */
export interface ProcessState {
  readonly isReady: boolean;
  readonly connections: number;
  readonly sources: Readonly<Record<string, SourceStanding>>;
  /** `budgetsUsed` holds, for each source with a budget, the largest used share of any one budget. */
  readonly budgetsUsed: Readonly<Record<string, number>>;
  readonly registry: {
    readonly readiness: string;
    readonly dataAsOf: string | null;
    readonly importedAt: string | null;
    readonly verifiedAt: string | null;
    readonly establishments: number | null;
    readonly problem: string | null;
  };
  readonly audit: { readonly isWritable: boolean; readonly queued: number };
}

export interface DashboardReport {
  readonly figures: Figures;
  /** The value is null if the process is shutting down, because another process has its place. */
  readonly state: ProcessState | null;
}

interface Percentiles {
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
}

export interface DashboardPoint extends Percentiles {
  readonly at_ms: number;
  readonly requests: number;
  /** 4xx */
  readonly refused: number;
  /** 5xx */
  readonly failed: number;
  readonly risk: { readonly low: number; readonly medium: number; readonly high: number; readonly none: number };
}

export interface DashboardSource {
  readonly name: string;
  /** The worst of all processes; null where it is not connected. */
  readonly breaker: string | null;
  readonly in_flight: number;
  /** `outcomes` counts the outcomes of questions by live keys. */
  readonly outcomes: Counts;
  /** `calls` counts the calls that the party received, as `confere usage` and the party itself count them. */
  readonly calls: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** 1 is all of it; null where it has none. */
  readonly budget_used: number | null;
  /** The certificate that we show the party ends at this time. The value is null if we show none. */
  readonly certificate_ends_ms: number | null;
  /** Since when it gives no answer, and how many questions met that; null while it answers. */
  readonly outage: { readonly since_ms: number; readonly affected: number } | null;
}

export interface DashboardRange extends Percentiles {
  readonly step_ms: number;
  readonly points: readonly DashboardPoint[];
  /** `statuses` covers the whole range, regardless of the points in the answer. */
  readonly statuses: Counts;
  readonly live_verifications: number;
  readonly test_verifications: number;
  readonly sources: readonly DashboardSource[];
}

export interface DashboardView {
  readonly at_ms: number;
  readonly hour: DashboardRange;
  readonly day: DashboardRange;
  readonly processes: { readonly ready: number; readonly known: number };
  readonly connections: number;
  readonly registry: ReturnType<typeof toRegistry>;
  readonly audit: { readonly writable: boolean; readonly queued: number } | null;
}

/** A serving process uses this interface to the dashboard. */
export interface Dashboard {
  report(report: DashboardReport): void;
  /** Reads the view with the points that begin at `fromMs` or later. */
  read(fromMs: number): Promise<DashboardView>;
}

export interface DashboardCoordinator {
  report(worker: number, report: DashboardReport): void;
  read(fromMs: number): DashboardView;
}

/** A process that has not reported for so long is not shown any more. */
const forgetAfterMs = 30_000;
/** Mild to worse. */
const breakerStates = ['closed', 'half_open', 'open'];
const readinessStates = ['ready', 'verifying', 'empty', 'unavailable'];

/** The side that keeps the history: alone, or for several processes. */
export function createDashboardCoordinator(clock: Clock): DashboardCoordinator {
  const history = createHistory(clock);
  const states = new Map<number, { readonly state: ProcessState; readonly atMs: number }>();

  const findStates = (): readonly ProcessState[] => {
    const oldestMs = clock.monotonicMs() - forgetAfterMs;
    for (const [worker, { atMs }] of states) if (atMs < oldestMs) states.delete(worker);
    return [...states.values()].map(({ state }) => state);
  };

  const toRange = (name: RangeName, fromMs: number, known: readonly ProcessState[]): DashboardRange => {
    const { statuses, times, outcomes, sources } = history.total(name);
    return {
      step_ms: ranges[name].stepMs,
      points: history.points(name, fromMs - (fromMs % ranges[name].stepMs)).map(toPoint),
      statuses,
      live_verifications: sumOf(outcomes, 'live '),
      test_verifications: sumOf(outcomes, 'test '),
      ...toPercentiles(times),
      sources: toSources(sources, known, history.points(name, 0)),
    };
  };

  return {
    report: (worker, { figures, state }) => {
      history.add(figures);
      if (state !== null) states.set(worker, { state, atMs: clock.monotonicMs() });
    },
    read: (fromMs) => {
      const known = findStates();
      return {
        at_ms: clock.nowMs(),
        hour: toRange('hour', fromMs, known),
        day: toRange('day', fromMs, known),
        processes: { ready: known.filter(({ isReady }) => isReady).length, known: known.length },
        connections: known.reduce((all, { connections }) => all + connections, 0),
        registry: toRegistry(known),
        audit:
          known.length === 0
            ? null
            : {
                writable: known.every(({ audit }) => audit.isWritable),
                queued: known.reduce((all, { audit }) => all + audit.queued, 0),
              },
      };
    },
  };
}

/** Creates a dashboard of this process alone. */
export function createOwnDashboard(clock: Clock): Dashboard {
  const coordinator = createDashboardCoordinator(clock);
  return { report: (report) => coordinator.report(1, report), read: async (fromMs) => coordinator.read(fromMs) };
}

function toPoint({ atMs, figures: { statuses, times, outcomes } }: HistoryPoint): DashboardPoint {
  const ofRisk = (level: string) => (outcomes[`live ${level}`] ?? 0) + (outcomes[`test ${level}`] ?? 0);
  return {
    at_ms: atMs,
    requests: sumOf(statuses),
    refused: sumOf(statuses, '4'),
    failed: sumOf(statuses, '5'),
    ...toPercentiles(times),
    risk: { low: ofRisk('low'), medium: ofRisk('medium'), high: ofRisk('high'), none: ofRisk('none') },
  };
}

function toPercentiles(times: readonly number[]): Percentiles {
  return {
    p50_ms: findPercentileMs(times, 0.5),
    p95_ms: findPercentileMs(times, 0.95),
    p99_ms: findPercentileMs(times, 0.99),
  };
}

function toSources(
  counted: Readonly<Record<string, SourceFigures>>,
  known: readonly ProcessState[],
  points: readonly HistoryPoint[],
): readonly DashboardSource[] {
  const names = new Set([...known.flatMap(({ sources }) => Object.keys(sources)), ...Object.keys(counted)]);
  return [...names].sort().map((name) => {
    const now = known.flatMap(({ sources }) => sources[name] ?? []);
    const { outcomes = {}, calls = 0, times = [] } = counted[name] ?? {};
    const breaker = findWorst(
      now.map((state) => state.breaker),
      breakerStates,
    );
    return {
      name,
      breaker,
      in_flight: now.reduce((all, { inFlight }) => all + inFlight, 0),
      outcomes,
      calls,
      p50_ms: findPercentileMs(times, 0.5),
      p95_ms: findPercentileMs(times, 0.95),
      budget_used: findGreatest(known.flatMap(({ budgetsUsed }) => budgetsUsed[name] ?? [])),
      certificate_ends_ms: findLeast(now.flatMap(({ certificateEndsMs }) => certificateEndsMs ?? [])),
      outage: findOutage(name, breaker, points),
    };
  });
}

function findGreatest(shares: readonly number[]): number | null {
  return shares.length === 0 ? null : Math.max(...shares);
}

function findLeast(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

/** Takes the registry state of the process that is worst off, because all processes read the same files. */
function toRegistry(known: readonly ProcessState[]) {
  const readiness = findWorst(
    known.map(({ registry }) => registry.readiness),
    readinessStates,
  );
  const found = known.find(({ registry }) => registry.readiness === readiness)?.registry;
  if (found === undefined) return null;
  const { dataAsOf, importedAt, verifiedAt, establishments, problem } = found;
  return {
    readiness: found.readiness,
    data_as_of: dataAsOf,
    imported_at: importedAt,
    verified_at: verifiedAt,
    establishments,
    problem,
  };
}

function findWorst(found: readonly string[], mildToWorse: readonly string[]): string | null {
  return found.toSorted((a, b) => mildToWorse.indexOf(b) - mildToWorse.indexOf(a))[0] ?? null;
}
