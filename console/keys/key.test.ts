import { expect, test } from 'vitest';
import { findFaults, nothingTyped, toChanges, toLastDay } from './key.ts';

test('only what was changed is sent, as the service reads it', () => {
  expect(Object.values(toChanges(nothingTyped, nothingTyped))).toEqual(Array(10).fill(null));
  const typed = { ...nothingTyped, rate: '', quotaDay: '1000', expires: '31/12/2040', networks: ' 10.0.0.0/8 ' };
  expect(toChanges(typed, nothingTyped)).toMatchObject({
    rate: 'unlimited',
    quota_day: '1000',
    expires_on: '2040-12-31',
    networks: '10.0.0.0/8',
    burst: null,
  });
  expect(toChanges(nothingTyped, typed)).toMatchObject({
    rate: '600/min',
    quota_day: 'unlimited',
    expires_on: 'never',
    networks: 'any',
  });
  // The window alone is a change as well.
  expect(toChanges({ ...nothingTyped, window: 'h' }, nothingTyped).rate).toBe('600/h');
});

test('half a day, one that is over and what is no whole number are faults; nothing typed is none', () => {
  const named = { ...nothingTyped, name: 'Loja' };
  expect(Object.values(findFaults(named))).not.toContain(true);
  expect(findFaults({ ...named, expires: '31/12/20' }).expires).toBe(true);
  expect(findFaults({ ...named, expires: '31/12/2020' }).expires).toBe(true);
  expect(findFaults({ ...named, expires: '31/12/2090' }).expires).toBe(false);
  for (const count of ['0', '1,5', '-1', 'muitas', '01'])
    expect(findFaults({ ...named, burst: count }).burst).toBe(true);
  expect(findFaults({ ...named, rate: '1000000000' }).rate).toBe(true);
  expect(findFaults({ ...named, name: ' ' }).name).toBe(true);
  expect(findFaults({ ...named, name: 'x'.repeat(101) }).name).toBe(true);
});

test('a key that ends with a day is told by that day, and not by the next', () => {
  expect(toLastDay('2026-12-01T03:00:00.000Z')).toBe('2026-11-30');
  expect(toLastDay('2026-12-01T03:00:01.000Z')).toBe('2026-12-01');
});
