// What operators judge of hits: what waits for somebody else, and the acts. After each of them the page looks again.

import { signal } from '@preact/signals';
import type { ConsoleAnswer, ConsoleBody } from '../../../src/http/console/contract.ts';
import { call, ProblemError } from '../../api/client.ts';
import { announce } from '../../design/announce.ts';
import { whenOtherOperator } from '../../shell/owned.ts';
import { repeatSearch, type Searched, toAsked, type Way } from '../search/search-state.ts';
import { clearanceWords } from './words.ts';

export type Clearance = ConsoleAnswer<'POST clear'>;

/** Undefined until the first answer, and for whoever may not judge. */
export const openClearances = signal<ConsoleAnswer<'GET clearances'> | undefined>(undefined);
export const actFailure = signal<unknown>(undefined);
export const isActing = signal(false);

whenOtherOperator(() => {
  openClearances.value = undefined;
  actFailure.value = undefined;
});

export async function lookAtOpen(): Promise<ConsoleAnswer<'GET clearances'>> {
  const found = await call('GET clearances');
  openClearances.value = found;
  return found;
}

type Judged = Pick<ConsoleBody<'POST clear'>, 'row' | 'reason' | 'despite_number'>;

export function clearHit(searched: Searched, judged: Judged): Promise<boolean> {
  return act(async () => {
    const { state } = await call('POST clear', { ...toAsked(searched), ...judged });
    return state === 'proposed' ? clearanceWords().proposed : clearanceWords().cleared;
  });
}

export function confirmClearance(id: string, lists: Way): Promise<boolean> {
  return act(async () => {
    await call('POST clearance-confirm', { id, with: lists });
    return clearanceWords().confirmed;
  });
}

export function revokeClearance(id: string, lists: Way): Promise<boolean> {
  return act(async () => {
    await call('POST clearance-revoke', { id, with: lists });
    return clearanceWords().revoked;
  });
}

/** True where it was done. What is shown is looked at again also where it was refused: somebody else may have been faster. */
async function act(work: () => Promise<string>): Promise<boolean> {
  if (isActing.value) return false;
  isActing.value = true;
  actFailure.value = undefined;
  try {
    announce(await work());
    await repeatSearch();
    return true;
  } catch (thrown) {
    actFailure.value = thrown;
    if (thrown instanceof ProblemError && thrown.problem.status < 500) await repeatSearch();
    return false;
  } finally {
    await lookAtOpen().catch(() => {});
    isActing.value = false;
  }
}
