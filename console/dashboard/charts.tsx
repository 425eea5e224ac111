// The four charts of Painel, from the points of one range.

import { useMemo, useState } from 'preact/hooks';
import { formatClock, formatMs, formatNumber, formatRate } from '../words/format.ts';
import { language } from '../words/language.ts';
import { Chart, type Line } from './chart.tsx';
import { countVerified, type DashboardPoint, type DashboardRange, rangeMs } from './live-dashboard.ts';
import { countPerMinute } from './per-minute.ts';
import { dashboardWords } from './words.ts';

/** A point that has only begun says nothing about a minute. */
const elapsedMsMin = 9_000;
const dashes = { long: [8, 4], short: [2, 3] } as const;

export function Charts({ range, nowMs }: { readonly range: DashboardRange; readonly nowMs: number }) {
  const words = dashboardWords();
  const [tables, setTables] = useState<Readonly<Record<string, boolean>>>({});
  const spoken = language.value;
  const drawn = useMemo(() => {
    const points = range.points.filter(({ at_ms }) => nowMs - at_ms >= elapsedMsMin);
    const perMinute = (count: (point: DashboardPoint) => number) =>
      countPerMinute({ step_ms: range.step_ms, points }, count, nowMs);
    const charts: Readonly<Record<string, readonly Line[]>> = {
      traffic: [
        { label: words.requests, colour: 'accent', isFilled: true, values: perMinute(({ requests }) => requests) },
        { label: words.verified, colour: 'ink', dash: dashes.long, values: perMinute(countVerified) },
      ],
      latency: [
        { label: 'p50', colour: 'soft', dash: dashes.short, values: points.map(({ p50_ms }) => p50_ms) },
        { label: 'p95', colour: 'accent', values: points.map(({ p95_ms }) => p95_ms) },
        { label: 'p99', colour: 'ink', dash: dashes.long, values: points.map(({ p99_ms }) => p99_ms) },
      ],
      outcomes: [
        { label: words.risk.low, colour: 'good', isFilled: true, values: perMinute(({ risk }) => risk.low) },
        { label: words.risk.medium, colour: 'warn', isFilled: true, values: perMinute(({ risk }) => risk.medium) },
        { label: words.risk.high, colour: 'bad', isFilled: true, values: perMinute(({ risk }) => risk.high) },
        { label: words.risk.none, colour: 'faint', isFilled: true, values: perMinute(({ risk }) => risk.none) },
      ],
      errors: [
        { label: words.refused, colour: 'warn', dash: dashes.long, values: perMinute(({ refused }) => refused) },
        { label: words.failed, colour: 'bad', isFilled: true, values: perMinute(({ failed }) => failed) },
      ],
    };
    return { charts, times: points.map(({ at_ms }) => at_ms) };
  }, [range, nowMs, spoken]);

  const chart = (name: 'traffic' | 'latency' | 'outcomes' | 'errors', about: string, counts?: string) => (
    <Chart
      title={words[name]}
      about={about}
      counts={counts}
      times={drawn.times}
      fromMs={nowMs - rangeMs(range.step_ms)}
      toMs={nowMs}
      lines={drawn.charts[name] ?? []}
      isStacked={name === 'outcomes'}
      format={name === 'latency' ? formatMs : formatRate}
      isCount={name !== 'latency'}
      formatTime={(ms) => formatClock(ms, range.step_ms < 60_000 && tables[name] === true)}
      isShownAsTable={tables[name] === true}
      onTable={(isTable) => setTables({ ...tables, [name]: isTable })}
    />
  );
  return (
    <>
      {chart('traffic', words.trafficAbout, words.trafficCount)}
      {chart('latency', words.latencyAbout)}
      {chart('outcomes', words.outcomesAbout)}
      {chart('errors', words.errorsAbout)}
      <Statuses statuses={range.statuses} />
    </>
  );
}

function Statuses({ statuses }: { readonly statuses: DashboardRange['statuses'] }) {
  const words = dashboardWords();
  const shown = Object.entries(statuses).sort(([a], [b]) => a.localeCompare(b));
  if (shown.length === 0) return null;
  return (
    <section class="card stack tight whole" aria-label={words.byStatus}>
      <h2>{words.byStatus}</h2>
      <dl class="statuses">
        {shown.map(([status, count]) => (
          <div key={status} class={`status-${status[0]}`}>
            <dt class="number">{status}</dt>
            <dd class="number">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
