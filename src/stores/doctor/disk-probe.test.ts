import { expect, test } from 'vitest';
import { judgeSpace, judgeWrites } from './disk-probe.ts';

const space = { place: '/data', freeBytes: 50e9, freeFiles: 1e6, importBytes: 20e9 };

test.each([
  ['room for everything', {}, 'ok'],
  ['no room for the next import', { freeBytes: 19e9 }, 'warning'],
  ['under a gigabyte', { freeBytes: 0.9e9, importBytes: 0 }, 'warning'],
  ['next to nothing', { freeBytes: 0.1e9, importBytes: 0 }, 'fault'],
  ['bytes, but no room for files', { freeFiles: 10 }, 'fault'],
])('%s is told as it is', (_name, change, state) => {
  expect(judgeSpace({ ...space, ...change }).state).toBe(state);
});

test('a durable write that takes longer than a rotating disk needs is a warning', () => {
  expect([judgeWrites(0.2).state, judgeWrites(12).state, judgeWrites(45).state]).toEqual(['ok', 'ok', 'warning']);
});
