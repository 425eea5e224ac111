// What Lote holds before a batch starts: the file by reference, how it is read, who is asked. It outlives a change of screen, and is in this
// page's memory alone.

import { computed, signal } from '@preact/signals';
import type { ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { toWay } from '../../ask/way.ts';
import { keepSignals } from '../../shell/new-version.ts';
import { whenOtherOperator } from '../../shell/owned.ts';
import type { Found, Reading } from './chosen-file.ts';

export type With = ConsoleFileForm<'batch-start'>['with'];
export const ways = ['live', 'sandbox'] as const satisfies readonly With[];

/** The same file twice is two batches; the same try twice is one. */
export interface Draft {
  readonly file: File;
  readonly attempt: string;
  /** The value is undefined if the columns are found by their names. */
  readonly found: Found | undefined;
  readonly reading: Reading;
}

export const draft = signal<Draft | undefined>(undefined);
/** The value is undefined until the operator chooses. */
export const chosenWay = signal<With | undefined>(undefined);
export const purpose = signal('');
/** Tells whether the batch also looks up its rows in the lists. */
export const withLists = signal(false);

export const way = computed<With | undefined>(() => toWay(chosenWay.value));

export function changeDraft(changes: Partial<Draft>): void {
  if (draft.value !== undefined) draft.value = { ...draft.value, ...changes };
}

keepSignals('draft', { draft, chosenWay, purpose, withLists });

whenOtherOperator(() => {
  draft.value = undefined;
  chosenWay.value = undefined;
  purpose.value = '';
  withLists.value = false;
});
