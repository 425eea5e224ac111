// Whether a source is out, by the results of its questions: since the last answer nothing but failures of its own.

import { answeredOutcomes } from '../../domain/person/evidence.ts';
import type { HistoryPoint } from './history.ts';

const answers: ReadonlySet<string> = new Set(answeredOutcomes);
/** These are about the question, or about us: the party itself is there. */
const noOutage: ReadonlySet<string> = new Set([
  'not_configured',
  'request_refused',
  'birth_date_required',
  'minor',
  'pending',
  'wrong_person',
]);
/** Fewer, with the breaker closed, may be chance. */
const failuresMin = 3;

export function findOutage(
  name: string,
  breaker: string | null,
  points: readonly HistoryPoint[],
): { readonly since_ms: number; readonly affected: number } | null {
  let sinceMs: number | undefined;
  let affected = 0;
  for (const { atMs, figures } of points.toReversed()) {
    const outcomes = Object.entries(figures.sources[name]?.outcomes ?? {});
    const failed = outcomes.reduce(
      (sum, [outcome, count]) => sum + (answers.has(outcome) || noOutage.has(outcome) ? 0 : count),
      0,
    );
    if (failed > 0) {
      sinceMs = atMs;
      affected += failed;
    }
    // An answer in the same span came before the failures, as far as anybody knows.
    if (outcomes.some(([outcome, count]) => answers.has(outcome) && count > 0)) break;
  }
  const isOut = breaker === 'open' || (breaker !== null && affected >= failuresMin);
  return isOut && sinceMs !== undefined ? { since_ms: sinceMs, affected } : null;
}
