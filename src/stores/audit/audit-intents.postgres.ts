// Open intents of the audit in PostgreSQL. No record costs a row of them: they are read out of the rows behind the last signed head, and when
// the next head is signed those that are still open are written down.

import type { Session } from '../postgres/session.ts';
import { findRow } from './audit-rows.postgres.ts';
import type { GroupRow } from './group-row.ts';
import { followIntents, type KeptIntent } from './trail/searched-rows.ts';

export interface IntentChanges {
  readonly opened: readonly KeptIntent[];
  /** `completed` lists the requests that are over. */
  readonly completed: readonly string[];
}

const rowsSql = `SELECT first, find, from_ms FROM confere.audit_groups
  WHERE chain = $1 AND first >= $2 AND find IS NOT NULL ORDER BY first`;
const othersSql = `SELECT chain, first, find FROM confere.audit_groups
  WHERE chain <> $1 AND to_ms >= $2 AND find IS NOT NULL`;

/** Finds what the records of a chain behind this one do to intents. */
export async function findIntentChanges(session: Session, chain: string, signed: number): Promise<IntentChanges> {
  const from = (await findRow(session, chain, signed + 1))?.first ?? signed + 1;
  const { rows } = await session.query<Pick<GroupRow, 'first' | 'find' | 'from_ms'>>(rowsSql, [chain, from]);
  const opened = new Map<string, KeptIntent>();
  const completed = new Set<string>();
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const { first, find, from_ms } of rows) {
    followIntents({ chain, first, find: find as Buffer }, signed, {
      open(intent) {
        opened.set(intent.requestMark, intent);
        oldestMs = Math.min(oldestMs, from_ms);
      },
      complete(mark) {
        if (!opened.delete(mark)) completed.add(mark);
      },
    });
  }
  // Another process may have written the end of a request, and signed it already.
  const others =
    opened.size === 0 ? [] : (await session.query<GroupRow>(othersSql, [chain, Math.floor(oldestMs)])).rows;
  for (const row of others)
    followIntents({ ...row, find: row.find as Buffer }, 0, { open() {}, complete: (mark) => opened.delete(mark) });
  return { opened: [...opened.values()], completed: [...completed] };
}
