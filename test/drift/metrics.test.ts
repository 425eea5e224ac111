import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type MetricKind, metricKinds } from '../../src/telemetry/metric-kinds.ts';
import { findPromtool } from '../support/machine.ts';

const root = join(import.meta.dirname, '../..');
const alertsFile = join(root, 'deploy/prometheus/alerts.yaml');
const casesFile = join(root, 'deploy/prometheus/alerts.test.yaml');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const alerts = (
  parse(readFileSync(alertsFile, 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap(({ rules }) => rules);
const cases = (
  parse(readFileSync(casesFile, 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  }
).tests.flatMap(({ alert_rule_test }) => alert_rule_test);
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

const counters = Object.entries<MetricKind>(metricKinds).filter(([, { type }]) => type === 'counter');
test.each(counters)(
  '%s declares what each of its labels can be, so that all of it is told from the start',
  (_name, kind) => {
    expect(Object.keys(kind.values ?? {})).toEqual(kind.labels);
  },
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

  test.each(alerts)('$alert has a case in which it fires, and one in which it does not', ({ alert }) => {
    const expected = cases
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => exp_alerts.length > 0);
    expect(new Set(expected)).toEqual(new Set([true, false]));
  });

  const promtool = findPromtool();
  if (promtool === undefined) process.stderr.write('SKIPPED: no promtool, which checks the alerts.\n');
  const run = (...args: readonly string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8' });
  // Some ten seconds of processor, which may be a minute or more of a busy machine.
  const patience = { timeout: 600_000 };
  test.runIf(promtool)('the rules are what Prometheus accepts, and each of their cases holds', patience, () => {
    expect(run('check', 'rules', alertsFile)).toContain('SUCCESS');
    expect(run('test', 'rules', casesFile)).toContain('SUCCESS');
  });
});
