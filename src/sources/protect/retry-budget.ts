// Second tries are a share of all calls, so that a party in trouble never gets more than that much extra traffic.

export interface RetryBudget {
  /** Records a first try. The caller must call it once for every first try. */
  earn(): void;
  /** Takes the price of one second try; false where it has not been earned. */
  spend(): boolean;
}

/** The budget saves up at most this many second tries after quiet hours. */
const savedMax = 10;

export function createRetryBudget(percent: number): RetryBudget {
  // In hundredths of a try, so that ten calls at ten percent earn exactly one.
  let saved = 0;
  return {
    earn() {
      saved = Math.min(saved + percent, savedMax * 100);
    },
    spend() {
      if (saved < 100) return false;
      saved -= 100;
      return true;
    },
  };
}
