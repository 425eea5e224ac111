// What was asked in a month, by key, outcome and source, and how the months before it were.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { toStatusWord } from '../audit/words.ts';
import { BarChart } from '../design/bar-chart.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import { shellWords } from '../shell/words.ts';
import { formatMonth, formatNumber } from '../words/format.ts';
import { keysWords } from './words.ts';

type Usage = ConsoleAnswer<'POST usage'>;

/** Of all keys, or of one. */
export function UsageCard({ keyId }: { readonly keyId?: string }) {
  const words = keysWords();
  const [usage, setUsage] = useState<Usage>();
  const [error, setError] = useState<unknown>();
  const asked = useRef(0);
  /** Of two questions on their way only the later one counts. */
  const show = async (month: string | null) => {
    const turn = ++asked.current;
    try {
      const answer = await call('POST usage', { month, key_id: keyId ?? null });
      if (turn === asked.current) setUsage(answer);
    } catch (thrown) {
      if (turn === asked.current) setError(thrown);
    }
  };
  useEffect(() => void show(null), [keyId]);
  return (
    <section class="card stack" aria-labelledby="usage-title">
      <div class="stack tight">
        <h2 id="usage-title">{words.usage}</h2>
        <p class="quiet">{keyId === undefined ? words.usageLead : words.usageOfKey}</p>
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      {usage === undefined ? (
        error === undefined && <p class="empty">{shellWords().loading}</p>
      ) : (
        <>
          <BarChart
            label={words.usage}
            heads={[words.month, words.requests]}
            bars={usage.months.map(({ month, count }) => ({
              key: month,
              label: formatMonth(month, 'short').replace('.', ''),
              title: formatMonth(month, 'long'),
              count,
            }))}
            chosen={usage.month}
            onChoose={(month) => void show(month)}
          />
          <Month usage={usage} isOfOne={keyId !== undefined} />
        </>
      )}
    </section>
  );
}

function Month({ usage, isOfOne }: { readonly usage: Usage; readonly isOfOne: boolean }) {
  const words = keysWords();
  const { month, requests, verifications, calls } = usage;
  const title = formatMonth(month, 'long');
  if (requests.length + verifications.length + calls.length === 0) {
    return <p class="empty">{words.nothing(title)}</p>;
  }
  const outcomes = addUp(
    verifications.map(({ operation, outcome, count }) => ({
      label: `${operation.toUpperCase()}: ${outcome === 'sources_unavailable' ? words.noAnswer : toStatusWord(outcome)}`,
      count,
    })),
  );
  const sources = addUp(calls.map(({ source, count }) => ({ label: words.sources[source] ?? source, count })));
  return (
    <div class="stack" aria-live="polite">
      <h3>{title}</h3>
      <div class="usage-tables">
        {!isOfOne && (
          <Counted
            title={words.byKey}
            heads={[words.key, words.requests]}
            rows={addUp(requests.map(({ key_id, name, count }) => ({ label: name ?? key_id, count })))}
          />
        )}
        <Counted title={words.byOutcome} heads={[words.outcome, words.count]} rows={outcomes} />
        <Counted title={words.bySource} heads={[words.source, words.count]} rows={sources} />
      </div>
    </div>
  );
}

interface CountedRow {
  readonly label: string;
  readonly count: number;
}

interface CountedProps {
  readonly title: string;
  readonly heads: readonly [string, string];
  readonly rows: readonly CountedRow[];
}

function Counted({ title, heads, rows }: CountedProps) {
  if (rows.length === 0) return null;
  const highest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table class="counted">
      <caption>{title}</caption>
      <thead class="hidden">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              <span class="share" aria-hidden="true">
                <span style={{ width: `max(${count === 0 ? 0 : 2}px, ${(count / highest) * 100}%)` }} />
              </span>
            </th>
            <td class="end">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The greatest first. */
function addUp(rows: readonly CountedRow[]): readonly CountedRow[] {
  const sums = new Map<string, number>();
  for (const { label, count } of rows) sums.set(label, (sums.get(label) ?? 0) + count);
  return [...sums].map(([label, count]) => ({ label, count })).sort((one, other) => other.count - one.count);
}
