// The workers of one service: starts them, puts another in the place of one that died, replaces them one by one, stops them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../app/clock.ts';
import type { Logger } from '../../compose/telemetry/log.ts';
import type { MetricsSnapshot } from '../../compose/telemetry/operators.ts';
import type { Config } from '../../config.ts';
import { createBackoff } from './backoff.ts';
import type { Beginning, WorkerProcess } from './worker-process.ts';

/** One place among the workers, whoever holds it. */
interface Place {
  readonly worker: number;
  /** Who serves, or is about to; undefined while there is a wait for the next attempt. */
  process: WorkerProcess | undefined;
  deaths: number;
}

export interface PlaceState {
  readonly worker: number;
  readonly deaths: number;
  readonly process: WorkerProcess | undefined;
}

export interface Fleet {
  /** The first worker alone, which makes what is missing on the disk, and then the others. */
  begin(): Promise<Beginning>;
  /** Undefined, or why the new settings are refused. */
  replaceAll(config: Config): Promise<string | undefined>;
  places(): readonly PlaceState[];
  stop(): Promise<void>;
  kill(): void;
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
/** From here on a death is no longer an accident. */
const dyingAfterMs = 1_000;

export function createFleet({ clock, logger, workers, start, ...options }: FleetOptions): Fleet {
  let { config } = options;
  let stopping = false;
  const places: Place[] = Array.from({ length: workers }, (_, index) => ({
    worker: index + 1,
    process: undefined,
    deaths: 0,
  }));
  const backoffs = places.map(() => createBackoff(clock));
  /** Including those that are on their way out. */
  const alive = new Set<WorkerProcess>();

  function launch({ worker }: Place, settings: Config): WorkerProcess {
    const process = start(worker, settings);
    alive.add(process);
    void process.ended.then(() => {
      alive.delete(process);
      options.onGone(process.lastCounts());
    });
    return process;
  }

  /** From now on the place is this worker's; when it dies, another one gets the place. */
  function hold(place: Place, process: WorkerProcess): void {
    place.process = process;
    backoffs[place.worker - 1]?.started();
    void process.ended.then((how) => {
      if (place.process === process && !stopping) void refill(place, process.pid, how);
    });
  }

  async function refill(place: Place, pid: number, how: string): Promise<void> {
    place.process = undefined;
    place.deaths++;
    options.onDeath();
    const waitMs = backoffs[place.worker - 1]?.died() ?? 0;
    const isDying = waitMs >= dyingAfterMs;
    const said = isDying ? `keeps dying; the next start is in ${waitMs / 1000} s` : `the next one is started`;
    logger().write(isDying ? 'error' : 'warn', isDying ? 'worker_keeps_dying' : 'worker_died', {
      worker: place.worker,
      internal: `process ${pid} ended with ${how}; ${said}`,
    });
    await sleep(waitMs, undefined, { ref: false });
    if (stopping || place.process !== undefined) return;
    await fill(place);
  }

  async function fill(place: Place): Promise<Beginning> {
    const process = launch(place, config);
    hold(place, process);
    const beginning = await process.begun;
    if (beginning.kind === 'serving') logStarted(place, process);
    else logger().write('error', 'worker_refused', { worker: place.worker, internal: toSentence(beginning.reason) });
    return beginning;
  }

  function logStarted({ worker }: Place, { pid }: WorkerProcess): void {
    logger().write('info', 'worker_started', { worker, internal: `process ${pid}` });
  }

  /** The former one serves until the next one does. */
  async function replace(place: Place, settings: Config): Promise<string | undefined> {
    const next = launch(place, settings);
    const beginning = await next.begun;
    if (beginning.kind === 'refused') {
      next.kill();
      return beginning.reason;
    }
    const former = place.process;
    hold(place, next);
    logStarted(place, next);
    former?.stop('replaced');
    await former?.ended;
    return undefined;
  }

  return {
    begin: async () => {
      const [first, ...others] = places as [Place, ...Place[]];
      const process = launch(first, config);
      const beginning = await process.begun;
      if (beginning.kind === 'refused') return beginning;
      hold(first, process);
      logStarted(first, process);
      await Promise.all(others.map(fill));
      return beginning;
    },
    replaceAll: async (next) => {
      for (const place of places) {
        if (stopping) return undefined;
        const refusal = await replace(place, next);
        if (refusal === undefined) config = next;
        // The first one tries the settings for all of them.
        else if (place.worker === 1) return refusal;
        else {
          const internal = `it serves with the former settings; send SIGHUP again. ${toSentence(refusal)}`;
          logger().write('error', 'worker_not_replaced', { worker: place.worker, internal });
        }
      }
      return undefined;
    },
    places: () => places,
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

function toSentence(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
