// The connections of one process. While the server cannot be reached, those who ask are told at once, and it is looked for in the
// background: an outage costs the deadline only those who were waiting when it began.

import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError, StoreUnavailableError } from '../../errors.ts';
import { describePostgresAddress, type PostgresAddress } from './address.ts';
import { UnreachableError } from './fault.ts';
import { explainMoved } from './moved.ts';
import { type JudgeServer, type QueryResult, type Session, statementMs } from './session.ts';
import { createSessionOpener } from './session-opener.ts';
import { createWaiters } from './waiters.ts';

export interface PostgresPool {
  query<Row = unknown>(sql: string, parameters?: readonly unknown[], deadlineMs?: number): Promise<QueryResult<Row>>;
  /** All of it or nothing; what the work throws undoes it. */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** A connection of its own, which counts for nothing here. */
  open(): Promise<Session>;
  connections(): PoolConnections;
  /** No connection goes on that was judged before, those of `open` included. */
  renew(): void;
  close(): Promise<void>;
}

export interface PoolConnections {
  readonly busy: number;
  readonly idle: number;
  /** `waiting` counts the callers that still wait for a connection. */
  readonly waiting: number;
}

interface PoolOptions {
  readonly address: PostgresAddress;
  /** Reads the address anew: a rotated password is taken up by the next connection. Where that cannot be read, the last one is used. */
  readonly readAddress?: () => PostgresAddress;
  readonly connectionsMax: number;
  readonly judge?: JudgeServer;
}

const lookEveryMs = 250;
/** Until one more connection is tried for, after the server refused one while others are good. */
const growAgainMs = 250;
/** The code of the fault that a closed pool gives. */
export const closedCode = 'CLOSED';

export function createPostgresPool({ address, readAddress, connectionsMax, judge }: PoolOptions): PostgresPool {
  const idle: Session[] = [];
  const waiting = createWaiters();
  const lent = new Set<Session>();
  const { open, renew } = createSessionOpener(address, readAddress, judge);
  let opening = 0;
  let down: UnreachableError | undefined;
  let isClosed = false;
  let growthPause: NodeJS.Timeout | undefined;

  function fail(fault: UnreachableError): void {
    if (isClosed) return;
    if (down === undefined) void lookForServer();
    down = fault;
    // They lead to the same server, and each would cost somebody a deadline.
    for (const session of idle.splice(0)) session.close();
    waiting.refuseAll(fault);
  }

  async function lookForServer(): Promise<void> {
    for (let found: Session | undefined; found === undefined && !isClosed; ) {
      found = await open().catch((error: unknown) => {
        if (error instanceof UnreachableError) down = error;
        return undefined;
      });
      if (found === undefined) await sleep(lookEveryMs, undefined, { ref: false });
      else {
        down = undefined;
        give(found);
      }
    }
  }

  /** Opens one more connection for a waiting caller if there is room. */
  function grow(): void {
    if (growthPause !== undefined || isClosed || down !== undefined) return;
    if (opening + lent.size + idle.length >= connectionsMax || opening >= waiting.count()) return;
    opening++;
    open().then(
      (session) => {
        opening--;
        give(session);
      },
      (error: unknown) => {
        opening--;
        if (!(error instanceof UnreachableError)) waiting.next()?.refuse(error);
        else if (error.reach === 'server' || opening + lent.size + idle.length === 0) fail(error);
        else pauseGrowth();
      },
    );
  }

  /** The server accepts no further connection, and the accepted ones are good. A waiting caller gets one of these. */
  function pauseGrowth(): void {
    growthPause ??= setTimeout(() => {
      growthPause = undefined;
      grow();
    }, growAgainMs).unref();
  }

  function give(session: Session): void {
    lent.delete(session);
    if (isClosed || session.isBroken()) {
      session.close();
      grow();
      return;
    }
    const next = waiting.next();
    if (next === undefined) {
      idle.push(session);
      return;
    }
    lent.add(session);
    next.take(session);
  }

  function take(deadlineMs: number): Promise<Session> {
    if (isClosed) return Promise.reject(new UnreachableError(closedCode));
    for (let session = idle.pop(); session !== undefined; session = idle.pop()) {
      if (session.isBroken()) continue;
      lent.add(session);
      return Promise.resolve(session);
    }
    if (down !== undefined) return Promise.reject(down);
    const given = waiting.wait(deadlineMs);
    grow();
    return given;
  }

  async function use<Result>(work: (session: Session) => Promise<Result>, deadlineMs: number): Promise<Result> {
    const session = await take(deadlineMs);
    try {
      return await work(session);
    } catch (error) {
      if (error instanceof UnreachableError && error.reach === 'server') fail(error);
      throw error;
    } finally {
      give(session);
    }
  }

  return {
    query: <Row>(sql: string, parameters: readonly unknown[] = [], deadlineMs: number = statementMs) =>
      use((session) => session.query<Row>(sql, parameters, deadlineMs), deadlineMs),
    transaction: (work) =>
      use(async (session) => {
        await session.run('BEGIN');
        try {
          const result = await work(session);
          await session.run('COMMIT');
          return result;
        } catch (error) {
          if (!session.isBroken()) await session.run('ROLLBACK').catch(() => session.close());
          throw error;
        }
      }, statementMs),
    open,
    renew() {
      idle.length = 0;
      renew();
    },
    connections: () => ({ busy: lent.size, idle: idle.length, waiting: waiting.count() }),
    async close() {
      isClosed = true;
      clearTimeout(growthPause);
      waiting.refuseAll(new UnreachableError(closedCode));
      for (const session of idle.splice(0)) session.close();
    },
  };
}

/** Opens a pool for a command or a check and reports faults in the form for operators. */
export async function withPostgresPool<Result>(
  address: PostgresAddress,
  connectionsMax: number,
  work: (pool: PostgresPool) => Promise<Result>,
): Promise<Result> {
  const pool = createPostgresPool({ address, connectionsMax });
  try {
    return await work(pool);
  } catch (error) {
    throw adviseOnStoreFault(error, address);
  } finally {
    await pool.close();
  }
}

/** Returns the message for an operator if a command or a start finds the server missing or is refused. */
export function adviseOnStoreFault(error: unknown, address: PostgresAddress): unknown {
  const where = describePostgresAddress(address);
  const { code } = error as { readonly code?: string };
  if (code?.startsWith('28')) {
    return new OperatorError(`The database ${where} refuses the user or the password in store (${code}).`);
  }
  if (code === '3D000') return new OperatorError(`There is no database ${where}. Create it, or correct store.`);
  if (code === '42501') {
    return new OperatorError(
      `The user in store lacks a right in the database ${where} (${code}). Run as its owner: confere store migrate`,
    );
  }
  const moved = explainMoved(code, `the database ${where}`);
  if (moved !== undefined) return new OperatorError(moved);
  if (error instanceof UnreachableError) {
    const said = `The database ${where} cannot be reached (${code}). Check that it runs, and the address in store.`;
    return new StoreUnavailableError(said, error.code);
  }
  return error;
}
