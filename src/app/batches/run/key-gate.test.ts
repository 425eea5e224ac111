import { expect, test } from 'vitest';
import type { KeyRecord } from '../../../domain/access/api-key.ts';
import { getPeriods } from '../../../domain/dates/periods.ts';
import type { StoredKey } from '../../keys/ports.ts';
import type { StoredBatch } from '../ports.ts';
import { createKeyGate } from './key-gate.ts';

const record = { id: 'key_1', expiresAtMs: null, revokedAtMs: null, concurrency: null } as unknown as KeyRecord;
const dayMs = 86_400_000;

/** A batch that a row is to pass the gate of at a time. */
async function pass(createdAtMs: number, nowMs: number): Promise<string> {
  const batch = { id: 'bat_1', keyId: 'key_1', createdAtMs } as StoredBatch;
  const gate = createKeyGate(
    {
      store: { find: async () => batch },
      keys: { find: async () => ({ record }) as StoredKey },
      countRequest: async () => ({ refusal: null }) as never,
      inWork: { enter: () => true, leave: () => {} },
      clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    },
    batch,
    { signal: new AbortController().signal, beat: () => {} },
  );
  return gate.pass(false).then(
    () => 'passed',
    (error: { reason?: string }) => String(error.reason),
  );
}

test('a batch that waits from the first moment of any month for the next one goes on in it, and has a day for that', async () => {
  for (let month = 1; month <= 12; month++) {
    const createdAtMs = Date.parse(`2027-${String(month).padStart(2, '0')}-01T00:00:00-03:00`);
    const { endsAtMs } = getPeriods(createdAtMs).month;
    expect(await pass(createdAtMs, endsAtMs + dayMs)).toBe('passed');
  }
});

test('one that is far older ends, so that none waits for ever', async () => {
  expect(await pass(0, 40 * dayMs)).toBe('too_old');
});
