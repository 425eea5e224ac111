// Changes of tables that are in use. Whoever waits for such a lock holds up all who come after, who would only read or append: so it is
// waited for a moment, given up, and tried again after a pause, until a long read (a backup, an export) is over.

import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../../errors.ts';
import type { Session } from '../session.ts';

export interface LockPatience {
  readonly tries: number;
  readonly pauseMs: number;
}

/** The tries last about two minutes. */
const patience: LockPatience = { tries: 60, pauseMs: 1_500 };
const lockNotAvailable = '55P03';

/** Well below `audit.deadline_ms`, within which a record must have been written. */
const begin = "BEGIN; SET LOCAL lock_timeout = '500ms';";

/** Carries out all statements or none. The session must be in no transaction. */
export async function changeTables(
  session: Pick<Session, 'run' | 'isBroken'>,
  sql: string,
  deadlineMs: number,
  { tries, pauseMs }: LockPatience = patience,
): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      return await session.run(`${begin} ${sql}; COMMIT`, deadlineMs);
    } catch (error) {
      if (!session.isBroken()) await session.run('ROLLBACK', deadlineMs);
      if ((error as { readonly code?: unknown }).code !== lockNotAvailable) throw error;
      if (left <= 1) {
        throw new OperatorError(
          'A table of the database in store is being read for a long time, by a backup or an export. Nothing was changed; run this again when that is over.',
          1,
        );
      }
    }
    await sleep(pauseMs);
  }
}
