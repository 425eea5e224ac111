import { expect, test } from 'vitest';
import { blankEntry, type ListEntry, toEntryState } from './list-entry.ts';

const entry: ListEntry = { ...blankEntry, from: '2024-02-01', until: '2026-02-01', category: 'sem prazo' };

test('the dates decide whether it is in force, its last day included', () => {
  expect(toEntryState(entry, '2024-01-31')).toBe('not_yet');
  expect(toEntryState(entry, '2024-02-01')).toBe('in_force');
  expect(toEntryState(entry, '2026-02-01')).toBe('in_force');
  expect(toEntryState(entry, '2026-02-02')).toBe('ended');
});

test('without a last day it is in force, and so is one whose last day is only a minimum', () => {
  expect(toEntryState({ ...entry, until: null }, '2090-01-01')).toBe('in_force');
  expect(toEntryState({ ...entry, isUntilMinimum: true }, '2090-01-01')).toBe('in_force');
  expect(toEntryState({ ...entry, from: null, until: null }, '1990-01-01')).toBe('in_force');
});
