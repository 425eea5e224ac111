import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findKeyMode, isUsable, type KeyRecord, toApiKey } from './api-key.ts';

const anyBytes = fc
  .uint8Array({ minLength: 64, maxLength: 64 })
  .filter((bytes) => bytes.filter((byte) => byte < 248).length >= 33);

test('a key has its prefix, 33 characters of base 62 and the CRC-32 of all that precedes, in base 62', () => {
  const key = toApiKey('live', randomBytes(64));
  expect(key).toMatch(/^cfr_live_[0-9A-Za-z]{33}[0-9A-Za-z]{6}$/);
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const value = [...key.slice(-6)].reduce((sum, character) => sum * 62 + alphabet.indexOf(character), 0);
  expect(value).toBe(crc32(key.slice(0, -6)));
});

test('every key that is made is well-formed and tells its mode', () => {
  fc.assert(
    fc.property(anyBytes, fc.constantFrom('live', 'test'), (bytes, mode) => {
      expect(findKeyMode(toApiKey(mode, bytes))).toBe(mode);
    }),
  );
});

test('a single changed character is refused without asking a store', () => {
  fc.assert(
    fc.property(anyBytes, fc.nat(47), fc.constantFrom(...'09AZaz_-é '), (bytes, at, character) => {
      const key = toApiKey('test', bytes);
      const changed = key.slice(0, at) + character + key.slice(at + 1);
      fc.pre(changed !== key);
      expect(findKeyMode(changed)).toBeUndefined();
    }),
  );
});

test('text that is no key, however long, is refused', () => {
  fc.assert(fc.property(fc.string({ maxLength: 5_000 }), (text) => findKeyMode(text) === undefined));
  expect(findKeyMode(`cfr_live_${'0'.repeat(100_000)}`)).toBeUndefined();
});

test('a key can be used until it expires or is revoked', () => {
  const key = { expiresAtMs: 1_000, revokedAtMs: null } as KeyRecord;
  expect(isUsable(key, 999)).toBe(true);
  expect(isUsable(key, 1_000)).toBe(false);
  expect(isUsable({ ...key, expiresAtMs: null }, 9e15)).toBe(true);
  expect(isUsable({ ...key, revokedAtMs: 5 }, 6)).toBe(false);
});
