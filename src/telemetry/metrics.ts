// Counts what happens and looks at what is, in the form that Prometheus reads. The names are those of metric-kinds.ts.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BudgetShare, KeyBudgetShare } from '../app/budgets/budgets.ts';
import type { Figures } from '../app/dashboard/figures.ts';
import type { ObservedScreening } from '../app/screening/screen.ts';
import type { ObservedVerification } from '../app/verify/observe-verification.ts';
import { toReais } from '../domain/money/money.ts';
import { type BatchedCounter, createBatchedCounter, createBatchedHistogram } from './batched-metrics.ts';
import { createFigures } from './figures.ts';
import { type LabelOf, type MetricKind, type MetricName, metricKinds, toSeries } from './metric-kinds.ts';

type ObservedAnswer = NonNullable<ObservedVerification['answers']>[number];

/** `open` is the highest, so that a maximum over time or workers shows the worst. */
const listStates = { current: 0, stale: 1, damaged: 2 } as const;
const breakerValues: Readonly<Record<string, number>> = { closed: 0, half_open: 1, open: 2 };

const connectionStates = ['busy', 'idle', 'waiting'] as const;
type ConnectionState = (typeof connectionStates)[number];

export interface SourceState {
  readonly breaker: string;
  readonly inFlight: number;
  /** Null where we show it no certificate. */
  readonly certificateEndsMs: number | null;
}

export interface ListGauge {
  readonly list: string;
  readonly state: 'current' | 'stale' | 'damaged';
  /** Null where it cannot be read. */
  readonly dataAsOfSeconds: number | null;
  readonly entries: number | null;
}

/** What is looked at when somebody scrapes, rather than counted as it happens. */
export interface Gauges {
  readonly sources: Readonly<Record<string, SourceState>>;
  readonly budgets: readonly BudgetShare[];
  readonly keyBudgets: readonly KeyBudgetShare[];
  readonly registry: {
    readonly isReady: boolean;
    /** Seconds since 1970; null while nothing is loaded. */
    readonly dataAsOfSeconds: number | null;
    readonly loadedAtSeconds: number | null;
    readonly establishments: number | null;
  };
  /** Those that were imported. */
  readonly lists: readonly ListGauge[];
  readonly audit: {
    readonly isWritable: boolean;
    readonly isRefused: boolean;
    readonly isRemembered: boolean;
    readonly unfinished: number;
    readonly queued: number;
    /** By the name of the place; empty where there are none. */
    readonly anchors: ReadonlyMap<string, { readonly lastSuccessMs: number | null; readonly waitingMs: number }>;
  };
  readonly counters: { readonly isReachable: boolean; readonly nodes: number };
  readonly store: {
    readonly isReachable: boolean;
    readonly isFenced: boolean;
    readonly clockSkewSeconds: number;
    readonly connections: Readonly<Record<ConnectionState, number>>;
  };
  readonly connections: number;
  /** When each job last gave a sign, in milliseconds since 1970; empty where this process has none. */
  readonly heartbeats: ReadonlyMap<string, number>;
}

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
  /** What is counted by route or by source is told from now on for these, at 0. */
  expect(open: { readonly routes?: readonly string[]; readonly sources?: readonly string[] }): void;
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

  const byOpenLabel: [metric: Counter<string>, kind: MetricKind][] = [];
  function withAllSeries(metric: Counter<string>, name: MetricName): void {
    const kind: MetricKind = metricKinds[name];
    if (Object.values(kind.values ?? {}).some((values) => typeof values === 'string')) byOpenLabel.push([metric, kind]);
    else for (const labels of toSeries(kind, {})) metric.inc(labels, 0);
  }
  function counter(name: MetricName): Counter<string> {
    const made = new Counter<string>(describe(name, register));
    withAllSeries(made, name);
    return made;
  }
  const gauge = (name: MetricName) => new Gauge<string>(describe(name, register));
  const histogram = (name: MetricName) => new Histogram<string>(describe(name, register));

  /** For what every request counts. */
  function batchedCounter(name: MetricName): BatchedCounter {
    const made = createBatchedCounter(describe(name, register));
    withAllSeries(made.metric, name);
    return made;
  }
  const batchedHistogram = (name: MetricName) => createBatchedHistogram(describe(name, register), register);

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
  const breakers = gauge('confere_source_breaker_state');
  const inFlight = gauge('confere_source_calls_in_flight');
  const certificateEnds = gauge('confere_source_certificate_expiry_seconds');
  const budgetUsed = gauge('confere_source_budget_used_ratio');
  const keyBudgetUsed = gauge('confere_key_budget_used_ratio');
  const limits = batchedCounter('confere_limiter_decisions_total');
  const shed = counter('confere_shed_requests_total');
  const connections = gauge('confere_connections_open');
  const droppedConnections = counter('confere_connections_dropped_total');
  const registryReady = gauge('confere_registry_ready');
  const registryDate = gauge('confere_registry_data_as_of_seconds');
  const registryImported = gauge('confere_registry_imported_seconds');
  const registrySize = gauge('confere_registry_establishments');
  const listDate = gauge('confere_list_data_as_of_seconds');
  const listState = gauge('confere_list_state');
  const listEntries = gauge('confere_list_entries');
  const listsLooks = counter('confere_lists_source_looks_total');
  const auditWritable = gauge('confere_audit_writable');
  const auditRefused = gauge('confere_audit_history_refused');
  const auditRemembered = gauge('confere_audit_head_remembered');
  const auditUnfinished = gauge('confere_audit_unfinished_intents');
  const auditQueued = gauge('confere_audit_queued_records');
  const anchors = counter('confere_audit_anchors_total');
  const anchorSent = gauge('confere_audit_anchor_last_success_seconds');
  const anchorWaiting = gauge('confere_audit_anchor_waiting_seconds');
  const auditRecords = counter('confere_audit_records_total');
  const auditSeconds = histogram('confere_audit_commit_duration_seconds');
  const countersReachable = gauge('confere_counters_reachable');
  const countedAlone = counter('confere_counters_alone_total');
  const countersNodes = gauge('confere_counters_nodes');
  const countersSeconds = histogram('confere_counters_duration_seconds');
  const countersReconnects = counter('confere_counters_reconnects_total');
  const storeReachable = gauge('confere_store_reachable');
  const storeFenced = gauge('confere_store_fenced');
  const storeClockSkew = gauge('confere_store_clock_skew_seconds');
  const storeConnections = gauge('confere_store_connections');
  const statementSeconds = histogram('confere_store_statement_duration_seconds');
  const statementFaults = counter('confere_store_faults_total');
  const storeReconnects = counter('confere_store_reconnects_total');
  const sourceLooks = counter('confere_registry_source_looks_total');
  const batchRows = counter('confere_batch_rows_total');
  const webhookCalls = counter('confere_webhook_calls_total');
  const heartbeats = gauge('confere_job_heartbeat_seconds');
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

  function look(): void {
    const {
      sources,
      budgets,
      keyBudgets,
      registry,
      lists,
      audit,
      counters,
      store,
      connections: open,
      heartbeats: signs,
    } = readGauges();
    for (const [job, atMs] of signs) heartbeats.set({ job }, atMs / 1000);
    countersReachable.set(counters.isReachable ? 1 : 0);
    countersNodes.set(counters.nodes);
    storeReachable.set(store.isReachable ? 1 : 0);
    storeFenced.set(store.isFenced ? 1 : 0);
    storeClockSkew.set(store.clockSkewSeconds);
    for (const state of connectionStates) storeConnections.set({ state }, store.connections[state]);
    for (const [source, { breaker, inFlight: calls, certificateEndsMs }] of Object.entries(sources)) {
      breakers.set({ source }, breakerValues[breaker] ?? 2);
      inFlight.set({ source }, calls);
      if (certificateEndsMs !== null) certificateEnds.set({ source }, certificateEndsMs / 1000);
    }
    for (const { share, ...labels } of budgets) budgetUsed.set(labels, share);
    for (const { share, keyId, ...labels } of keyBudgets) keyBudgetUsed.set({ key_id: keyId, ...labels }, share);
    registryReady.set(registry.isReady ? 1 : 0);
    if (registry.dataAsOfSeconds !== null) registryDate.set(registry.dataAsOfSeconds);
    if (registry.loadedAtSeconds !== null) registryImported.set(registry.loadedAtSeconds);
    if (registry.establishments !== null) registrySize.set(registry.establishments);
    // A list that was removed must not stay as it was seen last.
    for (const metric of [listDate, listState, listEntries]) metric.reset();
    for (const { list, state, dataAsOfSeconds, entries } of lists) {
      listState.set({ list }, listStates[state]);
      if (dataAsOfSeconds !== null) listDate.set({ list }, dataAsOfSeconds);
      if (entries !== null) listEntries.set({ list }, entries);
    }
    auditWritable.set(audit.isWritable ? 1 : 0);
    auditRefused.set(audit.isRefused ? 1 : 0);
    auditRemembered.set(audit.isRemembered ? 1 : 0);
    auditUnfinished.set(audit.unfinished);
    auditQueued.set(audit.queued);
    for (const [place, { lastSuccessMs, waitingMs }] of audit.anchors) {
      if (lastSuccessMs !== null) anchorSent.set({ place }, lastSuccessMs / 1000);
      anchorWaiting.set({ place }, waitingMs / 1000);
    }
    connections.set(open);
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
    expect(open) {
      for (const [metric, kind] of byOpenLabel) for (const labels of toSeries(kind, open)) metric.inc(labels, 0);
    },
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

function describe(name: MetricName, register: Registry) {
  const { help, labels, over, buckets }: MetricKind = metricKinds[name];
  return {
    name,
    help,
    labelNames: [...labels],
    registers: [register],
    ...(over === undefined ? {} : { aggregator: over }),
    ...(buckets === undefined ? {} : { buckets: [...buckets] }),
  };
}

/** For the process that watches over others; they count nothing under this name. */
export function createDeathCount(): { count(): void; snapshot(): Promise<MetricsSnapshot> } {
  const register = new Registry();
  const deaths = new Counter<string>(describe('confere_worker_deaths_total', register));
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
