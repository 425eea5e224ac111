// Each source: whether it answers, what its breaker does, how long it takes, and why it did not answer.

import { warnedPercent } from '../../src/domain/budgets/budget.ts';
import { toBrazilDay } from '../../src/domain/dates/calendar.ts';
import { judgeExpiry } from '../../src/domain/dates/certificate-expiry.ts';
import { answeredOutcomes } from '../../src/domain/person/evidence.ts';
import { toSourceName, toUnavailableWord } from '../answer/words/source-words.ts';
import { Badge, type Tone } from '../design/parts.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { WhatCounts } from '../design/what-counts.tsx';
import { formatDay, formatMs, formatNumber } from '../words/format.ts';
import type { DashboardRange } from './live-dashboard.ts';
import { dashboardWords } from './words.ts';

type Source = DashboardRange['sources'][number];

const successes: readonly string[] = answeredOutcomes;
/** A source needs attention once this share of all its questions fails. */
const unsteadyShare = 0.05;

/** `nowMs` is the service's own time. */
export function SourcesTable({ sources, nowMs }: { readonly sources: readonly Source[]; readonly nowMs: number }) {
  const words = dashboardWords();
  return (
    <section class="card stack tight whole">
      <div>
        <h2>{words.sources}</h2>
        <p class="small quiet">{words.sourcesAbout}</p>
        <WhatCounts of={words.calls}>{words.callsCount}</WhatCounts>
      </div>
      {sources.length === 0 ? (
        <p class="quiet">{words.noSources}</p>
      ) : (
        <table class="cards">
          <TableHead
            columns={[
              words.source,
              words.state,
              words.breaker,
              { end: 'p50' },
              { end: 'p95' },
              { end: words.calls },
              { end: words.answered },
              words.unanswered,
              { end: words.inFlight },
            ]}
          />
          <tbody>
            {sources.map((source) => (
              <SourceRow key={source.name} source={source} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function SourceRow({ source, nowMs }: { readonly source: Source; readonly nowMs: number }) {
  const words = dashboardWords();
  const { name, breaker, outcomes, p50_ms, p95_ms, in_flight, budget_used } = source;
  const budgetPercent = Math.floor((budget_used ?? 0) * 100);
  const certificate = describeCertificate(source.certificate_ends_ms, nowMs);
  const tone = toSourceTone(source);
  return (
    <tr>
      <th scope="row">{toSourceName(name)}</th>
      <td data-label={words.state}>
        <Badge tone={tone}>{words.sourceStates[tone]}</Badge>
        {budgetPercent >= warnedPercent && <p class="small">{words.budgetUsed(budgetPercent)}</p>}
        {certificate !== null && <p class="small">{certificate}</p>}
      </td>
      <td data-label={words.breaker}>{words.breakers[breaker as keyof typeof words.breakers] ?? breaker ?? '–'}</td>
      <td data-label="p50" class="end">
        {p50_ms === null ? '–' : formatMs(p50_ms)}
      </td>
      <td data-label="p95" class="end">
        {p95_ms === null ? '–' : formatMs(p95_ms)}
      </td>
      <td data-label={words.calls} class="end">
        {formatNumber(source.calls)}
      </td>
      <td data-label={words.answered} class="end">
        {formatNumber(countAnswered(outcomes))}
      </td>
      <td data-label={words.unanswered} class="why">
        {describeFailures(outcomes)}
      </td>
      <td data-label={words.inFlight} class="end">
        {formatNumber(in_flight)}
      </td>
    </tr>
  );
}

/** Returns null while the certificate needs no action. */
function describeCertificate(endsMs: number | null, nowMs: number): string | null {
  if (endsMs === null) return null;
  const { urgency, daysLeft } = judgeExpiry(endsMs, nowMs);
  if (urgency === 'none') return null;
  return dashboardWords().certificateEnds(daysLeft, formatDay(toBrazilDay(endsMs)), urgency === 'ended');
}

function toSourceTone({ breaker, outcomes }: Source): Tone {
  if (breaker === 'open') return 'bad';
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const failed = all - countAnswered(outcomes);
  if (breaker === 'half_open' || (all > 0 && failed / all > unsteadyShare)) return failed === all ? 'bad' : 'warn';
  return all === 0 ? 'none' : 'good';
}

function countAnswered(outcomes: Source['outcomes']): number {
  return successes.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0);
}

function describeFailures(outcomes: Source['outcomes']): string {
  const failures = Object.entries(outcomes).filter(([name]) => !successes.includes(name));
  if (failures.length === 0) return '0';
  return failures
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${toUnavailableWord(name)}: ${formatNumber(count)}`)
    .join(', ');
}
