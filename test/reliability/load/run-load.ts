// Runs a load in a process of its own, and reads its report.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Summary, summarize } from './pace.ts';
import type { LoadPlan, LoadReport } from './plan.ts';

export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  // Without the hooks of a test runner, which the generator does not need.
  const generator = fork(join(import.meta.dirname, 'generator.ts'), { execArgv: [] });
  const died = once(generator, 'exit').then(([code]) => Promise.reject(new Error(`the generator ended with ${code}`)));
  died.catch(() => {});
  generator.send(plan);
  const [report] = (await Promise.race([once(generator, 'message'), died])) as [LoadReport];
  return report;
}

export function countOutcomes({ outcomes }: LoadReport): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Of the requests with this outcome, or of all of them; of those that were due from then on. */
export function summarizeReport(report: LoadReport, outcome?: string, fromMs = 0): Summary {
  const { latencyMs, outcomes, dueMs } = report;
  return summarize(
    latencyMs.filter(
      (_, index) => (outcome === undefined || outcomes[index] === outcome) && (dueMs[index] as number) >= fromMs,
    ),
  );
}
