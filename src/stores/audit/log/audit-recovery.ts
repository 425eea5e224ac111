// When an audit that failed counts as writable again: not before a durable write, made to find out, has succeeded. The pause between
// two such probes grows; an audit that fails again soon after has to prove itself for longer each time, so that it does not flap. A server is asked more often, and believed at once.

import { toBackoffMs } from '../../../app/waiting/backoff.ts';

interface RecoveryOptions {
  readonly monotonicMs: () => number;
  /** The values lie from 0 to below 1. */
  readonly random: () => number;
  /** A disk that is full or dying works for a moment between its faults; a server that is back is back. */
  readonly mayFlap: boolean;
}

const pausesOfDisks = { firstMs: 1_000, maxMs: 10_000 };
const pausesOfServers = { firstMs: 500, maxMs: 1_000 };
/** Another fault within this time after a recovery counts as the same one. */
const relapseMs = 60_000;
/** The last is longer than the alert waits. */
const proofs = { firstMs: 5_000, maxMs: 60_000 };

export function createAuditRecovery({ monotonicMs, random, mayFlap }: RecoveryOptions) {
  const pauses = mayFlap ? pausesOfDisks : pausesOfServers;
  let fault: string | null = null;
  const told = new Set<string>();
  /** `failedProbes` counts the failures since the last success. */
  let failedProbes = 0;
  let recoveredAtMs = Number.NEGATIVE_INFINITY;
  /** `relapses` counts the failures soon after a recovery. */
  let relapses = 0;
  /** Every probe has succeeded since this time. */
  let provenSinceMs: number | undefined;

  return {
    /** A code; null while the audit counts as writable. */
    fault: () => fault,
    /** Any write failed. Says whether that is news: it counted as writable, or never failed in this way since. */
    failed(found: string): boolean {
      provenSinceMs = undefined;
      if (fault === null) {
        told.clear();
        relapses = monotonicMs() - recoveredAtMs < relapseMs ? relapses + 1 : 0;
        failedProbes = 0;
      }
      fault = found;
      const isNews = !told.has(found);
      told.add(found);
      return isNews;
    },
    probeFailed(): void {
      failedProbes++;
    },
    /** A probe is on the disk. Says whether the audit counts as writable from now on. */
    probeSucceeded(): boolean {
      const nowMs = monotonicMs();
      provenSinceMs ??= nowMs;
      failedProbes = 0;
      const neededMs = relapses === 0 || !mayFlap ? 0 : toBackoffMs(relapses, proofs);
      if (nowMs - provenSinceMs < neededMs) return false;
      fault = null;
      recoveredAtMs = nowMs;
      return true;
    },
    /** Returns the wait before the next probe. It varies, so that processes that share a disk do not all try at the same moment. */
    pauseMs: () => toBackoffMs(failedProbes + 1, pauses) * (0.75 + random() / 2),
  };
}
