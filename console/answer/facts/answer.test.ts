import { describe, expect, test } from 'vitest';
import { type CpfAnswer, findBaseScore, toWaterfall } from './answer.ts';

const bureauB = (score: number | null) => ({ status: 'regular', score }) as const;

describe('how a score was made', () => {
  test('begins with the bureau’s score, or with the policy’s where there is none', () => {
    expect(toWaterfall({ bureau_b: bureauB(812), score_factors: [] }, 500)).toEqual({ base: 812, steps: [] });
    expect(toWaterfall({ bureau_b: bureauB(null), score_factors: [] }, 500).base).toBe(500);
  });

  test('begins with the lowest score where several sources computed one', () => {
    const answer = (score: number | null, ...others: (number | null)[]) => {
      const sources = Object.fromEntries(others.map((each, index) => [`source_${index}`, { score: each }]));
      return { bureau_b: bureauB(score), explanation: { sources } } as unknown as CpfAnswer;
    };
    expect(findBaseScore(answer(812, 640, null))).toBe(640);
    expect(findBaseScore(answer(812))).toBe(812);
    expect(findBaseScore(answer(null, null))).toBeNull();
  });

  test('takes penalties first, then caps from the highest down, and a factor with both is two steps', () => {
    const { steps } = toWaterfall(
      {
        bureau_b: bureauB(900),
        score_factors: [
          { code: 'fraud_alert', penalty: 0, cap: 199 },
          { code: 'pending_debts', penalty: 150, cap: 699 },
          { code: 'name_strong_partial', penalty: 20, cap: 1000 },
        ],
      },
      500,
    );
    expect(steps.map(({ code, before, after }) => [code, before, after])).toEqual([
      ['pending_debts', 900, 750],
      ['name_strong_partial', 750, 730],
      ['pending_debts', 730, 699],
      ['fraud_alert', 699, 199],
    ]);
  });

  test('never goes under nothing, and a cap above the score takes nothing away', () => {
    const { steps } = toWaterfall(
      {
        bureau_b: bureauB(100),
        score_factors: [
          { code: 'pending_debts', penalty: 150, cap: 699 },
          { code: 'bureau_a_unavailable', penalty: 0, cap: 699 },
        ],
      },
      500,
    );
    expect(steps.map(({ after }) => after)).toEqual([0, 0, 0]);
  });
});
