import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRetryBudget } from './retry-budget.ts';

describe('a retry budget', () => {
  it('allows one second try for every ten calls at ten percent', () => {
    const budget = createRetryBudget(10);
    for (let call = 0; call < 9; call++) budget.earn();
    expect(budget.spend()).toBe(false);
    budget.earn();
    expect(budget.spend()).toBe(true);
    expect(budget.spend()).toBe(false);
  });

  it('allows none at zero percent', () => {
    const budget = createRetryBudget(0);
    for (let call = 0; call < 1000; call++) budget.earn();
    expect(budget.spend()).toBe(false);
  });

  it('never lets second tries pass its share of the calls so far, nor saves up more than ten', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.array(fc.constantFrom('call', 'try')), (percent, steps) => {
        const budget = createRetryBudget(percent);
        let calls = 0;
        let tries = 0;
        let burst = 0;
        for (const step of steps) {
          if (step === 'call') {
            calls++;
            burst = 0;
            budget.earn();
          } else if (budget.spend()) {
            tries++;
            burst++;
          }
          expect(tries * 100).toBeLessThanOrEqual(calls * percent);
          expect(burst).toBeLessThanOrEqual(10);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('spends everything that was earned, as a model with fractions says', () => {
    const budget = createRetryBudget(10);
    let tries = 0;
    for (let call = 0; call < 10_000; call++) {
      budget.earn();
      if (budget.spend()) tries++;
    }
    expect(tries).toBe(1000);
  });
});
