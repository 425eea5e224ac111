// Time limits: a signal that aborts when its own time is over or its caller gives up, and waiting no longer than a signal allows.

export interface Deadline {
  readonly signal: AbortSignal;
  /** Time ran out, here or at the caller. False where the caller merely lost interest. */
  isTimeOver(): boolean;
  /** To be called when the work is done: stops the timer and lets go of the caller's signal. */
  end(): void;
}

export function createDeadline(deadlineMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  let timeOver = false;
  const onTime = (): void => {
    timeOver = true;
    controller.abort();
  };
  const onCaller = (): void => {
    timeOver = isTimeout(caller.reason);
    controller.abort();
  };
  const timer = setTimeout(onTime, deadlineMs);
  if (caller.aborted) onCaller();
  else caller.addEventListener('abort', onCaller, { once: true });
  return {
    signal: controller.signal,
    isTimeOver: () => timeOver,
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onCaller);
    },
  };
}

/** `AbortSignal.timeout` aborts with this reason; a caller's own deadline should use it too. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** What the work gives, or `otherwise` as soon as the signal aborts. The work itself goes on. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, otherwise: Value): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(otherwise);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
