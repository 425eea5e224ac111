// How many questions are under way at one time: as many as were allowed, fewer after a service said that it was too much, none
// while it asked for a pause. What has to be asked again goes before what is new.

import type { Clock } from '../../clock.ts';

export type Pace = ReturnType<typeof createPace>;

interface PaceOptions {
  readonly clock: Clock;
  readonly concurrency: number;
  readonly sleep: (ms: number) => Promise<void>;
}

export function createPace({ clock, concurrency, sleep }: PaceOptions) {
  let limit = concurrency;
  let inside = 0;
  let answers = 0;
  let pausedUntilMs = 0;
  let isOver = false;
  let isWaiting = false;
  const waiting: (() => void)[] = [];

  function admit(): void {
    while (waiting.length > 0 && (isOver || inside < limit)) {
      const leftMs = pausedUntilMs - clock.monotonicMs();
      if (!isOver && leftMs > 0) {
        if (!isWaiting) {
          isWaiting = true;
          void sleep(leftMs).then(() => {
            isWaiting = false;
            admit();
          });
        }
        return;
      }
      inside++;
      waiting.shift()?.();
    }
  }

  return {
    /** Resolves when one more question may be asked. The caller must then call `leave`. */
    enter: (isAgain: boolean) =>
      new Promise<void>((resolve) => {
        if (isAgain) waiting.unshift(resolve);
        else waiting.push(resolve);
        admit();
      }),
    leave(): void {
      inside--;
      admit();
    },
    /** Lets no question enter before the pause ends. `isBusy` also halves the number allowed at once. */
    pause(ms: number, isBusy: boolean): void {
      const nowMs = clock.monotonicMs();
      // Those that were under way together were refused together, which is one refusal.
      if (isBusy && pausedUntilMs <= nowMs) limit = Math.max(1, Math.floor(limit / 2));
      answers = 0;
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + ms);
    },
    /** Records an answer, after which the pace may allow one more question in time. */
    grow(): void {
      answers++;
      if (limit >= concurrency || answers < limit * 2) return;
      answers = 0;
      limit++;
      admit();
    },
    /** Lets everybody in who waits: the run is over. */
    release(): void {
      isOver = true;
      admit();
    },
    get limit() {
      return limit;
    },
  };
}
