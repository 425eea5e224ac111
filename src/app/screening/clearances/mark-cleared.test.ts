import { expect, test } from 'vitest';
import { acceptedJudgement } from '../../../../test/support/stores/kept-judgement.ts';
import { createSeal } from '../../seal.ts';
import { withDamageTold } from '../../sealed-rows.ts';
import { openCountingClearances } from './mark-cleared.ts';
import type { StoredClearance } from './ports.ts';
import { sealJudgement } from './sealed-judgement.ts';

const seal = withDamageTold(createSeal(new Uint8Array(32).fill(7)), () => {});

function toStored(id: string, changes: Partial<StoredClearance> = {}): StoredClearance {
  const sealed = sealJudgement(seal, id, { reason: 'The board approved it.', judged: [] });
  return { ...acceptedJudgement, id, sealed, ...changes };
}

const countsOn = (today: string, ...stored: readonly StoredClearance[]) =>
  openCountingClearances(stored, seal, today).map(({ id }) => id);

test('an acceptance counts on its last day in Brazil, and on no day after, also before anything has marked it as over', () => {
  expect(countsOn('2027-01-31', toStored('clr_1'))).toEqual(['clr_1']);
  expect(countsOn('2027-02-01', toStored('clr_1'))).toEqual([]);
});

test('nothing counts that waits for somebody, is over, or belongs to another judgement', () => {
  const other = toStored('clr_4');
  const stored = [
    toStored('clr_1', { state: 'proposed' }),
    toStored('clr_2', { state: 'lapsed', until: null }),
    toStored('clr_3', { sealed: other.sealed }),
    other,
  ];
  expect(countsOn('2027-01-01', ...stored)).toEqual(['clr_4']);
});
