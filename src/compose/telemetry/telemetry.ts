// Puts together what operators see of a running process: its metrics and its state.

import type { SendAnchors } from '../../app/audit/anchors/send-anchors.ts';
import { adviseOnChainFault, explainChainFault } from '../../app/audit/proof/chain-fault.ts';
import type { BudgetShare, KeyBudgetShare } from '../../app/budgets/budgets.ts';
import type { DashboardReport } from '../../app/dashboard/dashboard.ts';
import type { DueTimes } from '../../app/jobs/retention.ts';
import type { ListFigures } from '../../app/screening/lists/list-counts.ts';
import type { SourceFollower } from '../../datasets/share/follow.ts';
import { type DueCounts, dueKinds } from '../../domain/screening/due-judgement.ts';
import { capabilities, type FindUnreadiness } from '../../http/routes/readiness.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import type { SourceState } from '../../sources/create-http-sources.ts';
import type { Gauges } from '../../telemetry/metric-makers.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';

/** The parts of a running service that are looked at when somebody asks. */
export interface ObservedParts {
  readonly registry: Pick<LiveRegistry, 'status'>;
  /** The last look at the place that is followed; undefined where none is, or not yet. */
  readonly registrySource: SourceFollower['last'];
  /** Returns the figures of the lists that the service answers from. */
  readonly lists: () => readonly ListFigures[];
  /** `listsSource` returns the last look at the place that lists are followed from, as `registrySource` does for the registry. */
  readonly listsSource: SourceFollower['last'];
  readonly audit: {
    isWritable(): boolean;
    fault(): string | null;
    isRemembered(): boolean;
    unfinished(): number;
    queued(): number;
  };
  /** The states of the places in `audit.anchor` that anchors are sent to are keyed by their names. */
  readonly anchors: SendAnchors['states'];
  /** The value is undefined if limits are counted on this machine alone. */
  readonly counters: { isReachable(): boolean; nodes(): number } | undefined;
  /** The value is undefined if this node has its own store. */
  readonly store:
    | {
        isReachable(): boolean;
        isFenced(): boolean;
        clockSkewMs(): number;
        connections(): typeof noConnections;
      }
    | undefined;
  readonly sources: () => Readonly<Record<string, SourceState>>;
  readonly budgets: () => readonly BudgetShare[];
  readonly keyBudgets: () => readonly KeyBudgetShare[];
  readonly connections: () => number;
  /** Returns the times at which the oldest data with a time limit is due for deletion. */
  readonly dueTimes: () => DueTimes;
  /** Counts the judgements of hits that need an operator. */
  readonly judgementsDue: () => DueCounts;
  /** Returns the last sign of each background job. */
  readonly heartbeats: () => ReadonlyMap<string, number>;
}

interface TelemetryOptions {
  readonly version: string;
  readonly startedAtMs: number;
  readonly findUnreadiness: FindUnreadiness;
  readonly parts: () => ObservedParts;
}

export interface Telemetry {
  readonly metrics: Metrics;
  readStatus(): Promise<object>;
  /** Returns the state of the process for the console's dashboard. */
  readState(): Promise<NonNullable<DashboardReport['state']>>;
}

export function createTelemetry({ version, startedAtMs, findUnreadiness, parts }: TelemetryOptions): Telemetry {
  return {
    metrics: createMetrics({ version, look: (gauges) => setGauges(gauges, parts()) }),
    readStatus: async () => ({
      version,
      node: process.version,
      started_at: new Date(startedAtMs).toISOString(),
      ready: (await findUnreadiness()) === undefined,
      ready_for: Object.fromEntries(
        await Promise.all(
          capabilities.map(async (each) => [each, (await findUnreadiness(each)) === undefined] as const),
        ),
      ),
      ...toStatus(parts()),
    }),
    readState: async () => {
      const { registry, audit, sources, budgets, connections } = parts();
      return {
        isReady: (await findUnreadiness()) === undefined,
        connections: connections(),
        sources: sources(),
        budgetsUsed: toGreatestShares(budgets()),
        registry: registry.status(),
        audit: { isWritable: audit.isWritable(), queued: audit.queued() },
      };
    },
  };
}

function toGreatestShares(shares: readonly BudgetShare[]): Record<string, number> {
  const greatest: Record<string, number> = {};
  for (const { source, share } of shares) greatest[source] = Math.max(share, greatest[source] ?? 0);
  return greatest;
}

const noConnections = { busy: 0, idle: 0, waiting: 0 };

/** The highest are the worst, so that a maximum over time or workers shows those. */
const listStates = { current: 0, stale: 1, damaged: 2, missing: 3 } as const;
const breakerStates = { closed: 0, half_open: 1, open: 2 } as const;

const toSeconds = (date: string | null) => (date === null ? null : Date.parse(date) / 1000);

function setGauges({ set, reset }: Gauges, parts: ObservedParts): void {
  const { registry, audit, counters, store } = parts;
  const { readiness, dataAsOf, importedAt, establishments } = registry.status();
  for (const [job, atMs] of parts.heartbeats()) set('confere_job_heartbeat_seconds', atMs / 1000, { job });
  reset('confere_retention_due_seconds');
  for (const [kind, dueMs] of Object.entries(parts.dueTimes()))
    set('confere_retention_due_seconds', dueMs / 1000, { kind });
  const judged = parts.judgementsDue();
  for (const what of dueKinds) set('confere_judgements_due', judged[what], { what });
  set('confere_counters_reachable', counters?.isReachable() ?? true);
  set('confere_counters_nodes', counters?.nodes() ?? 1);
  set('confere_store_reachable', store?.isReachable() ?? true);
  set('confere_store_fenced', store?.isFenced() ?? false);
  set('confere_store_clock_skew_seconds', (store?.clockSkewMs() ?? 0) / 1000);
  for (const [state, count] of Object.entries(store?.connections() ?? noConnections))
    set('confere_store_connections', count, { state });
  for (const [source, { breaker, inFlight, certificateEndsMs }] of Object.entries(parts.sources())) {
    set('confere_source_breaker_state', breakerStates[breaker], { source });
    set('confere_source_calls_in_flight', inFlight, { source });
    set('confere_source_certificate_expiry_seconds', certificateEndsMs && certificateEndsMs / 1000, { source });
  }
  for (const { share, ...labels } of parts.budgets()) set('confere_source_budget_used_ratio', share, labels);
  for (const { share, keyId, ...labels } of parts.keyBudgets())
    set('confere_key_budget_used_ratio', share, { key_id: keyId, ...labels });
  set('confere_registry_ready', readiness === 'ready');
  set('confere_registry_data_as_of_seconds', toSeconds(dataAsOf));
  set('confere_registry_imported_seconds', toSeconds(importedAt));
  set('confere_registry_establishments', establishments);
  for (const name of ['confere_list_data_as_of_seconds', 'confere_list_state', 'confere_list_entries'] as const)
    reset(name);
  // Nobody has to have any.
  for (const { list, state, dataAsOf: day, entries } of parts.lists()) {
    set('confere_list_state', listStates[state], { list });
    set('confere_list_data_as_of_seconds', toSeconds(day), { list });
    set('confere_list_entries', entries, { list });
  }
  set('confere_audit_writable', audit.isWritable());
  set('confere_audit_history_refused', explainChainFault(audit.fault() ?? '') !== undefined);
  set('confere_audit_head_remembered', audit.isRemembered());
  set('confere_audit_unfinished_intents', audit.unfinished());
  set('confere_audit_queued_records', audit.queued());
  for (const [place, { lastSuccessMs, waitingMs }] of parts.anchors()) {
    set('confere_audit_anchor_last_success_seconds', lastSuccessMs && lastSuccessMs / 1000, { place });
    set('confere_audit_anchor_waiting_seconds', waitingMs / 1000, { place });
  }
  set('confere_connections_open', parts.connections());
}

function toStatus(parts: ObservedParts): object {
  const { registry, registrySource, audit, anchors, counters, store, sources, connections, heartbeats } = parts;
  const { readiness, snapshot, dataAsOf, importedAt, establishments, problem } = registry.status();
  return {
    connections: connections(),
    registry: {
      readiness,
      snapshot,
      data_as_of: dataAsOf,
      imported_at: importedAt,
      establishments,
      problem,
      source: toSourceStatus(registrySource()),
    },
    lists: {
      imported: Object.fromEntries(
        parts.lists().map(({ list, state, dataAsOf }) => [list, { state, data_as_of: dataAsOf }]),
      ),
      source: toSourceStatus(parts.listsSource()),
    },
    sources: Object.fromEntries(
      Object.entries(sources()).map(([name, { breaker, inFlight, certificateEndsMs }]) => [
        name,
        {
          breaker,
          in_flight: inFlight,
          certificate_ends_at: certificateEndsMs === null ? null : new Date(certificateEndsMs).toISOString(),
        },
      ]),
    ),
    audit: {
      writable: audit.isWritable(),
      problem: toAuditProblem(audit.fault()),
      queued: audit.queued(),
      anchors: Object.fromEntries(
        [...anchors()].map(([place, { lastSuccessMs, fault }]) => [
          place,
          { sent_at: lastSuccessMs === null ? null : new Date(lastSuccessMs).toISOString(), problem: fault },
        ]),
      ),
    },
    retention_due: Object.fromEntries(
      Object.entries(parts.dueTimes()).map(([kind, dueMs]) => [kind, new Date(dueMs).toISOString()]),
    ),
    jobs: Object.fromEntries([...heartbeats()].map(([job, atMs]) => [job, new Date(atMs).toISOString()])),
    counters:
      counters === undefined
        ? { shared: false }
        : { shared: true, reachable: counters.isReachable(), nodes: counters.nodes() },
    store:
      store === undefined
        ? { shared: false }
        : { shared: true, reachable: store.isReachable(), connections: store.connections() },
  };
}

function toAuditProblem(fault: string | null): string | null {
  if (fault === null) return null;
  return (
    adviseOnChainFault(fault) ??
    `${fault}: The audit cannot be written, so CPF verifications with a live key are refused. It is tried again by itself. See ConfereAuditNotWritable in docs/operations.md`
  );
}

function toSourceStatus(last: ReturnType<SourceFollower['last']>): object | null {
  if (last === undefined) return null;
  const { atMs, look } = last;
  return {
    looked_at: new Date(atMs).toISOString(),
    outcome: look.kind,
    problem: look.kind === 'failed' ? look.reason : null,
  };
}
