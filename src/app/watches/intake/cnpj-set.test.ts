import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeCnpj } from '../../../domain/numbers/cnpj.ts';
import { createCnpjSet } from './cnpj-set.ts';

test('has each number once, letters included, as a set of texts has', () => {
  // Few different characters, so that numbers repeat and share their root or their branch.
  const numbers = fc.array(fc.stringMatching(/^[019AZ]{2}0{5}[09AZ]0{3}[1Z]$/), { maxLength: 3_000 });
  fc.assert(
    fc.property(numbers, (bases) => {
      const texts = new Set<string>();
      const set = createCnpjSet();
      for (const base of bases) {
        const cnpj = completeCnpj(base);
        expect(set.add(cnpj)).toBe(!texts.has(cnpj));
        texts.add(cnpj);
        expect(set.size).toBe(texts.size);
      }
    }),
  );
});

test('holds a long list of numbers that follow each other', () => {
  const set = createCnpjSet();
  const add = () => {
    let added = 0;
    for (let root = 0; root < 20_000; root++) {
      for (const branch of ['0001', '0002', 'ZZZZ']) {
        if (set.add(completeCnpj(`${String(root).padStart(8, '0')}${branch}`))) added++;
      }
    }
    return added;
  };
  expect([add(), add(), set.size]).toEqual([60_000, 0, 60_000]);
});
