// For how long the event loop stood still while calls were in flight. A party cannot be heard meanwhile, which is not its fault.

import type { Clock } from '../../app/clock.ts';

export interface LoopStalls {
  /** A call begins. `end` must follow. */
  begin(): void;
  end(): void;
  /** Grows by each stall while a call is in flight. */
  stoodMs(): number;
}

export const noStalls: LoopStalls = { begin() {}, end() {}, stoodMs: () => 0 };

const lookEveryMs = 20;
/** A shorter delay is ordinary work of the loop. */
const stallMsMin = 20;

export function createLoopStalls(clock: Pick<Clock, 'monotonicMs'>): LoopStalls {
  let inFlight = 0;
  let sumMs = 0;
  let lookedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const nowMs = clock.monotonicMs();
    const lateMs = nowMs - lookedMs - lookEveryMs;
    if (lateMs > stallMsMin) sumMs += lateMs;
    lookedMs = nowMs;
  };
  return {
    begin() {
      if (inFlight++ > 0) return;
      lookedMs = clock.monotonicMs();
      timer = setInterval(look, lookEveryMs).unref();
    },
    end() {
      if (--inFlight === 0) clearInterval(timer);
    },
    stoodMs() {
      if (inFlight > 0) look();
      return sumMs;
    },
  };
}
