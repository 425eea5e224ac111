// Columns of counts, one for each month or day, to be chosen from by mouse or keyboard. Each says its number in words, and the same
// numbers stand in a table at a click.

import { useState } from 'preact/hooks';
import { formatCompact, formatNumber } from '../words/format.ts';
import { Tabs } from './parts.tsx';
import { TableHead } from './table/table-head.tsx';
import { partWords } from './words.ts';
import './bar-chart.css';

export interface Bar {
  readonly key: string;
  /** Short, under the column. */
  readonly label: string;
  /** Whole, for the table and for those who do not see the column. */
  readonly title: string;
  readonly count: number;
}

interface BarChartProps {
  readonly label: string;
  /** `heads` gives the heading of the table's first column and the name of the counted unit. */
  readonly heads: readonly [string, string];
  readonly bars: readonly Bar[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

export function BarChart({ label, heads, bars, chosen, onChoose }: BarChartProps) {
  const words = partWords();
  const [tab, setTab] = useState<'chart' | 'table'>('chart');
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <Tabs label={label} tabs={{ chart: words.asChart, table: words.asTable }} chosen={tab} onChoose={setTab}>
      {tab === 'chart' ? (
        <div class="bars">
          {bars.map(({ key, label: short, title, count }) => (
            <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
              <span class="hidden">{`${title}: ${formatNumber(count)}`}</span>
              <span class="bar-count" aria-hidden="true">
                {count === 0 ? '' : formatCompact(count)}
              </span>
              <span class="bar-room" aria-hidden="true">
                <span class="bar-fill" style={{ height: `${(count / highest) * 100}%` }} />
              </span>
              <span class="bar-label" aria-hidden="true">
                {short}
              </span>
            </button>
          ))}
        </div>
      ) : (
        <table class="bars-table">
          <TableHead columns={[heads[0], { end: heads[1] }]} />
          <tbody>
            {bars.map(({ key, title, count }) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                <td class="end">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Tabs>
  );
}
