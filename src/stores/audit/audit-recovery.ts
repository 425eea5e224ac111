// When an audit that failed counts as writable again: not before a durable write, made to find out, has succeeded. The pause between
// two such probes grows; an audit that fails again soon after has to prove itself for longer each time, so that it does not flap.

export interface AuditRecovery {
  /** A code; null while the audit counts as writable. */
  fault(): string | null;
  /** Any write failed. Says whether that is news: it counted as writable, or never failed in this way since. */
  failed(fault: string): boolean;
  probeFailed(): void;
  /** A probe is on the disk. Says whether the audit counts as writable from now on. */
  probeSucceeded(): boolean;
  /** How long to wait before the next probe. */
  pauseMs(): number;
}

interface RecoveryOptions {
  readonly monotonicMs: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
}

const pauseFirstMs = 1_000;
const pauseMaxMs = 10_000;
/** So soon after it came back, another fault is the same one. */
const relapseMs = 60_000;
const provenFirstMs = 5_000;
/** Longer than the alert waits. */
const provenMaxMs = 60_000;

export function createAuditRecovery({ monotonicMs, random }: RecoveryOptions): AuditRecovery {
  let fault: string | null = null;
  const told = new Set<string>();
  let pause = pauseFirstMs;
  let recoveredAtMs = Number.NEGATIVE_INFINITY;
  /** How often it has failed soon after it came back. */
  let relapses = 0;
  /** Since when every probe has succeeded. */
  let provenSinceMs: number | undefined;

  return {
    fault: () => fault,
    failed(found) {
      provenSinceMs = undefined;
      if (fault === null) {
        told.clear();
        relapses = monotonicMs() - recoveredAtMs < relapseMs ? relapses + 1 : 0;
        pause = pauseFirstMs;
      }
      fault = found;
      const isNews = !told.has(found);
      told.add(found);
      return isNews;
    },
    probeFailed() {
      pause = Math.min(pause * 2, pauseMaxMs);
    },
    probeSucceeded() {
      const nowMs = monotonicMs();
      provenSinceMs ??= nowMs;
      pause = pauseFirstMs;
      const neededMs = relapses === 0 ? 0 : Math.min(provenFirstMs * 2 ** (relapses - 1), provenMaxMs);
      if (nowMs - provenSinceMs < neededMs) return false;
      fault = null;
      recoveredAtMs = nowMs;
      return true;
    },
    // Processes that share a disk do not all try at the same moment.
    pauseMs: () => pause * (0.75 + random() / 2),
  };
}
