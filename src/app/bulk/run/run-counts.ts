// What is counted over a run, for its progress and its summary. Plain numbers, so that a journal can keep them and threads can
// add theirs.

import type { RowFault } from '../../../domain/rows/row-words.ts';
import { type Known, listInForce } from './added-columns.ts';
import type { AnswerBody, Outcome } from './outcome.ts';

type Counts = Record<string, number>;

export type RunCounts = ReturnType<typeof createRunCounts>;

export function createRunCounts() {
  const none = (): Counts => ({});
  return {
    rows: 0,
    answered: 0,
    bad: 0,
    failed: 0,
    /** Answers in which anything but the number was compared. */
    compared: 0,
    /** Numbers whose zeros or form were mended. */
    mended: 0,
    /** Answers that the service had already, at no cost: rows that repeat another, or were asked before a stop. */
    replayed: 0,
    /** Lines that were read as Latin-1, and lines of UTF-8 beside them. */
    latinLines: 0,
    utf8Lines: 0,
    risk: none(),
    status: none(),
    reasons: none(),
    faults: none(),
    failures: none(),
    /** Calls that each outside party was asked by, where the answer did not come out of a cache. */
    sourceCalls: none(),
    /** By the status of a screening, and by the lists with a hit in force. */
    screening: none(),
    screeningLists: none(),
  };
}

export function countOutcome(counts: RunCounts, outcome: Outcome): void {
  counts.rows++;
  if (outcome.kind === 'bad') {
    counts.bad++;
    add(counts.faults, outcome.fault satisfies RowFault);
    return;
  }
  if (outcome.mend !== undefined) counts.mended++;
  if (outcome.kind === 'failed') {
    counts.failed++;
    add(counts.failures, outcome.code);
    countScreening(counts, outcome);
    return;
  }
  counts.answered++;
  if (outcome.isReplayed) counts.replayed++;
  countBody(counts, outcome.body, outcome.isReplayed);
}

function countBody(counts: RunCounts, body: AnswerBody, isReplayed: boolean): void {
  const {
    status,
    risk_level: risk,
    explanation,
  } = body as {
    status?: string;
    risk_level?: string;
    explanation?: { reasons?: readonly string[]; sources?: Readonly<Record<string, SourceView>> };
  };
  if (hasCompared(body)) counts.compared++;
  if (status !== undefined) add(counts.status, status);
  if (risk !== undefined) add(counts.risk, risk);
  for (const reason of explanation?.reasons ?? []) add(counts.reasons, reason);
  countScreening(counts, body);
  if (isReplayed) return;
  for (const [name, source] of Object.entries(explanation?.sources ?? {})) {
    if (!source.cached && !unasked.has(source.reason ?? '')) add(counts.sourceCalls, name);
  }
}

/** Tells whether any value in the row was compared with the registered data. */
function hasCompared(body: AnswerBody): boolean {
  const { name_match, explanation } = body as {
    name_match?: string;
    explanation?: { birth_date_match?: string; company_name_match?: string };
  };
  return [name_match, explanation?.birth_date_match, explanation?.company_name_match].some(
    (match) => match !== undefined && match !== 'not_provided' && match !== 'not_available',
  );
}

function countScreening(counts: RunCounts, body: Known): void {
  const { status } = body.screening ?? {};
  if (status === undefined) return;
  add(counts.screening, status);
  for (const list of new Set(listInForce(body).map((hit) => hit.list ?? ''))) add(counts.screeningLists, list);
}

interface SourceView {
  readonly reason: string | null;
  readonly cached: boolean;
}

/** These codes mean that a party was unavailable without a call. */
const unasked: ReadonlySet<string> = new Set(['not_configured', 'circuit_open', 'birth_date_required']);

/** Adds what another thread, or an earlier part of the run, has counted. */
export function addRunCounts(to: RunCounts, more: RunCounts): void {
  for (const [name, value] of Object.entries(more) as [keyof RunCounts, number | Counts][]) {
    if (typeof value === 'number') (to[name] as number) += value;
    else for (const [key, count] of Object.entries(value)) add(to[name] as Counts, key, count);
  }
}

function add(counts: Counts, name: string, more = 1): void {
  counts[name] = (counts[name] ?? 0) + more;
}
