import { expect, test } from 'vitest';
import { type MetricKind, metricKinds } from './metric-kinds.ts';
import { createMetrics, toMetricsText } from './metrics.ts';

const gauges = {
  sources: {},
  registry: { isReady: false, dataAsOfSeconds: null, loadedAtSeconds: null, establishments: null },
  audit: { isWritable: true, isRefused: false, isRemembered: true, unfinished: 0, queued: 0, anchors: new Map() },
  counters: { isReachable: true, nodes: 1 },
  store: { isReachable: true, isFenced: false, clockSkewSeconds: 0, connections: { busy: 0, idle: 0, waiting: 0 } },
  connections: 0,
  heartbeats: new Map<string, number>(),
};
const open = () => createMetrics({ version: '0', readGauges: () => gauges });
const readAll = async (metrics: ReturnType<typeof open>) =>
  (await toMetricsText([await metrics.snapshot()])).split('\n');

test('every series of every counter is told before anything was counted, at 0', async () => {
  const metrics = open();
  metrics.expectRoutes(['none', '/v1/verify/cpf']);
  const lines = await readAll(metrics);
  for (const [name, { type, labels, values = {} }] of Object.entries<MetricKind>(metricKinds)) {
    if (type !== 'counter') continue;
    const expected = labels.reduce((count, label) => {
      const each = values[label] ?? [];
      return count * (each === 'routes' ? 2 : each === 'places' ? 0 : each.length);
    }, 1);
    const told = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    expect([name, told.length]).toEqual([name, expected]);
    expect(told.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  }
  expect(lines).toContain('confere_source_answers_total{source="bureau_a",outcome="credit_exhausted"} 0');
});

test('what is counted goes to the series that were told, and the board hears of nothing that did not happen', async () => {
  const metrics = open();
  metrics.expectRoutes(['/v1/verify/cpf']);
  const before = (await readAll(metrics)).length;
  metrics.observeRequest({
    route: '/v1/verify/cpf',
    status: 503,
    durationMs: null,
    isAuthenticated: false,
    code: 'overloaded',
  });
  metrics.countSecondTry('bureau_b', 'retry');
  metrics.countBatchRow('invalid');
  const lines = await readAll(metrics);
  expect(lines).toHaveLength(before);
  expect(lines).toContain('confere_shed_requests_total{route="/v1/verify/cpf"} 1');
  expect(lines).toContain('confere_requests_total{route="/v1/verify/cpf",status="503"} 1');
  const { statuses, sources, outcomes } = await metrics.takeFigures();
  expect({ statuses, sources, outcomes }).toEqual({ statuses: { 503: 1 }, sources: {}, outcomes: {} });
});
