// Several deadlines by one timer: a request has one at most, however many parties it asks.

import type { Clock } from '../../clock.ts';

export type Deadlines = ReturnType<typeof createDeadlines>;

interface Open {
  readonly atMs: number;
  readonly controller: AbortController;
}

export function createDeadlines(clock: Clock) {
  const open = new Set<Open>();
  let timer: NodeJS.Timeout | undefined;
  let armedForMs = Number.POSITIVE_INFINITY;

  function arm(): void {
    const nextMs = Math.min(...[...open].map(({ atMs }) => atMs));
    if (nextMs === armedForMs) return;
    clearTimeout(timer);
    armedForMs = nextMs;
    if (open.size === 0) return;
    timer = setTimeout(() => expire(nextMs), Math.max(0, Math.ceil(nextMs - clock.monotonicMs())));
  }

  function expire(untilMs: number): void {
    armedForMs = Number.POSITIVE_INFINITY;
    for (const each of [...open].filter(({ atMs }) => atMs <= untilMs)) {
      open.delete(each);
      each.controller.abort(toTimeout());
    }
    arm();
  }

  return {
    /** The signal aborts when the time is over. `end` must follow, or the timer stays. */
    open(allowedMs: number) {
      const each = { atMs: clock.monotonicMs() + allowedMs, controller: new AbortController() };
      // No time is left: whoever is given the signal must not begin.
      if (allowedMs <= 0) each.controller.abort(toTimeout());
      else open.add(each);
      arm();
      return {
        signal: each.controller.signal,
        end(): void {
          open.delete(each);
          arm();
        },
      };
    },
  };
}

/** Tells the sources that their time was over, not that the caller lost interest. */
export function toTimeout(): DOMException {
  return new DOMException('the deadline is over', 'TimeoutError');
}
