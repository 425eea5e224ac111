// Whom an answer of Verificar sends to Listas: carried in this page's memory alone, and taken once.

import { signal } from '@preact/signals';
import { whenOtherOperator } from '../shell/owned.ts';

interface LookedUp {
  /** The number has the form in which a field shows it. */
  readonly number: string;
  readonly name: string;
  readonly birthDate: string;
  /** Made up there is made up here. */
  readonly way: 'live' | 'sandbox';
}

const carried = signal<LookedUp | undefined>(undefined);

whenOtherOperator(() => {
  carried.value = undefined;
});

export function carryToLists(person: LookedUp): void {
  carried.value = person;
}

export function takeCarried(): LookedUp | undefined {
  const person = carried.peek();
  carried.value = undefined;
  return person;
}
