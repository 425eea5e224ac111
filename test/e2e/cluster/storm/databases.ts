// PostgreSQL as a bank runs it: a primary and a synchronous standby at two places, which take turns. What is acknowledged is on both before;
// between a promotion and the next standby there is one.

import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../../support/stores/postgres.ts';

export interface Databases {
  readonly database: TestDatabase;
  /** At both places, whichever of them takes writes. */
  ports(): readonly [number, number];
  primaryPort(): number;
  restart(how: 'fast' | 'crash', awayMs: number): Promise<void>;
  /** Commits wait, and nobody is told why, until the function is called. */
  holdStandby(): Promise<() => void>;
  /** The standby takes over, and gets a standby of its own. `onMoved` is told when a port has changed. */
  failover(how: Failover, onMoved: () => void): Promise<void>;
  /** Of the primary, as a superuser. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface Failover {
  /** The standby lacks all that was not acknowledged. */
  readonly isBehind: boolean;
  /** For how long the old primary goes on beside the new one; 0 where it crashes before. */
  readonly aliveMs: number;
}

const settings = { max_connections: '120' };
/** For the receiver of a standby to end by its promotion, before it reads on. */
const promotionBeginsMs = 300;
const behindMs = 1_000;

export async function startDatabases(): Promise<Databases> {
  const first = await startPostgres(settings);
  const database = await first.createDatabase();
  const places: [TestPostgres, TestPostgres] = [first, await first.createReplica()];
  let place: 0 | 1 = 0;
  const getPrimary = () => places[place];
  const getStandby = () => places[place === 0 ? 1 : 0];

  const query = <Row>(sql: string, parameters: readonly unknown[] = []) =>
    getPrimary().query<Row>(database.name, sql, parameters);

  async function untilSynchronous(): Promise<void> {
    const sql = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";
    while ((await query(sql)).length === 0) await sleep(100);
  }

  async function holdStandby(): Promise<() => void> {
    const sql = 'SELECT pid FROM pg_stat_wal_receiver';
    const [receiver] = await getStandby().query<{ pid: number }>('postgres', sql);
    if (receiver === undefined) return () => {};
    signal(receiver.pid, 'SIGSTOP');
    return () => signal(receiver.pid, 'SIGCONT');
  }

  return {
    database,
    ports: () => [places[0].port, places[1].port],
    primaryPort: () => getPrimary().port,
    query,
    holdStandby,
    async restart(how, awayMs) {
      await getPrimary().stop(how === 'crash' ? how : undefined);
      await sleep(awayMs);
      await getPrimary().start();
      await untilSynchronous();
    },
    async failover({ isBehind, aliveMs }, onMoved) {
      const old = getPrimary();
      const release = isBehind ? await holdStandby() : () => {};
      if (isBehind) await sleep(behindMs);
      if (aliveMs === 0) await old.stop('crash');
      const promoted = getStandby().promote();
      await sleep(promotionBeginsMs);
      release();
      await promoted;
      place = place === 0 ? 1 : 0;
      onMoved();
      await sleep(aliveMs);
      await old.close();
      places[place === 0 ? 1 : 0] = await getPrimary().createReplica();
      onMoved();
    },
    async close() {
      for (const server of places) await server.close();
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
