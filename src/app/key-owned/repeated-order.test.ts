import { expect, test } from 'vitest';
import type { KeyId } from '../../domain/access/api-key.ts';
import { findRepeated, openFingerprint } from './repeated-order.ts';

const [older, newer] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const order = { key: { id: 'key_1' as KeyId }, idempotencyKey: 'once' };
const createStore = (known: ReadonlyMap<string, string> = new Map()) => ({
  findRepeated: async (repeatId: string) => known.get(repeatId),
});
const toPrint = (...secrets: readonly [Uint8Array, ...Uint8Array[]]) => {
  const fingerprint = openFingerprint(() => secrets);
  fingerprint.update('a list');
  return fingerprint.digest();
};

test('an order that came before a rotation is known by the older secret, and a new one takes the newest', async () => {
  const before = await findRepeated(order, () => [older], createStore());
  const known = new Map([[before.repeatId ?? '', 'the first']]);
  const after = await findRepeated(order, () => [newer, older], createStore(known));
  expect(after.older).toBe('the first');
  expect(after.repeatId).not.toBe(before.repeatId);
  expect(await findRepeated(order, () => [newer], createStore(known))).toEqual({ ...after, older: undefined });
});

test('an order without an Idempotency-Key is looked for nowhere', async () => {
  const found = await findRepeated({ ...order, idempotencyKey: null }, () => [newer, older], createStore());
  expect(found).toEqual({ repeatId: null, older: undefined });
});

test('a fingerprint is told under every generation, the newest first', () => {
  expect(toPrint(newer, older)).toEqual([...toPrint(newer), ...toPrint(older)]);
});
