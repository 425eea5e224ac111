import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

test.each(['', 'cpf:11144477735', 'cnpj:12ABC34501DE35', 'ção', 'x'.repeat(64)])(
  'the hash of "%s" is Node’s',
  (text) => {
    const key = randomBytes(32);
    const keyedHash = createKeyedHash(key);
    keyedHash('a longer text before it leaves nothing behind');
    expect(keyedHash(text)).toBe(createHmac('sha256', key).update(text).digest('latin1'));
  },
);

test('a text that does not fit is refused, not cut', () => {
  expect(() => createKeyedHash(randomBytes(32))('ç'.repeat(33))).toThrow(RangeError);
});
