import { expect, test } from 'vitest';
import { judgeNode, judgeOpenFiles, judgeTimeZone } from './machine-probes.ts';

const versions = { tested: '26.10.0', least: '24' };

test.each([
  ['26.10.0', 'ok'],
  ['26.1.0', 'ok'],
  ['25.9.1', 'warning'],
  ['27.0.0', 'warning'],
  ['22.1.0', 'fault'],
])('Node %s is %s where 26 was tested and 24 is the least', (running, state) => {
  expect(judgeNode(running, versions).state).toBe(state);
});

test.each([
  [undefined, 'ok'],
  [Number.POSITIVE_INFINITY, 'ok'],
  [2_560, 'ok'],
  [2_559, 'warning'],
  [2_048, 'warning'],
  [2_047, 'fault'],
])('a limit of %s open files is %s for 2048 connections', (limit, state) => {
  expect(judgeOpenFiles(limit, 2_048).state).toBe(state);
});

test('a Node that takes UTC for Brasília, forgets its summer time or knows no zone is a fault', () => {
  const toUtc = (epochMs: number) => new Date(epochMs).toISOString().slice(11, 13);
  const withoutSummer = (epochMs: number) => toUtc(epochMs - 3 * 3_600_000);
  const unknown = () => {
    throw new RangeError('Invalid time zone');
  };
  for (const toHour of [toUtc, withoutSummer, unknown]) expect(judgeTimeZone(toHour, 'test').state).toBe('fault');
});
