// What the examiner's list holds: the filter, and what was found page by page, in this page's memory alone.

import { signal } from '@preact/signals';
import type { ConsoleAnswer, ConsoleBody } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { whenOtherOperator } from '../shell/owned.ts';

export type JudgementFilter = Omit<ConsoleBody<'POST judgements'>, 'after'>;
type Found = ConsoleAnswer<'POST judgements'> & { readonly filter: JudgementFilter };

export const noFilter: JudgementFilter = { kind: null, state: null, by: null, list: null, from: null, to: null };

export const found = signal<Found | undefined>(undefined);
export const failure = signal<unknown>(undefined);
export const isSearching = signal(false);

whenOtherOperator(() => {
  found.value = undefined;
  failure.value = undefined;
});

/** `before`: what is shown already, of which this is the next page. */
export async function search(filter: JudgementFilter, before?: Found): Promise<void> {
  if (isSearching.value) return;
  isSearching.value = true;
  failure.value = undefined;
  try {
    const page = await call('POST judgements', { ...filter, after: before?.next ?? null });
    found.value = { filter, next: page.next, judgements: [...(before?.judgements ?? []), ...page.judgements] };
  } catch (thrown) {
    failure.value = thrown;
  } finally {
    isSearching.value = false;
  }
}
