import { expect, it } from 'vitest';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { createRepeatedQuestions } from './repeated-questions.ts';

it('names the first of the rows that ask the same, of many thousands', () => {
  const repeated = createRepeatedQuestions();
  const toQuestion = (index: number, companyName: string | null = null) =>
    ({ kind: 'cnpj', cnpj: completeCnpj(`${10_000_000 + index}0001`), companyName }) as const;
  const count = 5_000;
  for (let index = 0; index < count; index++) {
    expect(repeated.findFirst(toQuestion(index), index + 1)).toBeUndefined();
  }
  for (let index = 0; index < count; index++) {
    expect(repeated.findFirst(toQuestion(index), count + index + 1)).toBe(index + 1);
  }
  expect(repeated.findFirst(toQuestion(0, 'Padaria'), 2 * count + 1)).toBeUndefined();
});
