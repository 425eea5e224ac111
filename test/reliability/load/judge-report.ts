// The judgements that every load has in common.

import type { Findings } from '../row.ts';
import type { LoadReport } from './plan.ts';
import { countOutcomes } from './run-load.ts';

/** No wrong answer, and no outcome beside these. */
export function findFaults(
  findings: Findings,
  name: string,
  report: LoadReport,
  allowed: readonly string[] = ['200'],
): void {
  findings.none(`wrong of ${report.outcomes.length} answers ${name}`, report.wrong.count, report.wrong.examples);
  const others = Object.entries(countOutcomes(report)).filter(([outcome]) => !allowed.includes(outcome));
  const count = others.reduce((sum, [, each]) => sum + each, 0);
  findings.none(
    `outcomes beside ${allowed.join(', ')} ${name}`,
    count,
    others.map(([outcome, each]) => `${each} × ${outcome}`),
  );
  findings.none(`refusals without Retry-After ${name}`, report.withoutRetryAfter);
}
