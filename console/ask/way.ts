// Whom an operator asks and for what purpose, on every screen: the sandbox, the real sources, or the API with a key of their own.
// The choice lives in this page's memory alone.

import { computed, effect, signal } from '@preact/signals';
import { consoleState, mayAct } from '../api/client.ts';
import { keepSignals } from '../shell/new-version.ts';
import { whenOtherOperator } from '../shell/owned.ts';

export type Way = 'sandbox' | 'key' | 'live';

/** Undefined until somebody chooses. */
export const chosenWay = signal<Way | undefined>(undefined);
export const purpose = signal('');

keepSignals('way', { chosenWay, purpose });

whenOtherOperator(() => {
  chosenWay.value = undefined;
  purpose.value = '';
});

/** Real sources are asked for a purpose, where the service wants one. */
export const lacksPurpose = computed(() => purpose.value === '' && consoleState.value?.purpose_required === true);

/** Whether the reader may ask real sources, and there are any. Undefined until the service has said so. */
export const mayAskLive = computed(() => {
  const state = consoleState.value;
  return state && mayAct('analyst') && (state.has_live_sources || state.has_live_registry);
});

/** Real people are the rule wherever they can be asked about; undefined until that is known. */
export function toWay<Chosen extends Way>(chosen: Chosen | undefined): Chosen | 'live' | 'sandbox' | undefined {
  if (chosen !== undefined || mayAskLive.value === undefined) return chosen;
  return mayAskLive.value ? 'live' : 'sandbox';
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
