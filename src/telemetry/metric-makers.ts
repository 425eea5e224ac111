// Makes the metrics of one process by their names, each with all of its series at 0, so that what has not happened yet is told as well.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createBatchedCounter, createBatchedHistogram } from './batched-metrics.ts';
import { type LabelsOf, type MetricKind, type MetricName, metricKinds, type NameOf, toSeries } from './metric-kinds.ts';

/** The metrics of a register, once they are made. */
export interface MadeMetrics {
  count<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, amount?: number): void;
  observe<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, durationMs: number): void;
}

export interface Gauges {
  /** Sets a gauge. A null value leaves it unreported. */
  set<Name extends NameOf<'gauge'>>(name: Name, value: number | boolean | null, labels?: LabelsOf<Name>): void;
  /** Resets a gauge, because a removed item must not keep its last value. */
  reset(name: NameOf<'gauge'>): void;
}

export function createMetricMakers(register: Registry) {
  const byOpenLabel: [metric: Counter<string>, kind: MetricKind][] = [];
  const makers = { counter: Counter<string>, gauge: Gauge<string>, histogram: Histogram<string> };
  function withAllSeries(metric: Counter<string>, name: MetricName): void {
    const kind: MetricKind = metricKinds[name];
    if (Object.values(kind.values ?? {}).some((values) => typeof values === 'string')) byOpenLabel.push([metric, kind]);
    else for (const labels of toSeries(kind, {})) metric.inc(labels, 0);
  }
  const get = <Metric>(name: MetricName) => register.getSingleMetric(name) as Metric;
  const made: MadeMetrics = {
    count: (name, labels, amount = 1) => get<Counter<string>>(name).inc(labels, amount),
    observe: (name, labels, durationMs) => get<Histogram<string>>(name).observe(labels, durationMs / 1000),
  };
  const gauges: Gauges = {
    set(name, value, labels) {
      if (value !== null) get<Gauge<string>>(name).set(labels ?? {}, Number(value));
    },
    reset: (name) => get<Gauge<string>>(name).reset(),
  };
  return {
    made,
    gauges,
    /** Creates a counter for events that occur with every request. */
    batchedCounter(name: NameOf<'counter'>) {
      const batched = createBatchedCounter(describeMetric(name, register));
      withAllSeries(batched.metric, name);
      return batched;
    },
    batchedHistogram: (name: NameOf<'histogram'>) => createBatchedHistogram(describeMetric(name, register), register),
    /** All that were not made until now. */
    makeOthers() {
      for (const name of Object.keys(metricKinds) as MetricName[]) {
        if (get(name) !== undefined) continue;
        const metric = new makers[metricKinds[name].type](describeMetric(name, register));
        if (metric instanceof Counter) withAllSeries(metric, name);
      }
    },
    /** Starts the metrics by route or by source at 0 for these routes and sources. */
    expect(open: { readonly routes?: readonly string[]; readonly sources?: readonly string[] }): void {
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
