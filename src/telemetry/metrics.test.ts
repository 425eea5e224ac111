import { expect, test } from 'vitest';
import type { KeyId } from '../domain/access/api-key.ts';
import { emptyRecord } from '../domain/person/evidence.ts';
import { type MetricKind, metricKinds } from './metric-kinds.ts';
import { createMetrics, toMetricsText } from './metrics.ts';

const open = () => createMetrics({ version: '0', look: () => {} });
const readAll = async (metrics: ReturnType<typeof open>) =>
  (await toMetricsText([await metrics.snapshot()])).split('\n');

test('every series of every counter is told before anything was counted, at 0', async () => {
  const metrics = open();
  metrics.expect({ routes: ['none', '/v1/verify/cpf'] });
  metrics.expect({ sources: ['bureau_a', 'bureau_b', 'fraud_registry', 'income'] });
  const lines = await readAll(metrics);
  for (const [name, { type, labels, values = {} }] of Object.entries<MetricKind>(metricKinds)) {
    if (type !== 'counter') continue;
    const expected = labels.reduce((count, label) => {
      const each = values[label] ?? [];
      return count * (each === 'routes' ? 2 : each === 'sources' ? 4 : each === 'places' ? 0 : each.length);
    }, 1);
    const told = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    expect([name, told.length]).toEqual([name, expected]);
    expect(told.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  }
  expect(lines).toContain('confere_source_answers_total{source="bureau_a",outcome="credit_exhausted"} 0');
});

test('what is counted goes to the series that were told, and the dashboard hears of nothing that did not happen', async () => {
  const metrics = open();
  metrics.expect({ routes: ['/v1/verify/cpf'], sources: ['bureau_b'] });
  const before = (await readAll(metrics)).length;
  metrics.observeRequest({
    route: '/v1/verify/cpf',
    status: 503,
    durationMs: null,
    isAuthenticated: false,
    code: 'overloaded',
  });
  metrics.count('confere_source_second_tries_total', { source: 'bureau_b', why: 'retry' });
  metrics.count('confere_batch_rows_total', { status: 'invalid' });
  const lines = await readAll(metrics);
  expect(lines).toHaveLength(before);
  expect(lines).toContain('confere_shed_requests_total{route="/v1/verify/cpf"} 1');
  expect(lines).toContain('confere_requests_total{route="/v1/verify/cpf",status="503"} 1');
  const { statuses, sources, outcomes } = await metrics.takeFigures();
  expect({ statuses, sources, outcomes }).toEqual({ statuses: { 503: 1 }, sources: {}, outcomes: {} });
});

test('money is counted by party, where a call has a price, also for the party that is asked about companies', async () => {
  const metrics = open();
  metrics.expect({ sources: ['bureau_a', 'bureau_b'] });
  const caller = { keyId: 'key_1' as KeyId, mode: 'live', requestId: 'req_1', purpose: null } as const;
  const called = { outcome: 'answered', count: 1 } as const;
  const calls = [
    { source: 'bureau_a', ...called, cost: 6_590n },
    { source: 'bureau_b', ...called, cost: null },
    { source: 'company_fallback', ...called, cost: 170n },
  ];
  const observed = {
    operation: 'cnpj',
    caller,
    status: 'verified',
    riskLevel: 'low',
    act: null,
    answers: null,
    calls,
  } as const;
  for (const _ of [1, 2]) metrics.observeVerification(observed);
  const lines = (await readAll(metrics)).filter((line) => line.startsWith('confere_source_cost_reais_total'));
  expect(lines).toEqual([
    'confere_source_cost_reais_total{source="bureau_a"} 1.318',
    'confere_source_cost_reais_total{source="bureau_b"} 0',
    'confere_source_cost_reais_total{source="company_fallback"} 0.034',
  ]);
});

test('a source that a plan left out is no answer: alerts and the dashboard go by the share of those that were asked', async () => {
  const metrics = open();
  metrics.expect({ sources: ['bureau_a', 'bureau_b'] });
  const unasked = { roles: [], latencyMs: 0, cached: false, calls: 0 } as const;
  metrics.observeVerification({
    operation: 'cpf',
    caller: { keyId: 'key_1' as KeyId, requestId: 'req_1', mode: 'live', purpose: null },
    status: 'not_verified',
    riskLevel: 'high',
    act: 'manual',
    answers: [{ ...unasked, source: 'bureau_a', evidence: { kind: 'not_asked', reason: 'condition' } }],
    calls: [],
  });
  const counted = (await readAll(metrics)).filter((line) => line.startsWith('confere_source_') && !line.endsWith(' 0'));
  expect(counted.filter((line) => line.includes('bureau_a'))).toEqual([]);
});

test('an answer that was paid for before is told apart from one of the short memory, and neither has a duration', async () => {
  const metrics = open();
  const record = { ...emptyRecord, score: 700 };
  const answer = {
    source: 'bureau_a',
    roles: [],
    evidence: { kind: 'answered', record },
    latencyMs: 5,
    calls: 0,
  } as const;
  const kept = { ageSeconds: 60, purpose: 'credit' };
  metrics.observeVerification({
    operation: 'cpf',
    caller: { keyId: 'key_1' as KeyId, requestId: 'req_1', mode: 'live', purpose: 'credit' },
    status: 'verified',
    riskLevel: 'low',
    act: 'approve',
    answers: [
      { ...answer, cached: true, kept },
      { ...answer, cached: true },
      { ...answer, cached: false },
    ],
    calls: [],
  });
  const lines = await readAll(metrics);
  for (const outcome of ['kept', 'cached', 'answered'])
    expect(lines).toContain(`confere_source_answers_total{source="bureau_a",outcome="${outcome}"} 1`);
  expect(lines).toContain('confere_source_duration_seconds_count{source="bureau_a"} 1');
});
