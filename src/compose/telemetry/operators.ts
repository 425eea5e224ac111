// Puts together the listener for operators: what one process tells of itself, or several of them added up. What a process has
// counted stays in the sum when it is gone, because a counter that falls reads as one that began anew.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createRequestIds } from '../../app/random.ts';
import { systemClock } from '../../clock.ts';
import { createAdminServer } from '../../http/admin.ts';
import type { ConsoleProxy } from '../../http/console/access/console-proxy.ts';
import { createRefuseHost } from '../../http/console/access/hosts.ts';
import type { FindUnreadiness } from '../../http/routes/readiness.ts';
import { type MetricsSnapshot, metricsContentType, sumCounters, toMetricsText } from '../../telemetry/metrics.ts';

export type { MetricsSnapshot } from '../../telemetry/metrics.ts';

/** A process that serves, or one generation of it. */
export interface Observed {
  snapshot(): Promise<MetricsSnapshot>;
  readStatus(): Promise<object>;
}

export interface Operators {
  /** It does not listen yet. */
  readonly admin: FastifyInstance;
  /** Remembers what a process that ends has counted. */
  keepCounts(last: MetricsSnapshot): Promise<void>;
}

interface OperatorsOptions {
  /** Reads the snapshots of the processes that run now. */
  readonly readSnapshots: () => Promise<readonly MetricsSnapshot[]>;
  readonly readStatus: () => Promise<object>;
  readonly findUnreadiness: FindUnreadiness;
  readonly findConsoleProxy?: () => ConsoleProxy | undefined;
  /** Finds the host names that the current settings give. */
  readonly findHosts: () => readonly string[];
}

export function createOperators(options: OperatorsOptions): Operators {
  const { readSnapshots, readStatus, findUnreadiness, findConsoleProxy = () => undefined, findHosts } = options;
  let gone: MetricsSnapshot = [];
  const admin = createAdminServer({
    clock: systemClock,
    createRequestId: createRequestIds(systemClock, randomBytes),
    findUnreadiness,
    findConsoleProxy,
    refuseHost: (host) => createRefuseHost(findHosts())(host),
    renderMetrics: async () => toMetricsText([...(await readSnapshots()), gone]),
    metricsContentType,
    readStatus,
  });
  return {
    admin,
    keepCounts: async (last) => {
      gone = await sumCounters([gone, last]);
    },
  };
}
