// When an operation is due, and what its latencies come to. Used by every open-loop generator of the project.

import { performance } from 'node:perf_hooks';

/** Sleeps while there is time and watches the clock for the last part of a millisecond, which timers cannot hit. */
export async function until(dueMs: number): Promise<void> {
  const restMs = dueMs - performance.now();
  if (restMs > 1.3) await new Promise((resolve) => setTimeout(resolve, Math.floor(restMs - 0.3)));
  while (performance.now() < dueMs) await new Promise((resolve) => setImmediate(resolve));
}

export interface Summary {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function summarize(latenciesMs: readonly number[]): Summary {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length);
  return { count: sorted.length, mean, p50: at(0.5), p99: at(0.99), max: at(1) };
}
