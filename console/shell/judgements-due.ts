// What of judgements waits for a person, counted for the navigation: looked at now and then while the page is seen.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call, consoleState, isReachable, mayAct } from '../api/client.ts';
import { whenOtherOperator } from './owned.ts';

/** The value is undefined until the first answer, and for an operator who may not judge. */
export const judgementsDue = signal<ConsoleAnswer<'GET judgements-due'> | undefined>(undefined);

whenOtherOperator(() => {
  judgementsDue.value = undefined;
});

const everyMs = 60_000;

/** After an act, so that the count does not wait for its turn. */
export async function lookAtDue(): Promise<void> {
  judgementsDue.value = await call('GET judgements-due');
}

export function countDue(): number {
  const { freeze = 0, review = 0, approval = 0 } = judgementsDue.value ?? {};
  return freeze + review + approval;
}

/** Looks for due judgements at intervals. If a look fails, the console learns the numbers at the next turn. */
export function useDueLooks(): void {
  const isAsking = mayAct('analyst') && (consoleState.value?.operator ?? null) !== null && isReachable.value;
  useEffect(() => {
    if (!isAsking) return;
    const look = () => document.visibilityState === 'visible' && void lookAtDue().catch(() => {});
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [isAsking]);
}
