// What operators are shown of several workers: their metrics added up, and the state of each.

import type { Clock } from '../../app/clock.ts';
import type { ConsoleProxy } from '../../http/console/access/console-proxy.ts';
import { type Capability, toNotReadyError } from '../../http/routes/readiness.ts';
import { createDeathCount } from '../../telemetry/metrics.ts';
import { createOperators, type MetricsSnapshot, type Observed } from './operators.ts';

/** The decisions here depend on these fields of a worker's status. */
interface WorkerStatus {
  readonly ready?: boolean;
  readonly ready_for?: Readonly<Record<Capability, boolean>>;
}

interface ObservedSlot {
  readonly worker: number;
  readonly deaths: number;
  /** The value is undefined while no process holds the slot. */
  readonly process: (Observed & { readonly pid: number }) | undefined;
}

interface FleetOperatorsOptions {
  readonly version: string;
  readonly clock: Clock;
  readonly slots: () => readonly ObservedSlot[];
  readonly findConsoleProxy: () => ConsoleProxy | undefined;
  readonly findHosts: () => readonly string[];
}

export function createFleetOperators({ version, clock, slots, findConsoleProxy, findHosts }: FleetOperatorsOptions) {
  const deaths = createDeathCount();
  const startedAtMs = clock.nowMs();

  const readSlot = async ({ worker, deaths: count, process }: ObservedSlot) => ({
    worker,
    deaths: count,
    pid: process?.pid ?? null,
    // One that starts, hangs or has just died.
    ...(((await process?.readStatus().catch(() => undefined)) ?? { ready: false }) as WorkerStatus),
  });
  const readSlots = () => Promise.all(slots().map(readSlot));
  const isAnyReady = (states: readonly WorkerStatus[], capability?: Capability) =>
    states.some((state) => (capability === undefined ? state.ready : state.ready_for?.[capability]) === true);

  const operators = createOperators({
    findConsoleProxy,
    findHosts,
    readSnapshots: async () => {
      const found = await Promise.all(slots().map(({ process }) => process?.snapshot().catch(() => undefined)));
      const snapshots = found.filter((each): each is MetricsSnapshot => each !== undefined);
      return [...snapshots, await deaths.snapshot()];
    },
    readStatus: async () => {
      const states = await readSlots();
      return {
        version,
        node: process.version,
        started_at: new Date(startedAtMs).toISOString(),
        ready: isAnyReady(states),
        workers: states,
      };
    },
    findUnreadiness: async (capability) =>
      isAnyReady(await readSlots(), capability)
        ? undefined
        : toNotReadyError({ en: 'no worker is ready', pt: 'nenhum worker está pronto' }),
  });
  return { ...operators, countDeath: deaths.count };
}
