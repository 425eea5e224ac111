import { expect, test } from 'vitest';
import { erasedFingerprint } from '../../idempotency/answer-once.ts';
import type { ErasableCalls, KeptCall } from '../../idempotency/ports.ts';
import { toCallPlace } from '../../kept/requests.ts';
import { writeKeptText } from '../../kept-text.ts';
import { createSeal } from '../../seal.ts';
import { type DamagedRow, withDamageTold } from '../../sealed-rows.ts';
import type { Person } from '../person.ts';
import { createTraces } from '../place.ts';
import { createCallsPlace } from './calls.ts';

const person = {
  subjects: ['subject_1'],
  isNamedIn: (text: string) => text.includes('40442820135'),
} as unknown as Person;
const seal = createSeal(Buffer.alloc(32, 7));

function toCall(id: string, text: string, about: readonly (string | null)[] = []): KeptCall {
  const names = { id, fingerprint: `fingerprint ${id}` };
  return { ...names, sealedAnswer: seal.close(writeKeptText({ text, about }), toCallPlace(names)) };
}

const named = toCall('a', '{"cpf":"40442820135"}');
const other = toCall('b', '{"cpf":"11144477735"}', ['subject_2', null]);
const about = toCall('c', '{"status":"pending"}', ['subject_2', 'subject_1']);
const damaged = { ...toCall('d', '{"cpf":"40442820135"}'), fingerprint: 'of another' };

test('the answer of a call goes, and what is left says that one was made', async () => {
  const kept = new Map([named, other, about, damaged].map((call) => [call.id, call]));
  const erased: unknown[] = [];
  const store: ErasableCalls = {
    listAnswered: async (afterId, limit) =>
      [...kept.values()].filter(({ id }) => id > afterId).slice(0, Math.min(limit, 2)),
    async eraseAnswer(id, fingerprint) {
      erased.push([id, fingerprint]);
      kept.delete(id);
    },
  };
  const told: DamagedRow[] = [];
  const place = createCallsPlace(
    store,
    withDamageTold(seal, (row) => told.push(row)),
  );
  expect(await place.count(person)).toBe(2);
  // Whose answer does not open nobody can say; an operator hears of it.
  expect(told).toEqual([{ table: 'idempotent_calls', id: 'd' }]);
  const traces = createTraces();
  expect(await place.erase(person, traces, async () => {})).toBe(2);
  expect(erased).toEqual([
    ['a', erasedFingerprint],
    ['c', erasedFingerprint],
  ]);
  expect(traces.pieces).toContain('fingerprint a');
  expect(traces.pieces).toContain(Buffer.from(about.sealedAnswer).toString('latin1', 0, 16));
  expect(await place.count(person)).toBe(0);
});
