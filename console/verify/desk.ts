// What Verificar holds: the choice, the form, the last answers. It outlives a change of screen, and is in this page's memory alone:
// whoever signs out, or signs in as somebody else, leaves nothing behind.

import { computed, effect, signal } from '@preact/signals';
import { mayActAs } from '../../src/domain/access/operator.ts';
import { consoleState } from '../api/client.ts';
import { whenOtherOperator } from '../api/owned.ts';
import { keepOverVersions } from '../shell/new-version.ts';
import type { Verified } from './answer.ts';
import { judgeNumber, toPlain } from './number.ts';
import { ask, type Typed, toBody, type Way } from './question.ts';

export interface Answered {
  readonly verified: Verified;
  readonly asked: Typed;
  readonly body: object;
  readonly way: Way;
  readonly purpose: string | null;
  /** Null where nobody was signed in. */
  readonly operator: string | null;
}

const recentMax = 10;
const nothing: Typed = { number: '', name: '', birthDate: '' };

export const typed = signal<Typed>(nothing);
/** Undefined until somebody chooses. */
export const chosenWay = signal<Way | undefined>(undefined);
export const apiKey = signal('');
export const purpose = signal('');
export const answered = signal<Answered | undefined>(undefined);
export const failure = signal<unknown>(undefined);
export const isBusy = signal(false);
/** The newest first. */
export const recent = signal<readonly Answered[]>([]);

/** Whether the reader may ask real sources, and there are any. Undefined until the service has said so. */
export const mayAskLive = computed(() => {
  const state = consoleState.value;
  if (state === undefined) return undefined;
  const role = state.operator?.role;
  return role !== undefined && mayActAs(role, 'analyst') && (state.has_live_sources || state.has_live_registry);
});

/** Real people are the rule wherever they can be asked about; undefined until that is known. */
export const way = computed<Way | undefined>(() => {
  if (chosenWay.value !== undefined) return chosenWay.value;
  return mayAskLive.value === undefined ? undefined : mayAskLive.value ? 'live' : 'sandbox';
});

/** The page may be quicker than the service: what is asked waits until it is known who can be asked. */
export function whenWayIsKnown(): Promise<Way> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (way.value === undefined) return;
      resolve(way.value);
      queueMicrotask(() => stop());
    });
  });
}

keepOverVersions(() => typed.value !== nothing || answered.value !== undefined || recent.value.length > 0);

whenOtherOperator(() => {
  startNext();
  chosenWay.value = undefined;
  apiKey.value = '';
  purpose.value = '';
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

/** What is typed stays whatever comes of it. True where there is an answer. */
export async function verify(wanted: Typed, how: Way): Promise<boolean> {
  const judged = judgeNumber(toPlain(wanted.number));
  if (judged.kind !== 'right' || isBusy.value) return false;
  isBusy.value = true;
  failure.value = undefined;
  try {
    const body = toBody(judged, wanted);
    const said = how === 'sandbox' || purpose.value === '' ? null : purpose.value;
    const verified = await ask(judged.of, body, how, apiKey.value.trim(), said);
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
