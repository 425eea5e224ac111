// Where the oldest of all that is kept for a time is found in either database.

import { type KeptDays, type KeptKind, toDueMs } from '../../app/jobs/retention.ts';
import { tablesKeptFor } from '../../app/kept/stores.ts';

export interface OldestOf {
  readonly kind: KeptKind;
  /** The query returns one row with `at` or with null. It uses an index for any amount of data. */
  readonly sql: string;
  /** Returns the time at which that row is due to go. */
  toDue(atMs: number | null | undefined): number | undefined;
}

export function listOldest(days: KeptDays): readonly OldestOf[] {
  return tablesKeptFor.map(({ name, as: kind, until, since }) => ({
    kind,
    sql: `SELECT min(${until ?? since}) AS at FROM ${name}`,
    toDue: (atMs) => toDueMs(atMs, since === undefined ? 0 : days(kind)),
  }));
}
