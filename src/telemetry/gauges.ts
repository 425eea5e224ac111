// What is looked at when somebody scrapes, rather than counted as it happens.

import type { Gauge } from 'prom-client';
import type { BudgetShare, KeyBudgetShare } from '../app/budgets/budgets.ts';
import type { MetricName } from './metric-kinds.ts';

/** `open` is the highest, so that a maximum over time or workers shows the worst. */
const listStates = { current: 0, stale: 1, damaged: 2 } as const;
const breakerValues: Readonly<Record<string, number>> = { closed: 0, half_open: 1, open: 2 };

const connectionStates = ['busy', 'idle', 'waiting'] as const;
type ConnectionState = (typeof connectionStates)[number];

interface SourceState {
  readonly breaker: string;
  readonly inFlight: number;
  /** Null where we show it no certificate. */
  readonly certificateEndsMs: number | null;
}

interface ListGauge {
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

/** Gives the look that sets them all. */
export function createGauges(gauge: (name: MetricName) => Gauge<string>, read: () => Gauges): () => void {
  const breakers = gauge('confere_source_breaker_state');
  const inFlight = gauge('confere_source_calls_in_flight');
  const certificateEnds = gauge('confere_source_certificate_expiry_seconds');
  const budgetUsed = gauge('confere_source_budget_used_ratio');
  const keyBudgetUsed = gauge('confere_key_budget_used_ratio');
  const connections = gauge('confere_connections_open');
  const registryReady = gauge('confere_registry_ready');
  const registryDate = gauge('confere_registry_data_as_of_seconds');
  const registryImported = gauge('confere_registry_imported_seconds');
  const registrySize = gauge('confere_registry_establishments');
  const listDate = gauge('confere_list_data_as_of_seconds');
  const listState = gauge('confere_list_state');
  const listEntries = gauge('confere_list_entries');
  const auditWritable = gauge('confere_audit_writable');
  const auditRefused = gauge('confere_audit_history_refused');
  const auditRemembered = gauge('confere_audit_head_remembered');
  const auditUnfinished = gauge('confere_audit_unfinished_intents');
  const auditQueued = gauge('confere_audit_queued_records');
  const anchorSent = gauge('confere_audit_anchor_last_success_seconds');
  const anchorWaiting = gauge('confere_audit_anchor_waiting_seconds');
  const countersReachable = gauge('confere_counters_reachable');
  const countersNodes = gauge('confere_counters_nodes');
  const storeReachable = gauge('confere_store_reachable');
  const storeFenced = gauge('confere_store_fenced');
  const storeClockSkew = gauge('confere_store_clock_skew_seconds');
  const storeConnections = gauge('confere_store_connections');
  const heartbeats = gauge('confere_job_heartbeat_seconds');

  return () => {
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
    } = read();
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
  };
}
