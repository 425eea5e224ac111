// How much processor a process has taken so far, by Linux's own count.

import { readFileSync } from 'node:fs';

/** Of the clock by which Linux counts processor time. */
const ticksPerSecond = 100;

/** User and system time of the process and of those that it has started, in seconds. */
export function readCpuSeconds(pid: number): number {
  const [own = 0, system = 0, ended = 0, endedSystem = 0] = readTicks(pid);
  const children = findChildren(pid).flatMap((child) => readTicks(child).slice(0, 2));
  return [own, system, ended, endedSystem, ...children].reduce((a, b) => a + b, 0) / ticksPerSecond;
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
