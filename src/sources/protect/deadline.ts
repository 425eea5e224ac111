// Time limits: a signal that aborts when its own time is over or its caller gives up, and waiting no longer than a signal allows.

export interface Deadline {
  readonly signal: AbortSignal;
  /** The caller lost interest. False where time ran out, here or at the caller. */
  isGivenUp(): boolean;
  /** The work had all of its time, without that in which this process stood still. */
  hasHadItsTime(): boolean;
  /** Stops the timer and releases the caller's signal. The caller must call it when the work is done. */
  end(): void;
}

/** Time in which the event loop stood still is no time of the work: the deadline is later by as much, though at most by itself at once. */
export function createDeadline(deadlineMs: number, caller: AbortSignal, stoodMs = () => 0): Deadline {
  const controller = new AbortController();
  let timeOver = false;
  const end = (): void => controller.abort();
  let countedMs = stoodMs();
  const expire = (): void => {
    const owedMs = stoodMs() - countedMs;
    countedMs += owedMs;
    if (owedMs > 0) {
      timer = setTimeout(expire, Math.min(owedMs, deadlineMs));
      return;
    }
    timeOver = true;
    end();
  };
  let timer = setTimeout(expire, deadlineMs);
  if (caller.aborted) end();
  else caller.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    isGivenUp: () => !timeOver && isGivenUp(caller),
    hasHadItsTime: () => timeOver,
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', end);
    },
  };
}

/**
 * Tells whether the caller lost interest instead of running out of time. `AbortSignal.timeout` marks the latter, and a caller's own deadline should
 * too.
 */
export function isGivenUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError');
}

/**
 * What the work gives, or `otherwise` once the signal aborts. The work itself goes on. When this process was busy, the result may lie in a
 * socket already: it gets one more turn to be read.
 */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, otherwise: Value): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void setImmediate(() => resolve(otherwise));
    if (signal.aborted) return resolve(otherwise);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
