import { expect, test } from 'vitest';
import { toMetricsText } from '../../telemetry/metrics.ts';
import { createTelemetry, type ObservedParts } from './telemetry.ts';

const parts: ObservedParts = {
  registry: {
    status: () => ({
      readiness: 'empty',
      snapshot: null,
      dataAsOf: null,
      importedAt: null,
      establishments: null,
      verifiedAt: null,
      problem: null,
      recordsProblem: null,
    }),
  },
  registrySource: () => undefined,
  lists: () => [
    { list: 'ceis', state: 'stale', dataAsOf: '2026-09-21T14:13:20Z', entries: 23_000 },
    { list: 'own-x', state: 'damaged', dataAsOf: null, entries: null },
  ],
  listsSource: () => undefined,
  audit: { isWritable: () => true, fault: () => null, isRemembered: () => true, unfinished: () => 0, queued: () => 0 },
  anchors: () => new Map(),
  counters: undefined,
  store: undefined,
  sources: () => ({
    income: { breaker: 'closed', inFlight: 0, certificateEndsMs: 1_800_000_000_000 },
    registry_x: { breaker: 'closed', inFlight: 0, certificateEndsMs: null },
  }),
  budgets: () => [{ source: 'registry_x', period: 'day', unit: 'calls', share: 0.5 }],
  keyBudgets: () => [{ keyId: 'key_9', period: 'month', unit: 'reais', share: 0.9 }],
  connections: () => 0,
  dueTimes: () => ({}),
  judgementsDue: () => ({ freeze: 1, review: 0, approval: 2 }),
  heartbeats: () => new Map(),
};
const open = (lists = parts.lists) =>
  createTelemetry({
    version: '0',
    startedAtMs: 0,
    findUnreadiness: async () => undefined,
    parts: () => ({ ...parts, lists }),
  }).metrics;
const readAll = async (metrics: ReturnType<typeof open>) =>
  (await toMetricsText([await metrics.snapshot()])).split('\n');

test('the end of a client certificate is told of the sources to which one is shown', async () => {
  const lines = (await readAll(open())).filter((line) => line.startsWith('confere_source_certificate_expiry_seconds'));
  expect(lines).toEqual(['confere_source_certificate_expiry_seconds{source="income"} 1800000000']);
});

test('what people have to do about judgements is told by what it is', async () => {
  const lines = (await readAll(open())).filter((line) => line.startsWith('confere_judgements_due'));
  expect(lines).toEqual(
    ['freeze 1', 'review 0', 'approval 2'].map((each) => {
      const [what, count] = each.split(' ');
      return `confere_judgements_due{what="${what}"} ${count}`;
    }),
  );
});

test('what a source or a key has used of its budget is told by period and unit', async () => {
  expect(await readAll(open())).toContain(
    'confere_key_budget_used_ratio{key_id="key_9",period="month",unit="reais"} 0.9',
  );
  expect(await readAll(open())).toContain(
    'confere_source_budget_used_ratio{source="registry_x",period="day",unit="calls"} 0.5',
  );
});

test('a list shows its day, its entries and its state while it is there', async () => {
  let { lists } = parts;
  const metrics = open(() => lists());
  const linesOf = async () => (await readAll(metrics)).filter((line) => line.startsWith('confere_list_'));
  expect(await linesOf()).toEqual([
    'confere_list_data_as_of_seconds{list="ceis"} 1790000000',
    'confere_list_state{list="ceis"} 1',
    'confere_list_state{list="own-x"} 2',
    'confere_list_entries{list="ceis"} 23000',
  ]);
  lists = () => [];
  expect(await linesOf()).toEqual([]);
});
