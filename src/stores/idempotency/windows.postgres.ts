// Where a call lies in PostgreSQL. Calls that expire at about the same time share a table, a window, which is emptied as a whole once all of
// them are over: deleting a hundred million rows a day one by one would cost more than writing them. A window is a child of
// `idempotent_calls`, so that whoever asks that table sees all of them.

import { callWindows } from '../../app/kept/requests.ts';
import { UnreachableError } from '../postgres/fault.ts';
import type { PostgresPool } from '../postgres/pool.ts';

type Pool = Pick<PostgresPool, 'query' | 'transaction'>;

/** Into how many parts the time is cut for which a call is kept: one more is being filled, and one is empty. */
const parts = callWindows - 2;

/** Returns the window in which a call of this claim lies. The tables are used in turn. */
export function toWindow(nowMs: number, expiresAtMs: number): number {
  const windowMs = Math.max(1, Math.ceil((expiresAtMs - nowMs) / parts));
  return Math.floor(expiresAtMs / windowMs) % callWindows;
}

export const toWindowTable = (window: number) => `confere.idempotent_calls_${window}`;

/** A reader of a window waits behind the process that wants to empty it. That process therefore does not wait for long. */
const lockSql = "SELECT set_config('lock_timeout', '200ms', true)";
/** A window is over if it holds calls and all of them have expired. */
const toOverSql = (table: string) => `SELECT EXISTS (SELECT 1 FROM ${table})
  AND NOT EXISTS (SELECT 1 FROM ${table} WHERE expires_at_ms > $1) AS is_over`;

/** By what lies in a window, and not by its number: nodes may keep calls for different times. */
export async function emptyWindows(pool: Pool, nowMs: number): Promise<void> {
  for (let window = 0; window < callWindows; window++) await emptyIfOver(pool, toWindowTable(window), nowMs);
}

async function emptyIfOver(pool: Pool, table: string, nowMs: number): Promise<void> {
  const isOver = async (asked: Pick<Pool, 'query'>) =>
    (await asked.query<{ readonly is_over: boolean }>(toOverSql(table), [nowMs])).rows[0]?.is_over === true;
  if (!(await isOver(pool))) return;
  try {
    await pool.transaction(async (session) => {
      await session.query(lockSql);
      await session.run(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      // Another node may have been faster, and the table be in use again.
      if (await isOver(session)) await session.run(`TRUNCATE ${table}`);
    });
  } catch (error) {
    // A backup reads it: the next purge tries again.
    if (!(error instanceof UnreachableError && error.code === lockNotAvailable)) throw error;
  }
}

const lockNotAvailable = '55P03';
