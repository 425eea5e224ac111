import { describe, expect, test } from 'vitest';
import { findMoved, type Morning, toLines } from './lines.ts';

const people = { approve: 80, complete: 0, review: 15, manual: 5, none: 0 };
const day = (changes: Partial<typeof people> = {}) => ({ people: { ...people, ...changes }, companies: 0 });
const month = { month: '2026-11', reais_per_approved: '0.4100', people: 100, approved: 80, calls_without_price: 0 };
const well: Morning = {
  at_ms: 0,
  verifications: { day: '2026-11-18', yesterday: day(), today: day(), week: day() },
  sources: { since_ms: 0, connected: 3, unasked: [], down: [], left_out: [] },
  cost: { has_prices: true, this_month: month, last_month: month },
  judgements: { freeze: 0, review: 0, approval: 0 },
  lists: { current: 1, unreliable: [] },
  webhooks: { endpoints: 1, troubles: [] },
};
const toneOf = (changes: Partial<Morning>) => {
  const part = Object.keys(changes)[0];
  return toLines({ ...well, ...changes }).find((line) => line.part === part)?.tone;
};

describe('the lines of a morning', () => {
  test('a part that could not be read is never good', () => {
    for (const part of ['sources', 'lists', 'judgements', 'webhooks', 'verifications', 'cost'] as const) {
      expect([part, toneOf({ [part]: null })]).toEqual([part, 'unread']);
    }
  });

  test('the worst comes first', () => {
    const sources = { since_ms: 0, connected: 3, unasked: [], down: [], left_out: ['bureau_b'] };
    const lines = toLines({ ...well, sources, lists: null, judgements: { freeze: 1, review: 0, approval: 0 } });
    expect(lines.map(({ part, tone }) => `${part} ${tone}`)).toEqual([
      ...['judgements bad', 'lists unread', 'sources warn', 'verifications none', 'cost none', 'webhooks good'],
    ]);
  });

  test('sources are well where each was asked, is up, and has a budget left', () => {
    const sources = { since_ms: 0, connected: 3, unasked: [], down: [], left_out: [] };
    expect(toneOf({ sources })).toBe('good');
    expect(toneOf({ sources: { ...sources, unasked: ['bureau_a'] } })).toBe('unread');
    expect(toneOf({ sources: { ...sources, connected: 0 } })).toBe('none');
    expect(toneOf({ sources: { ...sources, left_out: ['bureau_a'] } })).toBe('warn');
    expect(toneOf({ sources: { ...sources, down: [{ name: 'bureau_a', since_ms: 0, affected: 4 }] } })).toBe('bad');
  });

  test('a list that is missing or damaged is worse than one that is too old', () => {
    const stale = { name: 'CEIS', state: 'stale', is_bad: false } as const;
    expect(toneOf({ lists: { current: 1, unreliable: [] } })).toBe('good');
    expect(toneOf({ lists: { current: 1, unreliable: [stale] } })).toBe('warn');
    const missing = { name: 'ONU', state: 'missing', is_bad: true } as const;
    expect(toneOf({ lists: { current: 1, unreliable: [stale, missing] } })).toBe('bad');
  });

  test('webhooks that were given up are worse than those that are tried again; without an endpoint nothing is well', () => {
    const trouble = { endpoint_id: 'wh_1', waiting: 1, dead: 0 };
    expect(toneOf({ webhooks: { endpoints: 1, troubles: [trouble] } })).toBe('warn');
    expect(toneOf({ webhooks: { endpoints: 1, troubles: [{ ...trouble, dead: 1 }] } })).toBe('bad');
    expect(toneOf({ webhooks: { endpoints: 0, troubles: [] } })).toBe('none');
  });
});

describe('what moved since the week before', () => {
  const days = { day: '2026-11-18', yesterday: day(), today: day(), week: day() };

  test('a share that is another one by five points or more', () => {
    const yesterday = day({ approve: 74, manual: 11 });
    expect(findMoved({ ...days, yesterday })).toEqual([
      { level: 'approve', from: 0.8, to: 0.74 },
      { level: 'manual', from: 0.05, to: 0.11 },
    ]);
    expect(findMoved({ ...days, yesterday: day({ approve: 77, manual: 8 }) })).toEqual([]);
  });

  test('never where there were too few people to tell', () => {
    const few = { people: { approve: 0, complete: 0, review: 0, manual: 29, none: 0 }, companies: 900 };
    expect(findMoved({ ...days, yesterday: few })).toEqual([]);
    expect(findMoved({ ...days, week: few })).toEqual([]);
  });
});
