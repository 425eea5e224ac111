// The pause between two looks for an order whose party calls back: a call ends it. However many calls come, two looks are never closer to
// each other than a least pause, so that a flood of them is no flood of ours.

import type { OrderCalls } from '../../../app/later/order-calls.ts';

/** Ends early where the signal aborts. For `askedMs` the party asked to be left alone. */
type Pause = (ms: number, signal: AbortSignal, askedMs: number) => Promise<void>;

interface PauseOptions {
  readonly calls: Pick<OrderCalls, 'waitFor'>;
  readonly source: string;
  readonly leastMs: number;
  readonly pause: Pause;
}

/** Creates the pause of one order. The first look at a new order may come at once, because the party may have called before it returned the id. */
export type CreatePause = (order: string, isNew: boolean) => Pause;

export function createPauseUntilCalled({ calls, source, leastMs, pause }: PauseOptions): CreatePause {
  return (order, isNew) => {
    let known: string | undefined;
    let hasLooked = !isNew;
    return async (ms, signal, askedMs) => {
      const restMs = hasLooked ? Math.min(Math.max(leastMs, askedMs), ms) : 0;
      hasLooked = true;
      await pause(restMs, signal, askedMs);
      known = await calls.waitFor({ source, order }, known, { ms: ms - restMs, signal });
    };
  };
}
