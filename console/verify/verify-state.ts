// What Verificar holds: the form and the last answers. It outlives a change of screen, and is in this page's memory alone:
// whoever signs out, or signs in as somebody else, leaves nothing behind.

import { signal } from '@preact/signals';
import type { Answered, Typed } from '../answer/facts/answer.ts';
import { consoleState } from '../api/client.ts';
import { purpose, type Way } from '../ask/way.ts';
import { judgeNumber, withoutMask } from '../design/fields/number.ts';
import { keepSignals } from '../shell/new-version.ts';
import { whenOtherOperator } from '../shell/owned.ts';
import { askService, toQuestionBody } from './question.ts';

const recentMax = 10;
const nothing: Typed = { number: '', name: '', birthDate: '' };

export const typed = signal<Typed>(nothing);
export const apiKey = signal('');
export const answered = signal<Answered | undefined>(undefined);
export const failure = signal<unknown>(undefined);
export const isBusy = signal(false);
/** The newest first. */
export const recent = signal<readonly Answered[]>([]);

keepSignals('verify', { typed, apiKey, answered, recent });

whenOtherOperator(() => {
  startNext();
  apiKey.value = '';
  recent.value = [];
});

/** The next person: the last answers stay in the strip. */
export function startNext(): void {
  typed.value = nothing;
  answered.value = undefined;
  failure.value = undefined;
}

/** An earlier answer, with what was typed for it. */
export function reopen(one: Answered): void {
  typed.value = one.asked;
  answered.value = one;
  failure.value = undefined;
}

/** Asks for a verification and keeps what the operator typed, even if the call fails. Returns true if there is an answer. */
export async function verifyTyped(wanted: Typed, how: Way): Promise<boolean> {
  const judged = judgeNumber(withoutMask(wanted.number));
  if (judged.kind !== 'right' || isBusy.value) return false;
  isBusy.value = true;
  failure.value = undefined;
  try {
    const body = toQuestionBody(judged, wanted);
    const said = how === 'sandbox' || purpose.value === '' ? null : purpose.value;
    const verified = await askService(judged.of, body, how, apiKey.value.trim(), said);
    const operator = consoleState.value?.operator?.name ?? null;
    const one: Answered = { verified, asked: wanted, body, way: how, purpose: said, operator };
    answered.value = one;
    recent.value = [one, ...recent.value].slice(0, recentMax);
    return true;
  } catch (thrown) {
    failure.value = thrown;
    answered.value = undefined;
    return false;
  } finally {
    isBusy.value = false;
  }
}
