// Whether the audit can be written. Once something failed, probes are written until they prove that it can be again.

import type { Clock } from '../../../app/clock.ts';
import type { Sending } from './audit-dispatch.ts';
import { createAuditRecovery } from './audit-recovery.ts';

export type AuditChange = { readonly kind: 'failed'; readonly fault: string } | { readonly kind: 'recovered' };

interface ProbesOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly deadlineMs: number;
  readonly send: (sending: Sending) => void;
  readonly onChange: (change: AuditChange) => void;
  /** Tells whether the audit fails and works by turns. If not, a successful probe is trusted. */
  readonly mayFlap: boolean;
}

/** A probe writes as much as the largest failed group, sealed and indexed, and no less than a busy moment's amount. */
const probeBytesMin = 64 * 1024;
const probeBytesMax = 4 * 1024 * 1024;

export function createAuditProbes({ clock, random, deadlineMs, send, onChange, mayFlap }: ProbesOptions) {
  const recovery = createAuditRecovery({ monotonicMs: clock.monotonicMs, random, mayFlap });
  let bytes = probeBytesMin;
  /** Tells whether the thread has a probe that it has not answered yet, late or not. */
  let isUnderWay = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function schedule(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(probe, recovery.pauseMs()).unref();
  }

  /** One at a time: a thread that hangs would find all of them waiting. */
  function probe(): void {
    if (isStopped || isUnderWay) return;
    clearTimeout(timer);
    isUnderWay = true;
    send({
      order: (id) => ({ kind: 'probe', id, bytes }),
      waitMs: deadlineMs,
      onReturn(isLate) {
        isUnderWay = false;
        // It came too late to count, but the thread works again.
        if (isLate) probe();
      },
      settle(fault) {
        if (fault !== null) recovery.probeFailed();
        else if (recovery.probeSucceeded()) {
          onChange({ kind: 'recovered' });
          return;
        }
        schedule();
      },
    });
  }

  return {
    fault: recovery.fault,
    failed(fault: string): void {
      const wasWritable = recovery.fault() === null;
      if (recovery.failed(fault)) onChange({ kind: 'failed', fault });
      if (wasWritable) schedule();
    },
    /** Tries at once, because the audit's requirements seem to be met again. */
    tryNow(): void {
      if (recovery.fault() !== null) probe();
    },
    /** From now on a probe writes at least as much as this group, which failed. */
    enlarge(failedBytes: number): void {
      bytes = Math.min(Math.max(bytes, failedBytes), probeBytesMax);
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
