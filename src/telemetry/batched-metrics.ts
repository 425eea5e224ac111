// Counts what every request counts, in plain numbers, and tells it when somebody looks. Counting each event in prom-client
// itself took 7 % of the time of a request (bench/README.md): it checks and joins the labels anew every time.

import { Counter, type CounterConfiguration, type HistogramConfiguration, type Registry } from 'prom-client';

type LabelValue = string | number;

interface Cell {
  readonly labels: Readonly<Record<string, LabelValue>>;
  /** `count` holds the part that the cell has not yet reported. */
  count: number;
}

type Cells = Map<LabelValue, Cells | Cell>;

export function createBatchedCounter(description: CounterConfiguration<string> & { labelNames: string[] }) {
  const { labelNames } = description;
  const root: Cells = new Map();
  const all: Cell[] = [];
  const metric = new Counter<string>({
    ...description,
    collect: () => {
      for (const cell of all) {
        if (cell.count > 0) metric.inc(cell.labels, cell.count);
        cell.count = 0;
      }
    },
  });

  function addCell(values: readonly LabelValue[]): Cell {
    const cell = { labels: Object.fromEntries(labelNames.map((name, index) => [name, values[index] ?? ''])), count: 0 };
    let cells = root;
    for (const value of values.slice(0, -1)) {
      const below = (cells.get(value) as Cells | undefined) ?? new Map();
      cells.set(value, below);
      cells = below;
    }
    cells.set(values.at(-1) ?? '', cell);
    all.push(cell);
    return cell;
  }

  function getCell(values: readonly LabelValue[]): Cell {
    let found: Cells | Cell | undefined = root;
    for (let index = 0; index < values.length && found !== undefined; index++) {
      found = (found as Cells).get(values[index] as LabelValue);
    }
    return (found as Cell | undefined) ?? addCell(values);
  }

  return {
    metric,
    /** The values of all labels, in the order of their names. */
    count: (...values: readonly LabelValue[]) => {
      getCell(values).count++;
    },
    /** The same by any amount. */
    add: (amount: number, ...values: readonly LabelValue[]) => {
      getCell(values).count += amount;
    },
  };
}

interface BucketValue {
  readonly labels: Readonly<Record<string, LabelValue>>;
  readonly value: number;
  readonly metricName: string;
}

interface Series {
  /** By bucket, of which the last has no bound. */
  readonly counts: Float64Array;
  sum: number;
}

/** A histogram with one label. The library's own cannot be told of many values at once, so this one takes its place in the register. */
export function createBatchedHistogram(description: HistogramConfiguration<string>, register: Registry) {
  const { name, help, labelNames: [label = ''] = [], buckets = [] } = description;
  const all = new Map<string, Series>();

  function addSeries(labelValue: string): Series {
    const series = { counts: new Float64Array(buckets.length + 1), sum: 0 };
    all.set(labelValue, series);
    return series;
  }

  const metric = {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...all].flatMap(([value, series]) => toValues(name, buckets, { [label]: value }, series)),
    }),
  };
  register.registerMetric(metric as never);
  return {
    metric,
    observe: (labelValue: string, seconds: number) => {
      const series = all.get(labelValue) ?? addSeries(labelValue);
      let place = 0;
      while (place < buckets.length && seconds > (buckets[place] as number)) place++;
      series.counts[place] = (series.counts[place] as number) + 1;
      series.sum += seconds;
    },
  };
}

/** Each bucket with all that lies below its bound, as Prometheus has it. */
function toValues(
  name: string,
  buckets: readonly number[],
  labels: BucketValue['labels'],
  series: Series,
): BucketValue[] {
  let below = 0;
  const values = [...series.counts].map((count, place) => {
    below += count;
    return { labels: { le: buckets[place] ?? '+Inf', ...labels }, value: below, metricName: `${name}_bucket` };
  });
  return [
    ...values,
    { labels, value: series.sum, metricName: `${name}_sum` },
    { labels, value: below, metricName: `${name}_count` },
  ];
}
