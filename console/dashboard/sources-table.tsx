// Each source: whether it answers, what its breaker does, how long it takes, and why it did not answer.

import { Badge, type Tone } from '../design/parts.tsx';
import { answerWords } from '../verify/answer-words.ts';
import { formatMs, formatNumber } from '../words/format.ts';
import type { BoardRange } from './live-board.ts';
import { dashboardWords } from './words.ts';

type Source = BoardRange['sources'][number];

const successes: readonly string[] = ['answered', 'not_found', 'cached'];
/** Of all questions; from here on somebody should look. */
const unsteadyShare = 0.05;

export function SourcesTable({ sources }: { readonly sources: readonly Source[] }) {
  const words = dashboardWords();
  return (
    <section class="card stack tight whole">
      <div>
        <h2>{words.sources}</h2>
        <p class="small quiet">{words.sourcesAbout}</p>
      </div>
      {sources.length === 0 ? (
        <p class="quiet">{words.noSources}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section class="scroll" tabIndex={0} aria-label={words.sources}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.source}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">{words.breaker}</th>
                <th scope="col" class="end">
                  p50
                </th>
                <th scope="col" class="end">
                  p95
                </th>
                <th scope="col" class="end">
                  {words.answered}
                </th>
                <th scope="col">{words.unanswered}</th>
                <th scope="col" class="end">
                  {words.inFlight}
                </th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow key={source.name} source={source} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function SourceRow({ source }: { readonly source: Source }) {
  const words = dashboardWords();
  const { name, breaker, outcomes, p50_ms, p95_ms, in_flight } = source;
  const tone = judge(source);
  return (
    <tr>
      <th scope="row">{toSourceName(name)}</th>
      <td>
        <Badge tone={tone}>{words.sourceStates[tone]}</Badge>
      </td>
      <td>{words.breakers[breaker as keyof typeof words.breakers] ?? breaker ?? '–'}</td>
      <td class="end">{p50_ms === null ? '–' : formatMs(p50_ms)}</td>
      <td class="end">{p95_ms === null ? '–' : formatMs(p95_ms)}</td>
      <td class="end">{formatNumber(countAnswered(outcomes))}</td>
      <td class="why">{describeFailures(outcomes)}</td>
      <td class="end">{formatNumber(in_flight)}</td>
    </tr>
  );
}

function judge({ breaker, outcomes }: Source): Tone {
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
  const { unavailable } = answerWords();
  const failures = Object.entries(outcomes).filter(([name]) => !successes.includes(name));
  if (failures.length === 0) return '0';
  return failures
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${formatNumber(count)} ${unavailable[name as keyof typeof unavailable] ?? name}`)
    .join(', ');
}

export function toSourceName(name: string): string {
  if (name === 'company_fallback') return dashboardWords().company_fallback;
  const { source } = answerWords();
  return source[name as keyof typeof source] ?? name;
}
