// The judgements that every load has in common.

import type { Findings, Length } from '../row.ts';
import type { LoadReport } from './plan.ts';
import { countOutcomes } from './run-load.ts';

interface Allowed {
  readonly length: Length;
  readonly outcomes?: readonly string[];
}

/**
 * No wrong answer, and no outcome beside these. At full length the deadlines are those of operators, and whether one is met is a
 * matter of the machine: a 503 beside them is then a promise that was missed, not one that was broken.
 */
export function findFaults(
  findings: Findings,
  name: string,
  report: LoadReport,
  { length, outcomes = ['200'] }: Allowed,
): void {
  findings.none(`wrong of ${report.outcomes.length} answers ${name}`, report.wrong.count, report.wrong.examples);
  const others = Object.entries(countOutcomes(report)).filter(([outcome]) => !outcomes.includes(outcome));
  const sum = (chosen: typeof others) => chosen.reduce((total, [, count]) => total + count, 0);
  const isLate = ([outcome]: readonly [string, number]) => length === 'full' && outcome.startsWith('503 ');
  const late = others.filter(isLate);
  const broken = others.filter((other) => !isLate(other));
  const show = (chosen: typeof others) => chosen.map(([outcome, count]) => `${count} × ${outcome}`);
  findings.none(`outcomes beside ${outcomes.join(', ')} ${name}`, sum(broken), show(broken));
  if (late.length > 0) findings.measure(`other 503 ${name} (${show(late).join(', ')})`, sum(late), { atMost: 0 });
  findings.none(`refusals without Retry-After ${name}`, report.withoutRetryAfter);
}
