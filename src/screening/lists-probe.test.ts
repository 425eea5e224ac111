import { expect, test } from 'vitest';
import type { ListStatus } from '../app/screening/lists/list-counts.ts';
import type { Sensitivities } from '../domain/screening/sensitivity.ts';
import { judgeLists } from './lists-probe.ts';

/** Judges the lists as if the service relied on no others than those that are there. */
const judge = (lists: readonly ListStatus[], ...reliedUpon: readonly string[]) =>
  judgeLists(lists, { isVerified: false, reliedUpon, sensitivities: {} });

const status = (list: string, state: ListStatus['state'], more: Partial<ListStatus> = {}): ListStatus => ({
  list,
  title: list,
  state,
  problem: state === 'damaged' ? 'It is damaged.' : null,
  stale_after_days: 15,
  held: false,
  live:
    state === 'missing'
      ? null
      : {
          id: '1',
          data_as_of: '2026-09-30',
          entries: 3,
          seen_on: null,
          unchanged_since: null,
          imported_at: null,
          verified_at: null,
          problem: null,
        },
  previous: null,
  stored: { editions: 1, bytes: 1_000 },
  last_import: null,
  last_update: null,
  ...more,
});

test('doctor says the worst of all lists, and nothing of those that nobody has imported', () => {
  expect(judge([status('ceis', 'missing')])).toMatchObject({ state: 'ok' });
  expect(judge([status('ceis', 'current'), status('pep', 'missing')])).toMatchObject({
    state: 'ok',
    says: 'ceis: current.',
  });
  const failed = status('cnep', 'current', { last_import: { outcome: 'failed' } });
  expect(judge([failed])).toMatchObject({ state: 'warning', says: expect.stringContaining('cnep failed') });
  const stale = status('pep', 'stale');
  expect(judge([failed, stale])).toMatchObject({ says: 'Too old: pep (data of 2026-09-30).' });
  expect(judge([stale, status('ceis', 'damaged')])).toMatchObject({ state: 'fault' });
  const both = judge([status('ceis', 'damaged'), status('pep', 'damaged', { problem: 'It is cut.' })]);
  expect(both).toMatchObject({
    says: 'ceis cannot be used: It is damaged. pep cannot be used: It is cut.',
    advice: expect.stringMatching(/lists import ceis FILE.*lists import pep FILE/),
  });
});

test('doctor names the download where there is one, and says why the last one failed', () => {
  const own = 'propria-fornecedores';
  const { advice } = judge([status('pep', 'stale'), status(own, 'stale')]) as { advice: string };
  expect(advice).toContain('confere lists update pep (or confere lists import pep FILE)');
  expect(advice).not.toContain(`lists update ${own}`);
  const last_update = { outcome: 'failed', looked_at: '2026-11-18T10:00:00Z', reason: 'It answered 403.' };
  expect(judge([status('onu', 'current', { last_update })])).toMatchObject({
    state: 'warning',
    says: 'The last update failed: onu (It answered 403.).',
    advice: expect.stringContaining('confere lists update onu'),
  });
  expect(judge([status('onu', 'missing', { last_update })])).toMatchObject({ state: 'ok' });
});

test('doctor says that nobody is clear without a list that was here once, or that everybody must look at', () => {
  expect(judge([status('ceis', 'current'), status('onu', 'missing')], 'onu', 'ceis')).toEqual({
    subject: 'lists',
    state: 'fault',
    says: 'Nobody is clear, because of lists that are missing: onu.',
    advice:
      'Put their folders back if somebody took them away, or bring them here: confere lists update onu (or confere lists import onu FILE).',
  });
  expect(judge([status('onu', 'current')], 'onu', 'own-fraud')).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('If you do not need them any more: confere lists give-up own-fraud --yes.'),
  });
  // Whoever never had any looks nobody up.
  expect(judge([status('onu', 'missing')], 'onu')).toMatchObject({ state: 'ok' });
});

test('doctor says which lists are not balanced, and which own list the setting names in vain', () => {
  const judgeSet = (sensitivities: Sensitivities) => {
    const lists = [status('ceis', 'current'), status('onu', 'current'), status('own-vip', 'current')];
    return judgeLists(lists, { isVerified: false, reliedUpon: [], sensitivities });
  };
  expect(judgeSet({ onu: 'high', ofac: 'high', 'own-vip': 'high', ceis: 'low' })).toMatchObject({
    says: 'ceis, onu, own-vip: current. Sensitivity low: ceis. Sensitivity high: onu, own-vip.',
  });
  expect(judgeSet({ 'own-vpi': 'high' })).toMatchObject({
    state: 'warning',
    says: '`screening.sensitivity` names lists that are not here: own-vpi.',
    advice: expect.stringContaining('lists import own-vpi FILE'),
  });
});
