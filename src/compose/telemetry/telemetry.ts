// Puts together what operators see of a running process: its metrics and its state.

import type { SendAnchors } from '../../app/audit/anchors/send-anchors.ts';
import { adviseOnChainFault, explainChainFault } from '../../app/audit/proof/chain-fault.ts';
import type { DashboardReport } from '../../app/dashboard/dashboard.ts';
import type { ListFigures } from '../../app/screening/lists/list-counts.ts';
import type { SourceFollower } from '../../datasets/share/follow.ts';
import type { FindUnreadiness } from '../../http/routes/operations.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import type { SourceState } from '../../sources/create-http-sources.ts';
import type { Gauges } from '../../telemetry/gauges.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';

/** The parts of a running service that are looked at when somebody asks. */
export interface ObservedParts {
  readonly registry: LiveRegistry;
  /** The last look at the place that is followed; undefined where none is, or not yet. */
  readonly registrySource: SourceFollower['last'];
  /** Those that are answered from. */
  readonly lists: () => readonly ListFigures[];
  /** As for the registry. */
  readonly listsSource: SourceFollower['last'];
  readonly audit: {
    isWritable(): boolean;
    fault(): string | null;
    isRemembered(): boolean;
    unfinished(): number;
    queued(): number;
  };
  /** What goes out to the places of `audit.anchor`, by their names. */
  readonly anchors: SendAnchors['states'];
  /** Undefined where limits are counted on this machine alone. */
  readonly counters: { isReachable(): boolean; nodes(): number } | undefined;
  /** Undefined where this node has its own. */
  readonly store:
    | {
        isReachable(): boolean;
        isFenced(): boolean;
        clockSkewMs(): number;
        connections(): Gauges['store']['connections'];
      }
    | undefined;
  readonly sources: () => Readonly<Record<string, SourceState>>;
  readonly budgets: () => Gauges['budgets'];
  readonly keyBudgets: () => Gauges['keyBudgets'];
  readonly connections: () => number;
  /** When each job of the background last gave a sign. */
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
  /** How it stands, for the console's dashboard. */
  readState(): Promise<NonNullable<DashboardReport['state']>>;
}

export function createTelemetry({ version, startedAtMs, findUnreadiness, parts }: TelemetryOptions): Telemetry {
  return {
    metrics: createMetrics({ version, readGauges: () => toGauges(parts()) }),
    readStatus: async () => ({
      version,
      node: process.version,
      started_at: new Date(startedAtMs).toISOString(),
      ready: (await findUnreadiness()) === undefined,
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

function toGreatestShares(shares: Gauges['budgets']): Record<string, number> {
  const greatest: Record<string, number> = {};
  for (const { source, share } of shares) greatest[source] = Math.max(share, greatest[source] ?? 0);
  return greatest;
}

const noConnections = { busy: 0, idle: 0, waiting: 0 };

function toGauges(parts: ObservedParts): Gauges {
  const { registry, audit, anchors, counters, store, sources, budgets, keyBudgets, connections, heartbeats } = parts;
  const { readiness, dataAsOf, importedAt, establishments } = registry.status();
  return {
    sources: sources(),
    budgets: budgets(),
    keyBudgets: keyBudgets(),
    registry: {
      isReady: readiness === 'ready',
      dataAsOfSeconds: dataAsOf === null ? null : Date.parse(dataAsOf) / 1000,
      loadedAtSeconds: importedAt === null ? null : Date.parse(importedAt) / 1000,
      establishments,
    },
    lists: toListGauges(parts.lists()),
    audit: {
      isWritable: audit.isWritable(),
      isRefused: explainChainFault(audit.fault() ?? '') !== undefined,
      isRemembered: audit.isRemembered(),
      unfinished: audit.unfinished(),
      queued: audit.queued(),
      anchors: anchors(),
    },
    counters: { isReachable: counters?.isReachable() ?? true, nodes: counters?.nodes() ?? 1 },
    store: {
      isReachable: store?.isReachable() ?? true,
      isFenced: store?.isFenced() ?? false,
      clockSkewSeconds: (store?.clockSkewMs() ?? 0) / 1000,
      connections: store?.connections() ?? noConnections,
    },
    connections: connections(),
    heartbeats: heartbeats(),
  };
}

/** Nobody has to have any; one that was imported is relied upon. */
function toListGauges(lists: readonly ListFigures[]): Gauges['lists'] {
  return lists.map(({ dataAsOf, ...rest }) => ({
    ...rest,
    dataAsOfSeconds: dataAsOf === null ? null : Date.parse(dataAsOf) / 1000,
  }));
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
