import { expect, test } from 'vitest';
import type { ListStatus } from '../app/screening/lists/list-counts.ts';
import { judgeLists } from './lists-probe.ts';

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
  expect(judgeLists([status('ceis', 'missing')])).toMatchObject({ state: 'ok' });
  expect(judgeLists([status('ceis', 'current'), status('pep', 'missing')])).toMatchObject({
    state: 'ok',
    says: 'ceis: current.',
  });
  const failed = status('cnep', 'current', { last_import: { outcome: 'failed' } });
  expect(judgeLists([failed])).toMatchObject({ state: 'warning', says: expect.stringContaining('cnep failed') });
  const stale = status('pep', 'stale');
  expect(judgeLists([failed, stale])).toMatchObject({ says: 'Too old: pep (data of 2026-09-30).' });
  expect(judgeLists([stale, status('ceis', 'damaged')])).toMatchObject({ state: 'fault' });
  const both = judgeLists([status('ceis', 'damaged'), status('pep', 'damaged', { problem: 'It is cut.' })]);
  expect(both).toMatchObject({
    says: 'ceis cannot be used: It is damaged. pep cannot be used: It is cut.',
    advice: expect.stringMatching(/lists import ceis FILE.*lists import pep FILE/),
  });
});

test('doctor names the download where there is one, and says why the last one failed', () => {
  const own = 'propria-fornecedores';
  const { advice } = judgeLists([status('pep', 'stale'), status(own, 'stale')]) as { advice: string };
  expect(advice).toContain('confere lists update pep (or confere lists import pep FILE)');
  expect(advice).not.toContain(`lists update ${own}`);
  const last_update = { outcome: 'failed', looked_at: '2026-11-18T10:00:00Z', reason: 'It answered 403.' };
  expect(judgeLists([status('onu', 'current', { last_update })])).toMatchObject({
    state: 'warning',
    says: 'The last update failed: onu (It answered 403.).',
    advice: expect.stringContaining('confere lists update onu'),
  });
  expect(judgeLists([status('onu', 'missing', { last_update })])).toMatchObject({ state: 'ok' });
});
