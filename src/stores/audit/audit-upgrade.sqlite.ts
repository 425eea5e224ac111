// What is gone from an audit that older versions wrote: they forgot without an act that names it. Found once, when its links begin to be
// keyed, and covered by that act as it is then.

import type { Cover } from '../../app/audit/proof/covers.ts';
import { createSequenceRanges } from '../../app/audit/proof/sequence-ranges.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';

export function findForgotten(database: AuditDatabase, chain: string, last: number): Cover {
  const evidenceBeforeMs = findEvidenceBefore(database);
  return {
    contents: { [chain]: findContents(database, last) },
    ...(evidenceBeforeMs !== undefined && { evidenceBeforeMs }),
  };
}

/** By the index of times, which holds every record that has a content. */
function findContents(database: AuditDatabase, last: number): string {
  const kept = createSequenceRanges();
  const rows = database.prepare('SELECT sequence FROM records WHERE at_ms IS NOT NULL').pluck().iterate();
  for (const sequence of rows as IterableIterator<number>) kept.add(sequence);
  const gone = createSequenceRanges();
  let next = 1;
  for (const [from, to] of kept.list()) {
    if (from > next) gone.add(next, from - 1);
    next = to + 1;
  }
  if (next <= last) gone.add(next, last);
  return gone.toString();
}

/** Evidence was forgotten by age alone: the first record that has any is found by halving. Undefined where none is gone. */
function findEvidenceBefore(database: AuditDatabase): number | undefined {
  const findNext = database.prepare(
    "SELECT at_ms AS atMs, details IS NULL AS isGone FROM records WHERE at_ms >= ? AND kind IN ('cpf', 'cnpj') ORDER BY at_ms LIMIT 1",
  );
  const find = (atMs: number) => findNext.get(atMs) as { readonly atMs: number; readonly isGone: number } | undefined;
  const first = find(0);
  if (first === undefined || first.isGone === 0) return undefined;
  let gone = first.atMs;
  let kept = (database.prepare('SELECT max(at_ms) FROM records').pluck().get() as number) + 1;
  while (kept - gone > 1) {
    const middle = Math.floor((gone + kept) / 2);
    const found = find(middle);
    if (found !== undefined && found.isGone === 1) gone = Math.max(middle, found.atMs);
    else kept = middle;
  }
  return kept;
}
