// The judgements that every load has in common.

import type { Findings, Length } from '../row.ts';
import type { LoadReport } from './plan.ts';
import { countOutcomes } from './run-load.ts';

interface Allowed {
  readonly length: Length;
  readonly outcomes?: readonly string[];
  /** The promise says nothing of refusals: they are told, and decide nothing. */
  readonly mayRefuse?: boolean;
}

/**
 * No wrong answer, and no outcome beside these. At full length the deadlines are those of operators, and whether one is met is a
 * matter of the machine: a 503 beside them is then a promise that was missed, not one that was broken.
 */
export function findFaults(
  findings: Findings,
  where: string,
  report: LoadReport,
  { length, outcomes = ['200'], mayRefuse = false }: Allowed,
): void {
  const { planned, sent } = report.rate;
  findings.load(`requests sent a second of ${planned} planned`, sent, planned * 0.98, where);
  const { count, examples } = report.wrong;
  findings.none('answers wrong', count, { of: report.outcomes.length, where, examples });
  const others = Object.entries(countOutcomes(report)).filter(([outcome]) => !outcomes.includes(outcome));
  const sum = (chosen: typeof others) => chosen.reduce((total, [, found]) => total + found, 0);
  const isLate = ([outcome]: readonly [string, number]) => length === 'full' && outcome.startsWith('503 ');
  const late = others.filter(isLate);
  const broken = others.filter((other) => !isLate(other));
  const show = (chosen: typeof others) => chosen.map(([outcome, found]) => `${found} × ${outcome}`);
  findings.none(`beside ${outcomes.join(', ')}`, sum(broken), { where, examples: show(broken) });
  if (mayRefuse && late.length > 0) findings.note(`refused ${where}: ${show(late).join(', ')}`);
  else if (late.length > 0)
    findings.measure('other 503:', sum(late), { atMost: 0 }, `${where} (${show(late).join(', ')})`);
  findings.none('refusals without `Retry-After`', report.withoutRetryAfter, { where });
}
