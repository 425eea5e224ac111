// What operators judge of hits: what waits for somebody else, and the acts. After each of them the page looks again.

import { signal } from '@preact/signals';
import type { ConsoleAnswer, ConsoleBody } from '../../../src/http/console/contract.ts';
import { call, ProblemError } from '../../api/client.ts';
import { announce } from '../../design/announce.ts';
import { lookAtDue } from '../../shell/judgements-due.ts';
import { whenOtherOperator } from '../../shell/owned.ts';
import { repeatSearch, type Searched, toScreenBody, type Way } from '../search/search-state.ts';
import { clearanceWords } from './words.ts';

export type Clearance = ConsoleAnswer<'POST clear'>;
export type FreezeStep = NonNullable<Clearance['freeze']>['steps'][number]['step'];

/** The value is undefined until the first answer. */
export const openClearances = signal<ConsoleAnswer<'GET clearances'> | undefined>(undefined);
export const actFailure = signal<unknown>(undefined);
export const isActing = signal(false);
/** Another number after each act: what is shown of judgements may be out of date. */
export const actsDone = signal(0);

whenOtherOperator(() => {
  openClearances.value = undefined;
  actFailure.value = undefined;
});

export async function lookAtOpen(): Promise<ConsoleAnswer<'GET clearances'>> {
  const found = await call('GET clearances');
  openClearances.value = found;
  return found;
}

type Judged = Pick<ConsoleBody<'POST clear'>, 'row' | 'reason' | 'despite_number' | 'kind' | 'until' | 'frozen_at'>;

export function clearHit(searched: Searched, judged: Judged): Promise<boolean> {
  return act(async () => {
    const { state, kind } = await call('POST clear', { ...toScreenBody(searched), ...judged });
    return state === 'proposed' ? clearanceWords().proposed : clearanceWords().judged[kind];
  });
}

export function confirmClearance(id: string, lists: Way): Promise<boolean> {
  return act(async () => {
    await call('POST clearance-confirm', { id, with: lists });
    return clearanceWords().confirmed;
  });
}

/** `at` null: now. */
export function noteStep(id: string, step: FreezeStep, at: string | null, lists: Way): Promise<boolean> {
  return act(async () => {
    await call('POST clearance-step', { id, step, at, with: lists });
    return clearanceWords().noted;
  });
}

export function revokeClearance(id: string, lists: Way): Promise<boolean> {
  return act(async () => {
    await call('POST clearance-revoke', { id, with: lists });
    return clearanceWords().revoked;
  });
}

/** Returns true if the act succeeded. The screen also refreshes after a refusal, because another operator may have been faster. */
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
    await Promise.allSettled([lookAtOpen(), lookAtDue()]);
    actsDone.value += 1;
    isActing.value = false;
  }
}
