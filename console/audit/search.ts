// What Consultas holds: the filter and the rows that were found, page by page. It outlives the look at one record and a change of screen,
// in this page's memory alone.

import { computed, signal } from '@preact/signals';
import type { AuditCaller, AuditRowView, ConsoleBody } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { announce } from '../design/announce.ts';
import { toKeyName } from '../keys/key.ts';
import { whenOtherOperator } from '../shell/owned.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber, formatTime } from '../words/format.ts';
import { auditWords } from './words.ts';

export type AuditFilter = Omit<ConsoleBody<'POST audit-search'>, 'after' | 'batches'>;

export const noFilter: AuditFilter = {
  kind: null,
  acts: null,
  key_id: null,
  status: null,
  risk: null,
  reason: null,
  batch_id: null,
  order: null,
  request_id: null,
  cpf: null,
  from: null,
  to: null,
};

interface Found {
  readonly filter: AuditFilter;
  readonly rows: readonly AuditRowView[];
  readonly next: string | null;
  /** The search stopped at records of this time, before the page was full. */
  readonly looked_until: string | null;
}

/** A search for something in particular finds it wherever it is; what is only looked through shows one line for each batch. */
function foldsBatches({ kind, status, risk, reason, batch_id, request_id, cpf }: AuditFilter): boolean {
  return [kind, status, risk, reason, batch_id, request_id, cpf].every((condition) => condition === null);
}

/** `around` keeps the rows from before the operator opened a batch. */
const around = signal<Found | undefined>(undefined);

/** Shows the rows of a batch, or what was there before one was opened. */
export function show(batchId: string | null): void {
  const shown = found.value?.filter.batch_id ?? null;
  if (found.value !== undefined && shown === batchId) return;
  if (batchId !== null) {
    if (shown === null) around.value = found.value;
    found.value = undefined;
    void search({ ...noFilter, batch_id: batchId });
    return;
  }
  asked++;
  isSearching.value = false;
  found.value = around.value;
  if (found.value === undefined) void search(noFilter);
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
    const batches = foldsBatches(filter) ? ('folded' as const) : null;
    const page = await call('POST audit-search', { ...filter, batches, after: before?.next ?? null });
    if (turn === asked) {
      const rows = [...(before?.rows ?? []), ...page.rows];
      found.value = { ...page, filter, rows };
      const what = rows.length === 0 ? '' : `${toTitle('consultas')}: ${formatNumber(rows.length)}`;
      announce([what, toLookedSentence(found.value)].filter((part) => part !== '').join('. '));
    }
  } catch (thrown) {
    if (turn === asked) searchError.value = thrown;
  }
  if (turn === asked) isSearching.value = false;
}

/** Says how far an unfinished search looked, or that nothing was found. Returns an empty text otherwise. */
export function toLookedSentence({ rows, looked_until }: Found): string {
  const words = auditWords();
  if (looked_until !== null) return words.lookedUntil(formatTime(looked_until));
  return rows.length === 0 ? words.none : '';
}

export async function fetchCallers(): Promise<void> {
  const answer = await call('GET audit-callers');
  callers.value = answer.callers;
  hasMoreCallers.value = answer.has_more;
}

whenOtherOperator(() => {
  asked++;
  found.value = undefined;
  around.value = undefined;
  searchError.value = undefined;
  isSearching.value = false;
  callers.value = [];
  hasMoreCallers.value = false;
  leftAt.value = 0;
});
