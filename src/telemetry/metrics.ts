// Counts what happens, and has what is looked at when somebody asks, in the form that Prometheus reads. The names are those of
// metric-kinds.ts.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { Figures } from '../app/dashboard/figures.ts';
import type { ObservedScreening } from '../app/screening/screen.ts';
import type { ObservedVerification } from '../app/verify/observe-verification.ts';
import { toReais } from '../domain/money/money.ts';
import { createFigures } from './figures.ts';
import type { LabelsOf } from './metric-kinds.ts';
import { createMetricMakers, describeMetric, type Gauges, type MadeMetrics } from './metric-makers.ts';

type ObservedAnswer = NonNullable<ObservedVerification['answers']>[number];

export interface RequestObservation {
  /** The route's pattern, null where none matched. */
  readonly route: string | null;
  readonly status: number;
  /** The value is null if the work never began. Such work took no time, and would make the other work look faster. */
  readonly durationMs: number | null;
  /** Tells whether the caller showed a valid key. */
  readonly isAuthenticated: boolean;
  /** `code` is the code of the problem document; it is null if the service sent none. */
  readonly code: string | null;
}

/** The table maps each refusal code to its limit. A code that is not here means that every limit admitted the request. */
const limitOfCode: Readonly<Record<string, LabelsOf<'confere_limiter_decisions_total'>['limit']>> = {
  rate_limited: 'rate',
  quota_exceeded: 'quota',
  network_not_allowed: 'network',
};

export interface Metrics extends MadeMetrics, Pick<ReturnType<typeof createMetricMakers>, 'expect'> {
  observeRequest(request: RequestObservation): void;
  observeVerification(verification: ObservedVerification): void;
  observeScreening(screening: ObservedScreening): void;
  /** Returns the counts of this process, in the form in which several processes are added up. */
  snapshot(): Promise<MetricsSnapshot>;
  /** Returns the counts since the last call, for the console's dashboard. The method supports only one caller. */
  takeFigures(): Promise<Figures>;
}

/** One process's metrics, as they travel between processes. */
export type MetricsSnapshot = readonly object[];

interface MetricsOptions {
  readonly version: string;
  /** Sets all that is looked at rather than counted as it happens. */
  readonly look: (gauges: Gauges) => void;
}

export function createMetrics({ version, look }: MetricsOptions): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const { batchedCounter, batchedHistogram, makeOthers, expect, made, gauges } = createMetricMakers(register);
  const requests = batchedCounter('confere_requests_total');
  const requestSeconds = batchedHistogram('confere_request_duration_seconds');
  const verifications = batchedCounter('confere_verifications_total');
  const screenings = batchedCounter('confere_screenings_total');
  const sourceAnswers = batchedCounter('confere_source_answers_total');
  const sourceSeconds = batchedHistogram('confere_source_duration_seconds');
  const sourceCalls = batchedCounter('confere_source_calls_total');
  const sourceCosts = batchedCounter('confere_source_cost_reais_total');
  const limits = batchedCounter('confere_limiter_decisions_total');
  makeOthers();
  gauges.set('confere_workers', 1);
  gauges.set('confere_build_info', 1, { version, node: process.version });

  function countLimits(isAuthenticated: boolean, code: string | null): void {
    if (isAuthenticated) {
      const limit = limitOfCode[code ?? ''];
      limits.count(limit ?? 'all', limit === undefined ? 'admitted' : 'refused');
    } else if (code === 'rate_limited') limits.count('auth_failures', 'refused');
  }

  return {
    ...made,
    observeRequest({ route, status, durationMs, isAuthenticated, code }) {
      const pattern = route ?? 'none';
      requests.count(pattern, status);
      if (durationMs !== null) requestSeconds.observe(pattern, durationMs / 1000);
      if (code === 'overloaded') made.count('confere_shed_requests_total', { route: pattern });
      countLimits(isAuthenticated, code);
    },
    observeVerification({ operation, caller, status, riskLevel, answers, calls }) {
      verifications.count(operation, caller.mode, status, riskLevel ?? 'none');
      for (const { source, outcome, count, cost } of calls) {
        sourceCalls.add(count, source, outcome);
        if (cost !== null) sourceCosts.add(toReais(cost), source);
      }
      // The sandbox is nobody's bureau: its answers would drown the real ones.
      if (answers === null || caller.mode !== 'live') return;
      for (const answer of answers) {
        const { source, evidence, cached, latencyMs } = answer;
        // Nobody was asked: neither a good answer nor a failure of the party.
        if (evidence.kind === 'not_asked') continue;
        sourceAnswers.count(source, toOutcome(answer));
        if (!cached) sourceSeconds.observe(source, latencyMs / 1000);
      }
    },
    observeScreening: ({ caller, status }) => screenings.count(caller.mode, status),
    expect,
    async snapshot() {
      look(gauges);
      return register.getMetricsAsJSON();
    },
    takeFigures: createFigures({
      requests: requests.metric,
      requestSeconds: requestSeconds.metric,
      verifications: verifications.metric,
      sourceAnswers: sourceAnswers.metric,
      sourceCalls: sourceCalls.metric,
      sourceSeconds: sourceSeconds.metric,
    }),
  };
}

/** Creates the counter for the process that watches the others. The other processes count nothing under this name. */
export function createDeathCount(): { count(): void; snapshot(): Promise<MetricsSnapshot> } {
  const register = new Registry();
  const deaths = new Counter<string>(describeMetric('confere_worker_deaths_total', register));
  return { count: () => deaths.inc(), snapshot: () => register.getMetricsAsJSON() };
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Returns the counts of processes that may have gone. The function drops the gauges, which describe the present. */
export async function sumCounters(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const all = await AggregatorRegistry.aggregate(snapshots as object[][]).getMetricsAsJSON();
  return all.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
}

/** The text that a scraper reads: the snapshots of all processes, added up. */
export function toMetricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate(snapshots as object[][]).metrics();
}

/** An answer that was paid for is told apart from one of the short memory: the one saves money, the other time. */
function toOutcome({ evidence, cached, kept }: ObservedAnswer): string {
  if (kept !== undefined) return 'kept';
  if (cached) return 'cached';
  return evidence.kind === 'unavailable' ? evidence.reason : evidence.kind;
}
