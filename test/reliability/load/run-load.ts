// Runs a load in a process of its own, and reads its report.

import { join } from 'node:path';
import { runApart } from './apart.ts';
import { type Summary, summarize } from './pace.ts';
import type { LoadPlan, LoadReport } from './plan.ts';

export function runLoad(plan: LoadPlan): Promise<LoadReport> {
  return runApart(join(import.meta.dirname, 'generator.ts'), plan);
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
