// Commits the writes of one turn of the event loop together: a commit waits for the disk, and many can share one wait.

import type { SqliteDatabase } from './database.sqlite.ts';

/** Resolves once the write is on the disk; rejects when it, or the commit, failed. A failed write takes no other with it. */
export type GroupCommit = <Result>(write: () => Result) => Promise<Result>;

interface Waiting {
  readonly write: () => void;
  readonly settle: (commitFault: { readonly error: unknown } | undefined) => void;
}

export function createGroupCommit(database: SqliteDatabase): GroupCommit {
  let waiting: Waiting[] = [];
  const runAll = database.transaction((group: readonly Waiting[]) => {
    for (const { write } of group) write();
  });
  const runOne = database.transaction((write: () => unknown) => write());

  function commit(): void {
    const group = waiting;
    waiting = [];
    let fault: { readonly error: unknown } | undefined;
    try {
      // Immediate: with the lock taken at the first write, another process could have changed what was read before it.
      runAll.immediate(group);
    } catch (error) {
      fault = { error };
    }
    for (const { settle } of group) settle(fault);
  }

  return <Result>(write: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      let outcome: () => void = () => {};
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({
        write: () => {
          try {
            // Inside the group's transaction this is a savepoint.
            const result = runOne(write) as Result;
            outcome = () => resolve(result);
          } catch (error) {
            // A full disk ends the whole transaction; the others must not go on as if it were there.
            if (!database.inTransaction) throw error;
            outcome = () => reject(error);
          }
        },
        settle: (fault) => (fault === undefined ? outcome() : reject(fault.error)),
      });
    });
}
