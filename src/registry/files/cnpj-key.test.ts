import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeCnpj, isCnpj } from '../../domain/numbers/cnpj.ts';
import { checkDigitsClose, fromQuad, keyLow, partitionOf, readQuad, rootHigh, rootLow, toQuad } from './cnpj-key.ts';

const base = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 12,
  maxLength: 12,
});

function toKey(characters: string): [number, number] {
  const second = toQuad(characters, 4);
  return [rootHigh(toQuad(characters, 0), second), keyLow(rootLow(second), toQuad(characters, 8))];
}

describe('the key of a CNPJ', () => {
  it('sorts as the characters do, and tells every two numbers apart', () => {
    fc.assert(
      fc.property(base, base, (one, other) => {
        const [a, b] = [toKey(one), toKey(other)];
        const order = a[0] === b[0] ? Math.sign(a[1] - b[1]) : Math.sign(a[0] - b[0]);
        expect(order).toBe(one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });

  it('gives its characters back', () => {
    fc.assert(
      fc.property(base, (characters) => {
        expect(
          fromQuad(toQuad(characters, 0)) + fromQuad(toQuad(characters, 4)) + fromQuad(toQuad(characters, 8)),
        ).toBe(characters);
        expect(readQuad(Buffer.from(characters), 4)).toBe(toQuad(characters, 4));
      }),
    );
  });

  it('refuses characters that no CNPJ has', () => {
    for (const characters of ['12 4', 'abcd', '12-4', '123Ç', '\0\0\0\0']) {
      expect(readQuad(Buffer.from(characters, 'latin1'), 0)).toBe(-1);
    }
  });

  it('spreads the roots of the country evenly over the partitions', () => {
    const sizes = new Uint32Array(64);
    for (let root = 0; root < 64_000; root++) {
      const characters = String(root).padStart(8, '0');
      const second = toQuad(characters, 4);
      const partition = partitionOf(rootHigh(toQuad(characters, 0), second), rootLow(second), 64);
      sizes[partition] = (sizes[partition] as number) + 1;
    }
    expect(Math.max(...sizes)).toBeLessThan(1200);
    expect(Math.min(...sizes)).toBeGreaterThan(800);
  });

  it('closes exactly where isCnpj says so', () => {
    fc.assert(
      fc.property(base, fc.nat(99), fc.boolean(), (characters, digits, right) => {
        const number = right ? completeCnpj(characters) : characters + String(digits).padStart(2, '0');
        const bytes = Buffer.from(`${number.slice(0, 8)};${number.slice(8, 12)};${number.slice(12)}`);
        expect(checkDigitsClose(bytes, 0, 9, 14)).toBe(isCnpj(number) || number === '00000000000000');
      }),
    );
  });
});
