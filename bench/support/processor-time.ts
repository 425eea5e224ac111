// How much processor a process has taken so far, by Linux's own count.

import { readFileSync } from 'node:fs';

/** Of the clock by which Linux counts processor time. */
const ticksPerSecond = 100;

/** User and system time of the process and of those that it has started, in seconds. */
export function readCpuSeconds(pid: number): number {
  return [pid, ...findChildren(pid)].map(readOne).reduce((a, b) => a + b, 0);
}

function findChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function readOne(pid: number): number {
  // The name, in brackets, may hold blanks. User time is the 12th value after it, system time the 13th.
  const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(values[11]) + Number(values[12])) / ticksPerSecond;
}
