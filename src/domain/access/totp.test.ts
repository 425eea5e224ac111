import { expect, test } from 'vitest';
import { findTotpStep, toBase32, toTotpAddress, toTotpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s, as RFC 6238 has it', (seconds, code) => {
  expect(toTotpCode(secret, Math.floor(seconds / 30))).toBe(code);
});

test('a code is good one step early or late, and never a second time', () => {
  const nowMs = 1_111_111_109_000;
  const step = Math.floor(nowMs / 30_000);
  for (const offset of [-1, 0, 1]) {
    expect(findTotpStep(secret, toTotpCode(secret, step + offset), nowMs, 0)).toBe(step + offset);
  }
  expect(findTotpStep(secret, toTotpCode(secret, step + 2), nowMs, 0)).toBeUndefined();
  expect(findTotpStep(secret, toTotpCode(secret, step), nowMs, step)).toBeUndefined();
  expect(findTotpStep(secret, '', nowMs, 0)).toBeUndefined();
});

test('the secret goes into an app by hand or by its address', () => {
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(toTotpAddress(secret, 'ana@acme')).toBe(
    'otpauth://totp/Confere:ana%40acme?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Confere',
  );
});
