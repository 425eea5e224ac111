import { expect, test } from 'vitest';
import { eachKeyState } from './key-row.ts';

test('the states of all keys are read a part at a time, each of them once', async () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => ({
    id: `key_${String(index).padStart(6, '0')}`,
    revoked_at_ms: index % 2 === 0 ? null : 1,
    checksum: null,
  }));
  const parts: number[] = [];
  const read = async (afterId: string, limit: number) => {
    const begin = rows.findIndex(({ id }) => id > afterId);
    const part = begin < 0 ? [] : rows.slice(begin, begin + limit);
    parts.push(part.length);
    return part;
  };
  const states = await Array.fromAsync(eachKeyState(read));
  expect(states.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(states[1]).toEqual({ id: 'key_000001', isRevoked: true, fingerprint: 'none' });
  expect(parts).toEqual([10_000, 10_000, 5_000]);
});
