// Whom an operator asks and for what purpose, on every screen: the sandbox, the real sources, or the API with a key of their own.
// The choice lives in this page's memory alone, and nothing but the operator changes it: neither the end of a session nor a role or a
// source that was taken away turns a question about a real person into one to the sandbox. The service refuses it instead.

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { consoleState, mayAct, pageOwner } from '../api/client.ts';
import { formerOperator, keepSignals } from '../shell/new-version.ts';
import { whenOtherOperator } from '../shell/owned.ts';

export type Way = 'sandbox' | 'key' | 'live';

/** The value is undefined until the operator chooses. */
export const chosenWay = signal<Way | undefined>(undefined);
export const purpose = signal('');

keepSignals('way', { chosenWay, purpose });

whenOtherOperator(() => {
  chosenWay.value = undefined;
  purpose.value = '';
});

/** Real sources are asked for a purpose, where the service wants one. */
export const lacksPurpose = computed(() => purpose.value === '' && consoleState.value?.purpose_required === true);

/** Tells whether the operator may ask real sources, and whether there are any. The value is undefined until the service has reported it. */
export const mayAskLive = computed(() => {
  const state = consoleState.value;
  return state && mayAct('analyst') && (state.has_live_sources || state.has_live_registry);
});

/** Determines the way that a form uses if the operator has not chosen one. The form determines it once for each operator. */
export function settleUsualWay(
  form: string,
  mayAsk: () => boolean | undefined,
): ReadonlySignal<'live' | 'sandbox' | undefined> {
  const usual = signal<'live' | 'sandbox' | undefined>(undefined);
  keepSignals(`usual way of ${form}`, { usual });
  let settledFor = formerOperator;
  effect(() => {
    const mayAskNow = mayAsk();
    const owner = pageOwner.value?.name ?? settledFor;
    if (mayAskNow === undefined || (usual.peek() !== undefined && owner === settledFor)) return;
    settledFor = owner;
    usual.value = mayAskNow ? 'live' : 'sandbox';
  });
  return usual;
}

/** Real people are the rule wherever they can be asked about; undefined until that is known. */
const usualWay = settleUsualWay('verifications', () => mayAskLive.value);

export function toWay<Chosen extends Way>(chosen: Chosen | undefined): Chosen | 'live' | 'sandbox' | undefined {
  return chosen ?? usualWay.value;
}

export const way = computed<Way | undefined>(() => toWay(chosenWay.value));

/** The page may be quicker than the service: a question waits until the page knows whom it can ask. */
export function whenWayIsKnown(): Promise<Way> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (way.value === undefined) return;
      resolve(way.value);
      queueMicrotask(() => stop());
    });
  });
}
