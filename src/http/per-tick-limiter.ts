// Bounds the work of one kind that is begun in one turn of the event loop. Without a bound a turn lasts as long as everything
// that arrived takes, and only one new connection per listener is accepted in each turn: hundreds of busy clients kept new ones
// and probes waiting for seconds (docs/decisions/accepting-connections.md).

import type { Clock } from '../app/clock.ts';

interface PerTickOptions<Work> {
  readonly run: (work: Work) => void;
  readonly perTick: number;
  /** Without it everything is run, however late. */
  readonly late?: Lateness<Work>;
}

interface Lateness<Work> {
  /** In place of `run`, for what has waited longer than `waitMsMax` while turns were run. */
  readonly giveUp: (work: Work) => void;
  readonly waitMsMax: number;
  readonly clock: Clock;
}

interface Waiting<Work> {
  readonly work: Work;
  /** `sinceMs` is the counted time at which the work began to wait. */
  readonly sinceMs: number;
}

/**
 * A turn counts for no longer than this, some times what a full one takes. A process that was stopped, throttled or collecting
 * garbage was held up, and has no queue: what waited through that is a few milliseconds of work, and is done.
 */
const turnMsMax = 20;
/** However little somebody may wait, fewer turns than these are no queue. */
const turnsMin = 5;

/** Gives back what runs one piece of work: now, while this turn has room; else after those that came before. */
export function createPerTickLimiter<Work>({ run, perTick, late }: PerTickOptions<Work>): (work: Work) => void {
  /** A taken item leaves a gap: if it stayed, it would hold a thousand answered requests on a busy service. */
  const queue: (Waiting<Work> | undefined)[] = [];
  /** `head` marks the beginning of the queue, because shifting a long array moves all of it. */
  let head = 0;
  let begun = 0;
  let isScheduled = false;
  /** The time for which turns were run, */
  let countedMs = 0;
  /** and until when it is counted; not a number while there was nothing to do. */
  let countedUntilMs = Number.NaN;

  function countTurn({ clock, waitMsMax }: Lateness<Work>): void {
    const nowMs = clock.monotonicMs();
    const turnMs = nowMs - countedUntilMs;
    if (turnMs > 0) countedMs += Math.min(turnMs, turnMsMax, waitMsMax / turnsMin);
    countedUntilMs = nowMs;
  }

  function runTurn(): void {
    isScheduled = false;
    begun = 0;
    if (late !== undefined) countTurn(late);
    const oldestMs = countedMs - (late?.waitMsMax ?? 0);
    while (head < queue.length && begun < perTick) {
      const { work, sinceMs } = queue[head] as Waiting<Work>;
      queue[head] = undefined;
      head++;
      begun++;
      if (sinceMs < oldestMs) late?.giveUp(work);
      else run(work);
    }
    if (head === queue.length) {
      queue.length = 0;
      head = 0;
    } else if (head > 1_024) {
      queue.splice(0, head);
      head = 0;
    }
    // What was begun here counts for the turn that follows; without anything begun there is nothing to forget.
    if (begun > 0) schedule();
    else countedUntilMs = Number.NaN;
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runTurn);
  }

  return (work) => {
    schedule();
    if (head < queue.length || begun >= perTick) {
      queue.push({ work, sinceMs: countedMs });
      return;
    }
    begun++;
    run(work);
  };
}
