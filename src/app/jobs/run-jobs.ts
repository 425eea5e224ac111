// Work that goes on in the background while the service runs. One process of a data directory does it at a time. Work that
// hangs is abandoned: here by its silence, at a stop, or with its whole process by the time of the lease.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { toObserver } from '../observer.ts';
import { createWatchedWork, type Turn } from './watched-work.ts';

/** One process holds the lease at a time. The hold ends with the process, or after `leaseMs` without a call of `hold`. */
export interface JobLease {
  /**
   * Whether this process holds it, after trying to. `signs` are for those who look on: when each kind of work that is under way
   * last gave a sign of life.
   */
  hold(signs: LeaseSigns): Promise<boolean>;
  release(): Promise<void>;
}

/** Milliseconds since 1970, by the name of the job. */
export type LeaseSigns = Readonly<Record<string, number>>;

/** Long enough for a process that is merely slow. */
export const leaseMs = 30_000;

export interface Job {
  readonly name: string;
  /** Every process does it, without the lease: what each of them works on is divided elsewhere. */
  readonly isEverywhere?: boolean;
  /** Tells whether there is work. Every process calls this about once a second, so the check costs nothing while there is none. */
  hasWork(): Promise<boolean>;
  /** Does what is due, or begins it, and ends soon after the signal aborts. */
  run(turn: Turn): Promise<void>;
}

interface JobsOptions {
  readonly lease: JobLease;
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  readonly onFault: (job: string, error: unknown) => void;
  /** Work that hangs was left to itself: `silent` for too long, or at the `stop`. */
  readonly onAbandoned: (job: string, why: 'silent' | 'stop') => void;
  readonly silenceMsMax?: number;
  readonly stopMsMax?: number;
  readonly everyMs?: number;
}

export interface Jobs {
  /**
   * Returns the time when each job last gave a sign of progress. A job gives one if it finds no work, makes progress or ends. Milliseconds count
   * since 1970.
   */
  heartbeats(): ReadonlyMap<string, number>;
  /** Resolves when nothing is under way any more, or what is has been abandoned. */
  stop(): Promise<void>;
}

export const faultPauseMs = 5_000;
const defaults = { silenceMsMax: 120_000, stopMsMax: 8_000, everyMs: 1_000 };

export function startJobs({ lease, jobs, clock, ...options }: JobsOptions): Jobs {
  const onFault = toObserver(options.onFault);
  const onAbandoned = toObserver(options.onAbandoned);
  const { silenceMsMax, stopMsMax, everyMs } = { ...defaults, ...options };
  const stopping = new AbortController();
  /** Heartbeats use the monotonic clock, because a calendar that was set back must not make a job look alive. */
  const heartbeats = new Map<string, number>(jobs.map(({ name }) => [name, clock.monotonicMs()]));
  const looking = new Set<string>();
  const work = createWatchedWork({
    clock,
    silenceMsMax,
    onBeat: (name) => heartbeats.set(name, clock.monotonicMs()),
    onSilent: (name) => onAbandoned(name, 'silent'),
  });
  let isRenewing = false;
  let heldAtMs = Number.NEGATIVE_INFINITY;

  const toSigns = (): LeaseSigns =>
    Object.fromEntries([...work.silences()].map(([name, silentMs]) => [name, clock.nowMs() - silentMs]));

  /** A silent piece speaks for its job, regardless of the other pieces. */
  function readHeartbeats(): ReadonlyMap<string, number> {
    const silences = work.silences();
    const [nowMs, monotonicMs] = [clock.nowMs(), clock.monotonicMs()];
    const toSilentMs = (name: string, beatMs: number) => Math.max(monotonicMs - beatMs, silences.get(name) ?? 0);
    return new Map([...heartbeats].map(([name, beatMs]) => [name, nowMs - toSilentMs(name, beatMs)]));
  }

  async function waitAtMost(ended: Promise<unknown>): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([ended, sleep(stopMsMax, undefined, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
  }

  const everywhere = new Set(jobs.filter(({ isEverywhere }) => isEverywhere).map(({ name }) => name));
  const isLeased = (name: string) => !everywhere.has(name);

  async function hold(): Promise<boolean> {
    const isHeld = await lease.hold(toSigns());
    if (isHeld) heldAtMs = clock.monotonicMs();
    return isHeld;
  }

  const runIfDue = (job: Job) => async (turn: Turn) => {
    if (!(await job.hasWork()) || turn.signal.aborted) return;
    const mayRun = !isLeased(job.name) || (await hold());
    if (mayRun && !turn.signal.aborted) await job.run(turn);
  };

  async function lookAfter(job: Job): Promise<void> {
    looking.add(job.name);
    try {
      await work.begin(job.name, runIfDue(job));
    } catch (error) {
      if (!stopping.signal.aborted) onFault(job.name, error);
      // What fails because of a full disk fails again in a second, and may be long work.
      await sleep(faultPauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    } finally {
      looking.delete(job.name);
    }
  }

  /** One that was taken for hung, and was only very slow or cut off, must not go on with what another process does now. */
  async function renew(): Promise<void> {
    if (isRenewing || ![...work.silences().keys()].some(isLeased)) return;
    isRenewing = true;
    try {
      if (!(await hold())) work.abortAll(isLeased);
    } catch (error) {
      if (clock.monotonicMs() - heldAtMs > leaseMs) work.abortAll(isLeased);
      onFault('lease', error);
    } finally {
      isRenewing = false;
    }
  }

  function look(): void {
    work.look();
    void renew();
    for (const job of jobs) if (!looking.has(job.name)) void lookAfter(job);
  }

  look();
  const timer = setInterval(look, everyMs).unref();
  return {
    heartbeats: readHeartbeats,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      work.abortAll();
      await waitAtMost(work.settled());
      for (const name of work.silences().keys()) onAbandoned(name, 'stop');
      await waitAtMost(lease.release().catch((error: unknown) => onFault('lease', error)));
    },
  };
}
