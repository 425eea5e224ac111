import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type MetricKind, metricKinds } from '../../src/telemetry/metric-kinds.ts';

const root = join(import.meta.dirname, '../..');
const alertsFile = join(root, 'deploy/prometheus/alerts.yaml');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const alerts = (
  parse(readFileSync(alertsFile, 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap(({ rules }) => rules);
const panels = (
  JSON.parse(read('deploy/grafana/confere.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
).panels;
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What Prometheus makes of each metric. */
const series = new Map(
  Object.entries<MetricKind>(metricKinds).flatMap(([name, kind]) =>
    (kind.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(
      (suffix) => [`${name}${suffix}`, kind] as const,
    ),
  ),
);

describe('the dashboard and the alerts', () => {
  test.each(expressions)('%s asks only for metrics that there are: %s', (_where, expr) => {
    for (const [name] of expr.matchAll(/\bconfere_\w+/g)) expect([...series.keys()]).toContain(name);
  });

  test.each(expressions)('%s asks only for labels that the metric has: %s', (_where, expr) => {
    for (const [, name, matchers] of expr.matchAll(/\b(confere_\w+)\{([^}]*)\}/g)) {
      for (const [, label] of (matchers ?? '').matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) {
        expect(series.get(name ?? '')?.labels).toContain(label);
      }
    }
  });

  test('every metric of ours is on the dashboard, but the versions', () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const missing = Object.keys(metricKinds).filter((name) => !shown.includes(name));
    expect(missing).toEqual(['confere_registry_imported_seconds', 'confere_build_info']);
  });

  test('every alert has its heading in the runbook', () => {
    const runbook = read('docs/operations.md');
    for (const { alert } of alerts) expect(runbook).toContain(`### ${alert}`);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  test.runIf(hasPromtool)('the rules are what Prometheus accepts', () => {
    expect(execFileSync('promtool', ['check', 'rules', alertsFile], { encoding: 'utf8' })).toContain('SUCCESS');
  });
});
