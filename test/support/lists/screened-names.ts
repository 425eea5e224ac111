// Arbitrary customers, plain and odd, for properties that hold of everybody.

import fc from 'fast-check';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Screened } from '../../../src/domain/screening/screened.ts';

const words =
  'Maria MARIA José JOSÉ Albaghdadi da DE dos Silva SOUZA Sousa Filho NETO Júnior Jr. JR Abd Abdul ABDALLAH al-Rahman Kim Jong Un ' +
  "D'Ávila O’Neill Ægir Łukasz Strauß Мария 李 Ø é 3 A B.";
const plainWords = 'MARIA José Silva SOUZA Rossetti BARBENI Qadhafi ELMASRI Kim da Filho JUNIOR'.split(' ');
const plainName = fc
  .array(fc.constantFrom(...plainWords), { minLength: 1, maxLength: 6 })
  .map((some) => some.join(' '));
const name = fc.oneof(
  { weight: 3, arbitrary: plainName },
  fc
    .array(fc.tuple(fc.constantFrom(...words.split(' ')), fc.constantFrom(' ', ' ', '  ', '-', '\t')), {
      maxLength: 10,
    })
    .map((pairs) => pairs.map((pair) => pair.join('')).join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
export const customer: fc.Arbitrary<Screened> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      cpf: fc.constantFrom(completeCpf('300456789'), null),
      name: fc.option(name, { freq: 20 }),
      birthDate: fc.constantFrom(null, '1970-05-06'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('company' as const),
      cnpj: fc.constantFrom(completeCnpj('112223330001'), null),
      name: fc.option(name),
    }),
  },
);
