// What Consultas holds: the filter and the rows that were found, page by page. It outlives the look at one record and a change of screen,
// in this page's memory alone.

import { computed, signal } from '@preact/signals';
import type { AuditCaller, AuditRowView, ConsoleBody } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { announce } from '../design/announce.ts';
import { toKeyName } from '../keys/key.ts';
import { whenOtherOperator } from '../shell/owned.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber } from '../words/format.ts';
import { auditWords } from './words.ts';

export type AuditFilter = Omit<ConsoleBody<'POST audit-search'>, 'after'>;

export const noFilter: AuditFilter = {
  kind: null,
  acts: null,
  key_id: null,
  status: null,
  request_id: null,
  cpf: null,
  from: null,
  to: null,
};

interface Found {
  readonly filter: AuditFilter;
  readonly rows: readonly AuditRowView[];
  readonly next: string | null;
}

export const found = signal<Found | undefined>(undefined);
export const searchError = signal<unknown>(undefined);
export const isSearching = signal(false);
export const callers = signal<readonly AuditCaller[]>([]);
/** There are more keys than the list to choose from shows. */
export const hasMoreCallers = signal(false);
/** The map gives the names of keys and operators by their ids. */
export const callerNames = computed(() => new Map(callers.value.map((caller) => [caller.id, toKeyName(caller)])));
/** `leftAt` remembers the scroll position of the list at the moment when the operator opened a record. */
export const leftAt = signal(0);

let asked = 0;

/** If two searches are in flight, only the later one counts. */
export async function search(filter: AuditFilter, before?: Found): Promise<void> {
  const turn = ++asked;
  isSearching.value = true;
  searchError.value = undefined;
  try {
    const { rows, next } = await call('POST audit-search', { ...filter, after: before?.next ?? null });
    if (turn === asked) {
      found.value = { filter, rows: [...(before?.rows ?? []), ...rows], next };
      const words = auditWords();
      announce(rows.length === 0 ? words.none : `${toTitle('consultas')}: ${formatNumber(found.value.rows.length)}`);
    }
  } catch (thrown) {
    if (turn === asked) searchError.value = thrown;
  }
  if (turn === asked) isSearching.value = false;
}

export async function fetchCallers(): Promise<void> {
  const answer = await call('GET audit-callers');
  callers.value = answer.callers;
  hasMoreCallers.value = answer.has_more;
}

whenOtherOperator(() => {
  asked++;
  found.value = undefined;
  searchError.value = undefined;
  isSearching.value = false;
  callers.value = [];
  hasMoreCallers.value = false;
  leftAt.value = 0;
});
