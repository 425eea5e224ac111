import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHashKey } from './hash-key.ts';

test('the hash is HMAC-SHA-256, as in the second case of RFC 4231', () => {
  const hashKey = createHashKey(() => [Buffer.from('Jefe')]);
  const expected = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex');
  expect(hashKey('what do ya want for nothing?')).toEqual([expected.toString('base64url')]);
});

test('each generation of the secret gives a hash, the newest first, and a later generation counts at once', () => {
  const secrets = [new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)];
  const hashKey = createHashKey(() => secrets);
  const toHash = (secret: Uint8Array) => createHmac('sha256', secret).update('cfr_test_1').digest('base64url');
  expect(hashKey('cfr_test_1')).toEqual(secrets.map(toHash));
  secrets.unshift(new Uint8Array(32).fill(3));
  expect(hashKey('cfr_test_1')).toEqual(secrets.map(toHash));
});
