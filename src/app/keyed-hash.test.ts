import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

test.each([
  '',
  'cpf:11144477735',
  'cnpj:12ABC34501DE35',
  'ção',
  'x'.repeat(64),
  'ç'.repeat(64),
  'ç'.repeat(65),
  'x'.repeat(5000),
])('the hash of "%s" is Node’s', (text) => {
  const key = randomBytes(32);
  const keyedHash = createKeyedHash(key);
  keyedHash('a longer text before it leaves nothing behind');
  expect(keyedHash(text)).toBe(createHmac('sha256', key).update(text).digest('latin1'));
});
