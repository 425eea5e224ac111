// One connection to the server that takes writes. Every statement has a deadline; a connection that missed one is given up,
// because nobody knows any more what it is doing.

import pg from 'pg';
import { OperatorError } from '../../errors.ts';
import type { PostgresAddress, PostgresHost } from './address.ts';

export interface QueryResult<Row> {
  readonly rows: readonly Row[];
  /** Rows that were changed, or given. */
  readonly count: number;
}

export interface Session {
  /** A statement that comes again is prepared once. */
  query<Row = unknown>(sql: string, parameters?: readonly unknown[], deadlineMs?: number): Promise<QueryResult<Row>>;
  /** Several statements at once, without values. */
  run(sql: string, deadlineMs?: number): Promise<void>;
  onNotification(listen: () => void): void;
  isBroken(): boolean;
  close(): void;
}

/** The server cannot be reached, does not answer in time, or takes no writes. `code` is for the log; a command or a start ends with the sentence. */
export class UnreachableError extends OperatorError {
  readonly code: string;
  constructor(code: string) {
    super(`The database in store cannot be reached (${code}). Check that it runs, and the address in store.`);
    this.name = 'UnreachableError';
    this.code = code;
  }
}

const connectMs = 3_000;
export const statementMs = 3_000;
const int8 = 20;

/** Times and counts are far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * The times of TCP are those by which the server notices that a machine is gone, and lets go of what that one held. Recorded
 * days are those of UTC, wherever the server stands.
 */
const greeting = `SET TimeZone = 'UTC'; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;
  SET tcp_keepalives_count = 3; SET idle_in_transaction_session_timeout = '10s'; SELECT pg_is_in_recovery() AS standby`;

/** Tries the hosts in turn, the one of `first` before the others. */
export async function openSession(
  address: PostgresAddress,
  first: number,
): Promise<{ session: Session; host: number }> {
  let fault: UnreachableError | undefined;
  for (let turn = 0; turn < address.hosts.length; turn++) {
    const host = (first + turn) % address.hosts.length;
    try {
      return { session: await openAt(address, address.hosts[host] as PostgresHost), host };
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      fault = error;
    }
  }
  throw fault ?? new UnreachableError('NO_HOST');
}

async function openAt(address: PostgresAddress, { host, port }: PostgresHost): Promise<Session> {
  const client = new pg.Client({
    host,
    port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: address.tls,
    application_name: 'confere',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types,
  });
  const session = createSession(client);
  try {
    await client.connect();
    const results = (await withDeadline(client.query(greeting), statementMs)) as unknown as pg.QueryResult[];
    const [found] = (results.at(-1)?.rows ?? []) as readonly { readonly standby: boolean }[];
    if (found?.standby) throw new UnreachableError('STANDBY');
    return session;
  } catch (error) {
    session.close();
    throw toFault(error);
  }
}

function createSession(client: pg.Client): Session {
  const names = new Map<string, string>();
  let isBroken = false;

  function close(): void {
    isBroken = true;
    client.end().catch(() => {});
  }

  const toName = (sql: string) => {
    let name = names.get(sql);
    if (name === undefined) {
      name = `confere_${names.size}`;
      names.set(sql, name);
    }
    return name;
  };

  async function attempt<Result>(result: Promise<Result>, deadlineMs: number): Promise<Result> {
    try {
      return await withDeadline(result, deadlineMs);
    } catch (error) {
      const fault = toFault(error);
      if (fault instanceof UnreachableError) close();
      throw fault;
    }
  }

  // Whoever waits for a statement is told by it; whoever does not, finds the session broken.
  client.on('error', () => {
    isBroken = true;
  });
  client.on('end', () => {
    isBroken = true;
  });

  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = [], deadlineMs = statementMs) {
      const asked = client.query({ name: toName(sql), text: sql, values: [...parameters] });
      const { rows, rowCount } = await attempt(asked, deadlineMs);
      return { rows: rows as readonly Row[], count: rowCount ?? 0 };
    },
    async run(sql, deadlineMs = statementMs) {
      await attempt(client.query(sql), deadlineMs);
    },
    onNotification: (listen) => void client.on('notification', listen),
    isBroken: () => isBroken,
    close,
  };
}

async function withDeadline<Result>(result: Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  // The statement may fail after its time, when nobody waits for it any more.
  result.catch(() => {});
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnreachableError('STORE_SLOW')), deadlineMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Shutting down, starting up, no room for another connection, or read-only because another server has taken over. */
const unreachableStates = /^(?:08|57P0|53300|25006)/;

/** Why a statement failed; null where that was not for the database. */
export type StatementFault = 'unreachable' | 'refused';

export function findStatementFault(error: unknown): StatementFault | null {
  if (error instanceof UnreachableError) return 'unreachable';
  return error instanceof pg.DatabaseError ? 'refused' : null;
}

/** What the server refused stays as it is; its `code` is an SQLSTATE. */
function toFault(error: unknown): unknown {
  if (error instanceof UnreachableError) return error;
  const { code } = error as { readonly code?: unknown };
  if (!(error instanceof pg.DatabaseError)) return new UnreachableError(typeof code === 'string' ? code : 'CONNECTION');
  return unreachableStates.test(error.code ?? '') ? new UnreachableError(error.code ?? 'CONNECTION') : error;
}
