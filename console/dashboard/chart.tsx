// One chart, drawn by uPlot on a canvas, with a legend that follows the pointer; at a click the same figures as a table. What a line
// means is told by its dashes as well as by its colour.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useMedia } from '../design/media.ts';
import { TableHead } from '../design/table/table-head.tsx';
import { WhatCounts } from '../design/what-counts.tsx';
import { dashboardWords } from './words.ts';

export interface Line {
  readonly label: string;
  /** The name of one of the design's colours. */
  readonly colour: 'accent' | 'soft' | 'faint' | 'good' | 'warn' | 'bad' | 'ink';
  readonly dash?: readonly number[];
  readonly isFilled?: boolean;
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  readonly about: string;
  /** `counts` explains what the figures include if that is not obvious. */
  readonly counts?: string | undefined;
  /** Milliseconds since 1970, oldest first. */
  readonly times: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly lines: readonly Line[];
  /** One line upon the other, so that the uppermost is the sum. */
  readonly isStacked?: boolean;
  readonly format: (value: number) => string;
  /** Tells whether the values count whole things. The marks beside the chart are then whole numbers too. */
  readonly isCount: boolean;
  readonly formatTime: (ms: number) => string;
  readonly isShownAsTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

export function Chart(props: ChartProps) {
  const { title, about, counts, times, lines, format, isShownAsTable, onTable } = props;
  const words = dashboardWords();
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed === undefined ? times.length - 1 : pointed;
  const hasAny = lines.some(({ values }) => values.some((value) => value !== null));
  return (
    <section class="card chart" aria-labelledby={id}>
      <div class="row spread">
        <div>
          <h2 id={id}>{title}</h2>
          <p class="small quiet">{about}</p>
          {counts !== undefined && <WhatCounts of={title}>{counts}</WhatCounts>}
        </div>
        <button
          type="button"
          class="button small plain no-print"
          aria-pressed={isShownAsTable}
          onClick={() => onTable(!isShownAsTable)}
        >
          {words.asTable}
          <span class="hidden">: {title}</span>
        </button>
      </div>
      {isShownAsTable ? (
        <FigureTable {...props} />
      ) : (
        <>
          <ul class="legend">
            {lines.map((line) => {
              const value = line.values[shown];
              return (
                <li key={line.label}>
                  <LineSample line={line} />
                  {line.label}
                  <strong class="number">{value === null || value === undefined ? '–' : format(value)}</strong>
                </li>
              );
            })}
          </ul>
          {hasAny ? <Plot {...props} onPoint={setPointed} /> : <p class="empty">{words.nothingYet}</p>}
        </>
      )}
    </section>
  );
}

function LineSample({ line: { colour, dash = [], isFilled } }: { readonly line: Line }) {
  return (
    <svg class={`sample ${colour}`} viewBox="0 0 22 10" aria-hidden="true">
      {isFilled === true && <rect x="0" y="5" width="22" height="5" fill="currentColor" opacity="0.25" />}
      <path d="M0 5h22" stroke="currentColor" stroke-width="2.5" stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}

/** Newest first: what one looks for is what has just happened. */
function FigureTable({ title, times, lines, format, formatTime }: ChartProps) {
  const words = dashboardWords();
  const rows = times.map((ms, index) => ({ ms, index })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll figure-table" tabIndex={0} aria-label={`${title}: ${words.asTable}`}>
      <table>
        <TableHead columns={[words.time, ...lines.map(({ label }) => ({ end: label }))]} />
        <tbody>
          {rows.map(({ ms, index }) => (
            <tr key={ms}>
              <th scope="row">{formatTime(ms)}</th>
              {lines.map(({ label, values }) => {
                const value = values[index];
                return (
                  <td key={label} class="end">
                    {value === null || value === undefined ? '–' : format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const plotHeight = 200;
const narrow = 420;
/** The distance between two marks is one of these steps. */
const wholeSteps = [1, 10, 100, 1_000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power]);

function Plot(props: ChartProps & { readonly onPoint: (index: number | undefined) => void }) {
  const { title, times, lines, isStacked = false, fromMs, toMs } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const labels = lines.map(({ label }) => label).join('|');

  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const drawn = new uPlot(toOptions(element, latest), toData(latest.current), element);
    plot.current = drawn;
    const watcher = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: plotHeight }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      drawn.destroy();
    };
  }, [isDark, labels, isStacked]);

  useEffect(() => plot.current?.setData(toData(latest.current)), [times, lines, fromMs, toMs]);

  return <div ref={place} class="plot" role="img" aria-label={`${title}. ${dashboardWords().chartHint}`} />;
}

function toData({ times, lines, isStacked = false }: ChartProps): uPlot.AlignedData {
  const seconds = times.map((ms) => ms / 1000);
  if (!isStacked) return [seconds, ...lines.map(({ values }) => [...values])];
  const sums: number[] = times.map(() => 0);
  const stacked = lines.map(({ values }) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0);
      return sums[index] ?? 0;
    }),
  );
  // The highest first, so that those below are drawn over it.
  return [seconds, ...stacked.toReversed()];
}

function toOptions(
  element: HTMLElement,
  latest: { readonly current: ChartProps & { readonly onPoint: (index: number | undefined) => void } },
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colourOf = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const { lines, isStacked = false } = latest.current;
  const drawn = isStacked ? lines.toReversed() : lines;
  const font = `12px ${style.getPropertyValue('--sans')}`;
  const axis = { stroke: colourOf('soft'), font, ticks: { show: false } };
  const isNarrow = element.clientWidth < narrow;
  return {
    width: element.clientWidth,
    height: plotHeight,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'dashboard' } },
    scales: {
      x: { time: true, range: () => [latest.current.fromMs / 1000, latest.current.toMs / 1000] },
      y: { range: (_plot, _low, high) => [0, (high || 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        gap: 8,
        space: isNarrow ? 70 : 90,
        values: (_plot, splits) => splits.map((seconds) => latest.current.formatTime(seconds * 1000)),
      },
      {
        ...axis,
        size: 56,
        space: 36,
        ...(latest.current.isCount ? { incrs: wholeSteps } : {}),
        grid: { stroke: colourOf('line'), width: 1 },
        values: (_plot, splits) => splits.map((value) => latest.current.format(value)),
      },
    ],
    series: [
      {},
      ...drawn.map(({ label, colour, dash, isFilled }): uPlot.Series => {
        const paint = colourOf(colour);
        return {
          label,
          stroke: paint,
          width: 1.75,
          points: { show: false },
          ...(dash === undefined ? {} : { dash: [...dash] }),
          // In a stack each band is opaque, or the colours of those below would show through.
          ...(isStacked
            ? { fill: blend(paint, colourOf('card'), 0.38) }
            : isFilled === true
              ? { fill: blend(paint, colourOf('card'), 0.14) }
              : {}),
        };
      }),
    ],
    hooks: {
      setCursor: [({ cursor: { idx } }) => latest.current.onPoint(idx ?? undefined)],
    },
  };
}

/** A share of the colour on the paper. Both are `#rrggbb`, or `#rgb`, which the build makes of it where it can. */
function blend(paint: string, paper: string, share: number): string {
  const parts = (colour: string) => {
    const digits = colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour;
    return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  };
  const [below, above] = [parts(paper), parts(paint)];
  return `rgb(${below.map((part, index) => Math.round(part + ((above[index] ?? 0) - part) * share)).join(' ')})`;
}
