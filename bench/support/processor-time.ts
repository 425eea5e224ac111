// How much processor and memory a process has taken so far, by Linux's own count; elsewhere there are no figures.

import { readFileSync } from 'node:fs';

/** Of the clock by which Linux counts processor time. */
const ticksPerSecond = 100;

/** User and system time of the process and of those that it has started, in seconds. */
export function readCpuSeconds(pid: number): number {
  const [own = 0, system = 0, ended = 0, endedSystem = 0] = readTicks(pid);
  const children = findChildren(pid).flatMap((child) => readTicks(child).slice(0, 2));
  return [own, system, ended, endedSystem, ...children].reduce((a, b) => a + b, 0) / ticksPerSecond;
}

/** Looks at a process again and again, until it is disposed of: one that has ended has nothing left to tell. */
export function watchProcess(pid: number | undefined) {
  const seen = { peakBytes: 0, cpuSeconds: 0 };
  const look = () => {
    try {
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      const [user, system] = readTicks(pid ?? 0);
      // One that is just ending has no memory left.
      if (peak === undefined || user === undefined || system === undefined) return;
      seen.peakBytes = Number(peak) * 1024;
      seen.cpuSeconds = (user + system) / ticksPerSecond;
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 50);
  return { seen, [Symbol.dispose]: () => clearInterval(timer) };
}

function findChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Of the process, user and system, and of those of its children that have ended; nothing where it has just ended itself. */
function readTicks(pid: number): readonly number[] {
  try {
    // The name, in brackets, may hold blanks. User time is the 12th value after it, system time the 13th.
    const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return values.slice(11, 15).map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
