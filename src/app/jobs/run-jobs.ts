// Work that goes on in the background while the service runs. Of all processes on one data directory, one does it at a time.

import { setTimeout as sleep } from 'node:timers/promises';
import { toObserver } from '../observer.ts';

/** Held by one process at a time; whatever ends a process ends its hold. */
export interface JobLease {
  /** Whether this process holds it, after trying to. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

export interface Job {
  readonly name: string;
  /** At no cost while there is nothing to do: asked about once a second, in every process. */
  hasWork(): Promise<boolean>;
  /** Does what is due, or begins it, and ends soon after the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when nothing that it began is under way: asked for after the signal has aborted. */
  settled?(): Promise<void>;
}

interface JobsOptions {
  readonly lease: JobLease;
  readonly jobs: readonly Job[];
  readonly onFault: (job: string, error: unknown) => void;
}

const everyMs = 1_000;
export const faultPauseMs = 5_000;

/** Returns the function that stops it, which resolves when nothing is under way any more. */
export function startJobs({ lease, jobs, ...options }: JobsOptions): () => Promise<void> {
  const onFault = toObserver(options.onFault);
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();

  async function runIfDue(job: Job): Promise<void> {
    try {
      if ((await job.hasWork()) && !stopping.signal.aborted && (await lease.hold())) await job.run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) onFault(job.name, error);
      // What fails because of a full disk fails again in a second, and may be long work.
      await sleep(faultPauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    } finally {
      underWay.delete(job.name);
    }
  }

  function look(): void {
    for (const job of jobs) if (!underWay.has(job.name)) underWay.set(job.name, runIfDue(job));
  }

  look();
  const timer = setInterval(look, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.all(underWay.values());
    await Promise.all(jobs.map((job) => job.settled?.()));
    await lease.release().catch((error: unknown) => onFault('lease', error));
  };
}
