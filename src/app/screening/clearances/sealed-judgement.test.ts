import { expect, test } from 'vitest';
import { toEntry } from '../../../../test/support/lists/list-editions.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';
import { covers, toJudged } from './sealed-judgement.ts';

const cpf = completeCpf('300456789');
const customer = { kind: 'person', cpf, name: null, birthDate: null } as const;
const [first, second, third] = ['Suspensão', 'Impedimento', 'Multa'].map((category, index) =>
  toEntry({ id: String(index + 1), names: ['X'], document: { kind: 'cpf', number: cpf }, category }),
) as [ReturnType<typeof toEntry>, ReturnType<typeof toEntry>, ReturnType<typeof toEntry>];
const sure = { match: 'document', strength: 'hit', similarity: null } as const;
const hitOf = (entry: typeof first, ...otherRows: (typeof first)[]) => ({ ...sure, entry, otherRows });
const judge = (hit: ReturnType<typeof hitOf>) => ({ reason: 'R', judged: [toJudged(hit, customer)] });

test('what was judged of several rows covers any of them first, and no further row', () => {
  const judgement = judge(hitOf(first, second));
  for (const hit of [hitOf(first, second), hitOf(second, first), hitOf(second), hitOf(first)])
    expect(covers(judgement, hit, customer)).toBe(true);
  for (const hit of [hitOf(third), hitOf(first, third), hitOf(first, second, third)])
    expect(covers(judgement, hit, customer)).toBe(false);
});

test('a judgement from before rows had hashes covers what it covered then', () => {
  const { rows: _, ...older } = toJudged(hitOf(first), customer);
  const judgement = { reason: 'R', judged: [{ ...older, others: ['2'] }] };
  expect(covers(judgement, hitOf(first, second), customer)).toBe(true);
  expect(covers(judgement, hitOf(first), customer)).toBe(true);
  expect(covers(judgement, hitOf(second, first), customer)).toBe(false);
  expect(covers(judgement, hitOf(first, second, third), customer)).toBe(false);
});
