// One connection to the server that takes writes. Every statement has a deadline; a connection that missed one is given up,
// because nobody knows any more what it is doing.

import pg from 'pg';
import type { PostgresAddress, PostgresHost } from './address.ts';
import { toStoreFault, UnreachableError } from './fault.ts';

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

const connectMs = 3_000;
export const statementMs = 3_000;
/** The server ends a statement before we stop waiting for it: only a server that is silent costs the connection. */
const serverEndsAt = 0.9;
const int8 = 20;

/** Times and counts are far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * The times of TCP are those by which the server notices that a machine is gone, and lets go of what that one held. Recorded
 * days are those of UTC, wherever the server stands. Tables go by their own names, as in SQLite.
 */
const greeting = `SET TimeZone = 'UTC'; SET search_path = confere, pg_temp; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;
  SET tcp_keepalives_count = 3; SET idle_in_transaction_session_timeout = '10s';
  SET statement_timeout = ${toServerMs(statementMs)}; SELECT pg_is_in_recovery() AS standby`;

/** Throws for a server that takes writes and is not to be used all the same. */
export type JudgeServer = (session: Session) => Promise<void>;

/** Tries the hosts in turn, the one of `first` before the others. */
export async function openSession(
  address: PostgresAddress,
  first: number,
  judge?: JudgeServer,
): Promise<{ session: Session; host: number }> {
  let fault: UnreachableError | undefined;
  for (let turn = 0; turn < address.hosts.length; turn++) {
    const host = (first + turn) % address.hosts.length;
    try {
      return { session: await openAt(address, address.hosts[host] as PostgresHost, judge), host };
    } catch (error) {
      // A server that takes writes and refuses this user is the right one; the next host would only hide why.
      if (!(error instanceof UnreachableError) || error.reach === 'session') throw error;
      fault = error;
    }
  }
  throw fault ?? new UnreachableError('NO_HOST');
}

async function openAt(
  address: PostgresAddress,
  { host, port }: PostgresHost,
  judge: JudgeServer | undefined,
): Promise<Session> {
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
    await judge?.(session);
    return session;
  } catch (error) {
    session.close();
    throw toStoreFault(error, 'server');
  }
}

function createSession(client: pg.Client): Session {
  const names = new Map<string, string>();
  let isBroken = false;
  let limitMs = statementMs;

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

  async function attempt<Result>(ask: () => Promise<Result>, deadlineMs: number): Promise<Result> {
    try {
      await limitStatements(Math.max(deadlineMs, statementMs));
      return await withDeadline(ask(), deadlineMs);
    } catch (error) {
      const fault = toStoreFault(error, 'session');
      if (fault instanceof UnreachableError && fault.reach !== 'statement') close();
      throw fault;
    }
  }

  /** Nearly all statements have the time that the session began with: this asks the server only for those that do not. */
  async function limitStatements(deadlineMs: number): Promise<void> {
    if (deadlineMs === limitMs) return;
    await withDeadline(client.query(`SET statement_timeout = ${toServerMs(deadlineMs)}`), statementMs);
    limitMs = deadlineMs;
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
      const ask = () => client.query({ name: toName(sql), text: sql, values: [...parameters] });
      const { rows, rowCount } = await attempt(ask, deadlineMs);
      return { rows: rows as readonly Row[], count: rowCount ?? 0 };
    },
    async run(sql, deadlineMs = statementMs) {
      await attempt(() => client.query(sql), deadlineMs);
    },
    onNotification: (listen) => void client.on('notification', listen),
    isBroken: () => isBroken,
    close,
  };
}

function toServerMs(deadlineMs: number): number {
  return Math.floor(deadlineMs * serverEndsAt);
}

async function withDeadline<Result>(result: Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  // The statement may fail after its time, when nobody waits for it any more.
  result.catch(() => {});
  const late = new Promise<never>((_, reject) => {
    // When this process itself was busy, the answer may lie in the socket already: it gets one more turn to be read.
    timer = setTimeout(() => setImmediate(() => reject(new UnreachableError('STORE_SLOW'))), deadlineMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
