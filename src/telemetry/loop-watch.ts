// Notices that the event loop of this process stood still. Meanwhile nothing was answered, and no other part can tell of it.

import type { Clock } from '../app/clock.ts';

/** `work`: most of the time one piece of work had the thread. `wait`: the process was stopped, had no processor, or a disk was slow. */
export type StallReason = 'work' | 'wait';

export interface LoopStall {
  readonly stoodMs: number;
  readonly why: StallReason;
}

interface LoopWatchOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly onStall: (stall: LoopStall) => void;
  /** Returns the time for which this thread has had a processor so far. */
  readonly readWorkedMs?: () => number;
}

export const loopLookEveryMs = 250;
const stoodMsMin = 1_000;

/** Gives what ends the watch. A loop that never goes on again tells nothing: probes find it. */
export function watchLoop({ clock, onStall, readWorkedMs = readThreadMs }: LoopWatchOptions): () => void {
  let before = { atMs: clock.monotonicMs(), workedMs: readWorkedMs() };
  const look = (): void => {
    const now = { atMs: clock.monotonicMs(), workedMs: readWorkedMs() };
    const passedMs = now.atMs - before.atMs;
    const isWork = (now.workedMs - before.workedMs) * 2 > passedMs;
    before = now;
    const stoodMs = passedMs - loopLookEveryMs;
    if (stoodMs > stoodMsMin) onStall({ stoodMs, why: isWork ? 'work' : 'wait' });
  };
  const timer = setInterval(look, loopLookEveryMs).unref();
  return () => clearInterval(timer);
}

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
