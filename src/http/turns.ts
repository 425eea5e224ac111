// Bounds the work of one kind that is begun in one turn of the event loop. Without a bound a turn lasts as long as everything
// that arrived takes, and only one new connection per listener is accepted in each turn: hundreds of busy clients kept new ones
// and probes waiting for seconds (docs/decisions/accepting-connections.md).

import type { Clock } from '../app/ports.ts';

interface TurnsOptions<Work> {
  readonly run: (work: Work) => void;
  readonly perTurn: number;
  /** Without it everything is run, however late. */
  readonly late?: Lateness<Work>;
}

interface Lateness<Work> {
  /** In place of `run`, for what has waited longer than `waitMsMax`. */
  readonly giveUp: (work: Work) => void;
  readonly waitMsMax: number;
  readonly clock: Clock;
}

interface Waiting<Work> {
  readonly work: Work;
  readonly sinceMs: number;
}

/** Gives back what runs one piece of work: now, while this turn has room; else after those that came before. */
export function createTurns<Work>({ run, perTurn, late }: TurnsOptions<Work>): (work: Work) => void {
  /** What has been taken leaves a gap: kept, it would hold a thousand answered requests on a busy service. */
  const queue: (Waiting<Work> | undefined)[] = [];
  /** Where the queue begins: shifting a long array moves all of it. */
  let head = 0;
  let begun = 0;
  let isScheduled = false;

  function runTurn(): void {
    isScheduled = false;
    begun = 0;
    const oldestMs = late !== undefined && head < queue.length ? late.clock.monotonicMs() - late.waitMsMax : 0;
    while (head < queue.length && begun < perTurn) {
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
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runTurn);
  }

  return (work) => {
    schedule();
    if (head < queue.length || begun >= perTurn) {
      queue.push({ work, sinceMs: late?.clock.monotonicMs() ?? 0 });
      return;
    }
    begun++;
    run(work);
  };
}
