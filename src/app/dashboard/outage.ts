// Whether a source is out, by the results of its questions: since its last answer nothing but failures of its own. What was kept from before
// is no answer of it now.

import type { HistoryPoint } from './history.ts';

const answers: ReadonlySet<string> = new Set(['answered', 'not_found']);
/** These are about the question, or about us: the party itself may be there. */
const noOutage: ReadonlySet<string> = new Set([
  'cached',
  'kept',
  'not_configured',
  'request_refused',
  'birth_date_required',
  'minor',
  'pending',
  'wrong_person',
]);
/** Fewer, with the breaker closed or long before the others, may be chance. */
const failuresMin = 3;
/** After this long without a question, the state of the source in between is unknown. */
const quietMsMax = 60_000;

export function findOutage(
  name: string,
  breaker: string | null,
  points: readonly HistoryPoint[],
): { readonly since_ms: number; readonly affected: number } | null {
  const failures: { readonly atMs: number; readonly count: number }[] = [];
  for (const { atMs, figures } of points.toReversed()) {
    const outcomes = Object.entries(figures.sources[name]?.outcomes ?? {});
    const isFailure = ([outcome]: readonly [string, number]) => !answers.has(outcome) && !noOutage.has(outcome);
    const count = sum(outcomes.filter(isFailure).map(([, each]) => each));
    if (count > 0) failures.unshift({ atMs, count });
    // An answer in the same span came before the failures, as far as anybody knows.
    if (outcomes.some(([outcome, each]) => answers.has(outcome) && each > 0)) break;
  }
  const last = failures.findLastIndex(({ atMs }, index) => atMs - (failures[index - 1]?.atMs ?? 0) > quietMsMax);
  const earlier = failures.slice(0, Math.max(0, last));
  const counted = sum(earlier.map(({ count }) => count)) < failuresMin ? failures.slice(earlier.length) : failures;
  const affected = sum(counted.map(({ count }) => count));
  const isOut = breaker === 'open' || (breaker !== null && affected >= failuresMin);
  return isOut && counted[0] !== undefined ? { since_ms: counted[0].atMs, affected } : null;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
