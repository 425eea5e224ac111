// Makes the metrics of one process by their names, each with all of its series at 0, so that what has not happened yet is told as well.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  type BatchedCounter,
  type BatchedHistogram,
  createBatchedCounter,
  createBatchedHistogram,
} from './batched-metrics.ts';
import { type MetricKind, type MetricName, metricKinds, toSeries } from './metric-kinds.ts';

export interface MetricMakers {
  counter(name: MetricName): Counter<string>;
  gauge(name: MetricName): Gauge<string>;
  histogram(name: MetricName): Histogram<string>;
  /** For what every request counts. */
  batchedCounter(name: MetricName): BatchedCounter;
  batchedHistogram(name: MetricName): BatchedHistogram;
  /** What is counted by route or by source is told from now on for these, at 0. */
  expect(open: { readonly routes?: readonly string[]; readonly sources?: readonly string[] }): void;
}

export function createMetricMakers(register: Registry): MetricMakers {
  const byOpenLabel: [metric: Counter<string>, kind: MetricKind][] = [];
  function withAllSeries(metric: Counter<string>, name: MetricName): void {
    const kind: MetricKind = metricKinds[name];
    if (Object.values(kind.values ?? {}).some((values) => typeof values === 'string')) byOpenLabel.push([metric, kind]);
    else for (const labels of toSeries(kind, {})) metric.inc(labels, 0);
  }
  return {
    counter(name) {
      const made = new Counter<string>(describeMetric(name, register));
      withAllSeries(made, name);
      return made;
    },
    gauge: (name) => new Gauge<string>(describeMetric(name, register)),
    histogram: (name) => new Histogram<string>(describeMetric(name, register)),
    batchedCounter(name) {
      const made = createBatchedCounter(describeMetric(name, register));
      withAllSeries(made.metric, name);
      return made;
    },
    batchedHistogram: (name) => createBatchedHistogram(describeMetric(name, register), register),
    expect(open) {
      for (const [metric, kind] of byOpenLabel) for (const labels of toSeries(kind, open)) metric.inc(labels, 0);
    },
  };
}

export function describeMetric(name: MetricName, register: Registry) {
  const { help, labels, over, buckets }: MetricKind = metricKinds[name];
  return {
    name,
    help,
    labelNames: [...labels],
    registers: [register],
    ...(over === undefined ? {} : { aggregator: over }),
    ...(buckets === undefined ? {} : { buckets: [...buckets] }),
  };
}
