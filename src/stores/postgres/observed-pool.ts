// Tells how long the statements of one part of the store took, and how they ended.

import type { Clock } from '../../app/clock.ts';
import { findStatementFault, type StatementFault } from './fault.ts';
import type { PostgresPool } from './pool.ts';
import type { Session } from './session.ts';

export type StorePart = 'keys' | 'calls' | 'usage' | 'operators' | 'audit' | 'jobs' | 'link';

export interface ObservedStatement {
  readonly part: StorePart;
  /** `durationMs` includes the wait for a connection. For a transaction, it covers all of it. */
  readonly durationMs: number;
  readonly fault: StatementFault | null;
}

interface PoolObserver {
  readonly clock: Clock;
  readonly onStatement: (statement: ObservedStatement) => void;
}

export function withObserver(pool: PostgresPool, part: StorePart, { clock, onStatement }: PoolObserver): PostgresPool {
  async function observe<Result>(work: () => Promise<Result>): Promise<Result> {
    const beganAtMs = clock.monotonicMs();
    const tell = (fault: StatementFault | null) =>
      onStatement({ part, durationMs: clock.monotonicMs() - beganAtMs, fault });
    try {
      const result = await work();
      tell(null);
      return result;
    } catch (error) {
      tell(findStatementFault(error));
      throw error;
    }
  }
  const watch = <Asked extends Pick<Session, 'query'>>(asked: Asked): Asked => ({
    ...asked,
    query: <Row>(sql: string, parameters?: readonly unknown[], deadlineMs?: number) =>
      observe(() => asked.query<Row>(sql, parameters, deadlineMs)),
  });
  return {
    ...watch(pool),
    transaction: (work) => observe(() => pool.transaction(work)),
    open: async () => watch(await pool.open()),
  };
}
