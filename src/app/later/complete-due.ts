// Goes on with all verifications that are due, some at a time, so that many that wait hold up nobody's answer.

import type { PlainTurn } from '../jobs/watched-work.ts';
import type { CompleteVerification } from './complete-verification.ts';
import type { PendingVerifications } from './pending-verifications.ts';

interface CompleteDueOptions {
  readonly pending: Pick<PendingVerifications, 'takeDue'>;
  readonly complete: CompleteVerification;
  readonly onFault: (error: unknown) => void;
}

/** Looked for at one time. */
const atOnce = 32;

/** Resolves when none is due that was not looked at in this run. */
export function createCompleteDue({ pending, complete, onFault }: CompleteDueOptions) {
  return async ({ signal, beat }: PlainTurn): Promise<void> => {
    const seen = new Set<string>();
    for (let isMore = true; isMore && !signal.aborted; beat()) {
      const due = await pending.takeDue(atOnce);
      // A party that calls all the time is looked at once in a run; `takeDue` has put the next look off.
      const fresh = due.filter(({ caller }) => !seen.has(caller.requestId));
      for (const { caller } of fresh) seen.add(caller.requestId);
      await Promise.all(fresh.map((each) => complete(each, signal).catch(onFault)));
      isMore = due.length === atOnce && fresh.length > 0;
    }
  };
}
