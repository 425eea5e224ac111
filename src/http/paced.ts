// Work that anybody may ask for as often as they like, done so seldom that it takes a small share of the time. Whoever asks
// gets what was done after they asked, all at once; nobody gets an old result.

import type { Clock } from '../app/clock.ts';

interface PacedOptions {
  readonly clock: Clock;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
}

/** The worker rests after each round for this many times as long as the round took, */
const restFactor = 9;
/** but the rest is short enough to go unnoticed: a round may also take long because it waits. */
const restMsMax = 250;

export function createPaced<Result>(
  work: () => Promise<Result>,
  { clock, pause }: PacedOptions,
): () => Promise<Result> {
  /** Settles when the last round has been rested for. */
  let rested: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;

  async function runRound(): Promise<Result> {
    await rested;
    next = undefined;
    const startedAtMs = clock.monotonicMs();
    const done = work();
    rested = done.then(rest, rest);
    return done;

    function rest(): Promise<unknown> {
      return pause(Math.min(restMsMax, restFactor * (clock.monotonicMs() - startedAtMs)));
    }
  }

  return () => {
    next ??= runRound();
    return next;
  };
}
