import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeal, createSealOfAll } from './seal.ts';

const seal = createSeal(randomBytes(32));

describe('a sealed text', () => {
  test('opens to itself in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(seal.open(seal.close(text, place), place)).toBe(text);
      }),
    );
  });

  test('is never the same twice, and holds nothing of the text', () => {
    const [one, two] = [seal.close('Zuleica Quaresma', 'a'), seal.close('Zuleica Quaresma', 'a')];
    expect(Buffer.from(one).equals(two)).toBe(false);
    expect(Buffer.from(one).toString('latin1')).not.toContain('Zuleica');
  });

  test('does not open with any one bit changed, or cut anywhere', () => {
    const sealed = seal.close('a short text', 'a');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => seal.open(changed, 'a')).toThrow();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => seal.open(sealed.subarray(0, length), 'a')).toThrow();
    }
  });

  test('has no tag that could be guessed: cut down to a part of it, not even an empty text opens', () => {
    const sealed = seal.close('', 'a');
    expect(sealed).toHaveLength(28);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => seal.open(sealed.subarray(0, length), 'a')).toThrow();
    }
  });

  test('has a key of its own in each place: no nonce that comes twice tells anything', () => {
    const same = createSeal(Buffer.alloc(32, 1), (length) => new Uint8Array(length));
    const toText = (place: string) => Buffer.from(same.close('text', place)).subarray(28).toString('hex');
    expect(toText('a')).toBe(toText('a'));
    expect(new Set(['a', 'b', 'c'].map(toText)).size).toBe(3);
  });

  test('of the first format opens, in its place alone', () => {
    const kept = Buffer.from('CQkJCQkJCQkJCQkJBM+Ux1gyO1k8ceDm2I0C0iXn047H/FaHr/Kp', 'base64');
    const theirs = createSeal(Buffer.alloc(32, 7));
    expect(theirs.open(kept, 'a place')).toBe('a kept text');
    expect(() => theirs.open(kept, 'another place')).toThrow();
  });

  test('does not open in another place or with another secret', () => {
    const sealed = seal.close('text', 'a');
    expect(() => seal.open(sealed, 'b')).toThrow();
    expect(() => createSeal(randomBytes(32)).open(sealed, 'a')).toThrow();
  });
});

describe('a seal of several secrets', () => {
  const [newest, older] = [randomBytes(32), randomBytes(32)];
  const all = createSealOfAll(() => [newest, older]);

  test('closes with the first, which then opens it alone', () => {
    expect(createSeal(newest).open(all.close('text', 'a'), 'a')).toBe('text');
  });

  test('opens what either of them has closed, in its place alone', () => {
    for (const secret of [newest, older]) {
      const sealed = createSeal(secret).close('text', 'a');
      expect(all.open(sealed, 'a')).toBe('text');
      expect(() => all.open(sealed, 'b')).toThrow('damaged, or was sealed with another secret');
    }
    expect(() => all.open(createSeal(randomBytes(32)).close('text', 'a'), 'a')).toThrow('damaged, or was sealed');
  });

  test('without a secret closes nothing', () => {
    expect(() => createSealOfAll(() => []).close('text', 'a')).toThrow('A master secret has a generation');
  });
});
