// The workers of one service: starts them, puts another in place of one that died, replaces them one by one, stops them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../app/clock.ts';
import type { Logger } from '../../compose/telemetry/log.ts';
import type { MetricsSnapshot } from '../../compose/telemetry/operators.ts';
import type { Config } from '../../config.ts';
import { createBackoff } from './backoff.ts';
import type { Beginning, WorkerProcess } from './worker-process.ts';

/** A `WorkerSlot` is one place in the fleet, regardless of the process that holds it. */
interface WorkerSlot {
  readonly worker: number;
  /** `process` serves or is about to serve. It is undefined while the fleet waits for the next attempt. */
  process: WorkerProcess | undefined;
  deaths: number;
}

interface FleetOptions {
  readonly clock: Clock;
  readonly logger: () => Logger;
  readonly config: Config;
  readonly workers: number;
  readonly start: (worker: number, config: Config) => WorkerProcess;
  readonly onGone: (counts: MetricsSnapshot) => void;
  readonly onDeath: () => void;
}

/** The whole end has 15 seconds; a worker that drains takes up to 13. */
const stopDeadlineMs = 14_000;
/** Once the wait before a restart reaches this time, the fleet no longer treats a death as an accident. */
const dyingAfterMs = 1_000;

export function createFleet({ clock, logger, workers, start, ...options }: FleetOptions) {
  let { config } = options;
  let stopping = false;
  const slots: WorkerSlot[] = Array.from({ length: workers }, (_, index) => ({
    worker: index + 1,
    process: undefined,
    deaths: 0,
  }));
  const backoffs = slots.map(() => createBackoff(clock));
  /** Including those that are on their way out. */
  const alive = new Set<WorkerProcess>();

  function launch({ worker }: WorkerSlot, settings: Config): WorkerProcess {
    const process = start(worker, settings);
    alive.add(process);
    void process.ended.then(() => {
      alive.delete(process);
      options.onGone(process.lastCounts());
    });
    return process;
  }

  /** Gives the slot to this worker. When the worker dies, another one gets the slot. */
  function hold(slot: WorkerSlot, process: WorkerProcess): void {
    slot.process = process;
    backoffs[slot.worker - 1]?.started();
    void process.ended.then((how) => {
      if (slot.process === process && !stopping) void refill(slot, process.pid, how);
    });
  }

  async function refill(slot: WorkerSlot, pid: number, how: string): Promise<void> {
    slot.process = undefined;
    slot.deaths++;
    options.onDeath();
    const waitMs = backoffs[slot.worker - 1]?.died() ?? 0;
    const isDying = waitMs >= dyingAfterMs;
    const said = isDying ? `keeps dying; the next start is in ${waitMs / 1000} s` : `the next one is started`;
    logger().write(isDying ? 'error' : 'warn', isDying ? 'worker_keeps_dying' : 'worker_died', {
      worker: slot.worker,
      internal: `process ${pid} ended with ${how}; ${said}`,
    });
    await sleep(waitMs, undefined, { ref: false });
    if (stopping || slot.process !== undefined) return;
    await fill(slot);
  }

  async function fill(slot: WorkerSlot): Promise<Beginning> {
    const process = launch(slot, config);
    hold(slot, process);
    const beginning = await process.begun;
    if (beginning.kind === 'serving') logStarted(slot, process);
    else logger().write('error', 'worker_refused', { worker: slot.worker, internal: joinLines(beginning.reason) });
    return beginning;
  }

  function logStarted({ worker }: WorkerSlot, { pid }: WorkerProcess): void {
    logger().write('info', 'worker_started', { worker, internal: `process ${pid}` });
  }

  /** The former one serves until the next one does. */
  async function replace(slot: WorkerSlot, settings: Config): Promise<string | undefined> {
    const next = launch(slot, settings);
    const beginning = await next.begun;
    if (beginning.kind === 'refused') {
      next.kill();
      return beginning.reason;
    }
    const former = slot.process;
    hold(slot, next);
    logStarted(slot, next);
    former?.stop('replaced');
    await former?.ended;
    return undefined;
  }

  return {
    /** The first worker alone, which makes what is missing on the disk, and then the others. */
    begin: async (): Promise<Beginning> => {
      const [first, ...others] = slots as [WorkerSlot, ...WorkerSlot[]];
      const process = launch(first, config);
      const beginning = await process.begun;
      if (beginning.kind === 'refused') return beginning;
      hold(first, process);
      logStarted(first, process);
      await Promise.all(others.map(fill));
      return beginning;
    },
    /** Returns undefined, or the reason why the fleet refuses the new settings. */
    replaceAll: async (next: Config): Promise<string | undefined> => {
      for (const slot of slots) {
        if (stopping) return undefined;
        const refusal = await replace(slot, next);
        if (refusal === undefined) config = next;
        // The first one tries the settings for all of them.
        else if (slot.worker === 1) return refusal;
        else {
          const internal = `it serves with the former settings; send SIGHUP again. ${joinLines(refusal)}`;
          logger().write('error', 'worker_not_replaced', { worker: slot.worker, internal });
        }
      }
      return undefined;
    },
    slots: (): readonly Readonly<WorkerSlot>[] => slots,
    stop: async () => {
      stopping = true;
      for (const process of alive) process.stop('stopping');
      const all = Promise.all([...alive].map(({ ended }) => ended));
      await Promise.race([all, sleep(stopDeadlineMs, undefined, { ref: false })]);
      for (const process of alive) process.kill();
      await all;
    },
    kill: () => {
      stopping = true;
      for (const process of alive) process.kill();
    },
  };
}

function joinLines(text: string): string {
  return text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}
