// Counts what happens, and `gauges.ts` looks at what is, in the form that Prometheus reads. The names are those of metric-kinds.ts.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { Figures } from '../app/dashboard/figures.ts';
import type { ObservedScreening } from '../app/screening/screen.ts';
import type { ObservedVerification } from '../app/verify/observe-verification.ts';
import { toReais } from '../domain/money/money.ts';
import { createFigures } from './figures.ts';
import { createGauges, type Gauges } from './gauges.ts';
import type { LabelOf } from './metric-kinds.ts';
import { createMetricMakers, describeMetric, type MetricMakers } from './metric-makers.ts';

type ObservedAnswer = NonNullable<ObservedVerification['answers']>[number];

export interface RequestObservation {
  /** The route's pattern, null where none matched. */
  readonly route: string | null;
  readonly status: number;
  /** Null where it was never begun: it took no time, and would make those that did look faster. */
  readonly durationMs: number | null;
  /** Whether a valid key was shown. */
  readonly isAuthenticated: boolean;
  /** Of the problem document, where one was sent. */
  readonly code: string | null;
}

export interface StatementObservation {
  readonly part: LabelOf<'confere_store_faults_total', 'part'>;
  readonly durationMs: number;
  readonly fault: LabelOf<'confere_store_faults_total', 'fault'> | null;
}

/** Which limit a refusal comes from; what is not here was admitted by all of them. */
const limitOfCode: Readonly<Record<string, LabelOf<'confere_limiter_decisions_total', 'limit'>>> = {
  rate_limited: 'rate',
  quota_exceeded: 'quota',
  network_not_allowed: 'network',
};

export interface Metrics {
  observeRequest(request: RequestObservation): void;
  observeVerification(verification: ObservedVerification): void;
  observeScreening(screening: ObservedScreening): void;
  countSourceDefect(source: string): void;
  countSecondTry(source: string, why: LabelOf<'confere_source_second_tries_total', 'why'>): void;
  countCallback(source: string, outcome: LabelOf<'confere_source_callbacks_total', 'outcome'>): void;
  countTokenRenewal(source: string, outcome: LabelOf<'confere_source_token_renewals_total', 'outcome'>): void;
  countSharedAnswer(source: string, outcome: LabelOf<'confere_shared_answers_total', 'outcome'>): void;
  countDroppedConnections(reason: LabelOf<'confere_connections_dropped_total', 'reason'>, count: number): void;
  observeCommit(records: number, durationMs: number): void;
  countAnchor(place: string, outcome: LabelOf<'confere_audit_anchors_total', 'outcome'>, count: number): void;
  countBatchRow(status: LabelOf<'confere_batch_rows_total', 'status'>): void;
  countListsLook(outcome: LabelOf<'confere_lists_source_looks_total', 'outcome'>): void;
  countSourceLook(outcome: LabelOf<'confere_registry_source_looks_total', 'outcome'>): void;
  countAlone(): void;
  observeCounters(durationMs: number): void;
  countCountersReconnect(): void;
  observeStatement(statement: StatementObservation): void;
  countStoreReconnect(part: LabelOf<'confere_store_reconnects_total', 'part'>): void;
  countWebhookCall(
    event: LabelOf<'confere_webhook_calls_total', 'event'>,
    state: LabelOf<'confere_webhook_calls_total', 'state'>,
  ): void;
  countAbandonedJob(job: string, why: 'silent' | 'stop'): void;
  expect: MetricMakers['expect'];
  /** What this process has counted, in the form in which several are added up. */
  snapshot(): Promise<MetricsSnapshot>;
  /** What was counted since the last call, for the console's dashboard; for one that calls alone. */
  takeFigures(): Promise<Figures>;
}

/** One process's metrics, as they travel between processes. */
export type MetricsSnapshot = readonly object[];

interface MetricsOptions {
  readonly version: string;
  readonly readGauges: () => Gauges;
}

export function createMetrics({ version, readGauges }: MetricsOptions): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const { counter, gauge, histogram, batchedCounter, batchedHistogram, expect } = createMetricMakers(register);
  const look = createGauges(gauge, readGauges);
  const requests = batchedCounter('confere_requests_total');
  const requestSeconds = batchedHistogram('confere_request_duration_seconds');
  const verifications = batchedCounter('confere_verifications_total');
  const screenings = batchedCounter('confere_screenings_total');
  const sourceAnswers = batchedCounter('confere_source_answers_total');
  const sourceSeconds = batchedHistogram('confere_source_duration_seconds');
  const sourceCosts = batchedCounter('confere_source_cost_reais_total');
  const secondTries = counter('confere_source_second_tries_total');
  const sourceDefects = counter('confere_source_defects_total');
  const callbacks = counter('confere_source_callbacks_total');
  const tokenRenewals = counter('confere_source_token_renewals_total');
  const sharedAnswers = counter('confere_shared_answers_total');
  const limits = batchedCounter('confere_limiter_decisions_total');
  const shed = counter('confere_shed_requests_total');
  const droppedConnections = counter('confere_connections_dropped_total');
  const listsLooks = counter('confere_lists_source_looks_total');
  const anchors = counter('confere_audit_anchors_total');
  const auditRecords = counter('confere_audit_records_total');
  const auditSeconds = histogram('confere_audit_commit_duration_seconds');
  const countedAlone = counter('confere_counters_alone_total');
  const countersSeconds = histogram('confere_counters_duration_seconds');
  const countersReconnects = counter('confere_counters_reconnects_total');
  const statementSeconds = histogram('confere_store_statement_duration_seconds');
  const statementFaults = counter('confere_store_faults_total');
  const storeReconnects = counter('confere_store_reconnects_total');
  const sourceLooks = counter('confere_registry_source_looks_total');
  const batchRows = counter('confere_batch_rows_total');
  const webhookCalls = counter('confere_webhook_calls_total');
  const abandonedJobs = counter('confere_jobs_abandoned_total');
  counter('confere_worker_deaths_total');
  gauge('confere_workers').set(1);
  gauge('confere_build_info').set({ version, node: process.version }, 1);

  function countLimits(isAuthenticated: boolean, code: string | null): void {
    if (isAuthenticated) {
      const limit = limitOfCode[code ?? ''];
      limits.count(limit ?? 'all', limit === undefined ? 'admitted' : 'refused');
    } else if (code === 'rate_limited') limits.count('auth_failures', 'refused');
  }

  return {
    observeRequest({ route, status, durationMs, isAuthenticated, code }) {
      const pattern = route ?? 'none';
      requests.count(pattern, status);
      if (durationMs !== null) requestSeconds.observe(pattern, durationMs / 1000);
      if (code === 'overloaded') shed.inc({ route: pattern }, 1);
      countLimits(isAuthenticated, code);
    },
    observeVerification({ operation, caller, status, riskLevel, answers, calls }) {
      verifications.count(operation, caller.mode, status, riskLevel ?? 'none');
      for (const { source, cost } of calls) if (cost !== null) sourceCosts.add(toReais(cost), source);
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
    countSourceDefect: (source) => sourceDefects.inc({ source }, 1),
    countSecondTry: (source, why) => secondTries.inc({ source, why }, 1),
    countCallback: (source, outcome) => callbacks.inc({ source, outcome }, 1),
    countTokenRenewal: (source, outcome) => tokenRenewals.inc({ source, outcome }, 1),
    countSharedAnswer: (source, outcome) => sharedAnswers.inc({ source, outcome }, 1),
    countDroppedConnections: (reason, count) => droppedConnections.inc({ reason }, count),
    observeCommit(records, durationMs) {
      auditRecords.inc(records);
      auditSeconds.observe(durationMs / 1000);
    },
    countAnchor: (place, outcome, count) => anchors.inc({ place, outcome }, count),
    countAlone: () => countedAlone.inc(1),
    observeCounters: (durationMs) => countersSeconds.observe(durationMs / 1000),
    countCountersReconnect: () => countersReconnects.inc(1),
    observeStatement({ part, durationMs, fault }) {
      statementSeconds.observe({ part }, durationMs / 1000);
      if (fault !== null) statementFaults.inc({ part, fault }, 1);
    },
    countStoreReconnect: (part) => storeReconnects.inc({ part }, 1),
    countListsLook: (outcome) => listsLooks.inc({ outcome }, 1),
    countSourceLook: (outcome) => sourceLooks.inc({ outcome }, 1),
    countBatchRow: (status) => batchRows.inc({ status }, 1),
    countAbandonedJob: (job, why) => abandonedJobs.inc({ job, why }, 1),
    countWebhookCall: (event, state) => webhookCalls.inc({ event, state }, 1),
    expect,
    async snapshot() {
      look();
      return register.getMetricsAsJSON();
    },
    takeFigures: createFigures({
      requests: requests.metric,
      requestSeconds: requestSeconds.metric,
      verifications: verifications.metric,
      sourceAnswers: sourceAnswers.metric,
      sourceSeconds: sourceSeconds.metric,
    }),
  };
}

/** For the process that watches over others; they count nothing under this name. */
export function createDeathCount(): { count(): void; snapshot(): Promise<MetricsSnapshot> } {
  const register = new Registry();
  const deaths = new Counter<string>(describeMetric('confere_worker_deaths_total', register));
  return { count: () => deaths.inc(), snapshot: () => register.getMetricsAsJSON() };
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** What was counted, of processes that may be gone by now: without the gauges, which tell what is. */
export async function toCounts(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
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
