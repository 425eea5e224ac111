// A PostgreSQL and a Redis of the benchmark's own, and what they have done so far: processor, transactions, commands.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startPostgres } from '../../../test/support/stores/postgres.ts';
import { startRedis } from '../../../test/support/stores/redis-server.ts';
import { readCpuSeconds } from '../processor-time.ts';

export interface Effort {
  /** Processor, in seconds. */
  readonly postgres: number;
  readonly redis: number;
  /** Ended by a commit, a single statement included. */
  readonly transactions: number;
  /** Scripts that were run. */
  readonly scripts: number;
}

/** On the disk, for each record. */
interface AuditBytes {
  readonly records: number;
  /** Its row and all indexes. */
  readonly record: number;
  /** Its sealed evidence, with the index. */
  readonly evidence: number;
}

export type SharedServers = Awaited<ReturnType<typeof startSharedServers>>;

export async function startSharedServers() {
  const postgres = await startPostgres({ fsync: 'on', shared_buffers: '256MB', max_wal_size: '4GB' });
  const database = await postgres.createDatabase();
  const redis = await startRedis();
  const client = new Redis(redis.port);
  const postmaster = Number(readFileSync(join(postgres.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);

  return {
    /** What a service needs to work on them, beside a folder for the secrets. */
    env: { CONFERE_STORE: database.service, CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}` },
    async readEffort(): Promise<Effort> {
      const sql = 'SELECT xact_commit::int AS transactions FROM pg_stat_database WHERE datname = current_database()';
      const [row] = await database.query<{ transactions: number }>(sql);
      const info = await client.info('all');
      const find = (form: RegExp) => Number(form.exec(info)?.[1] ?? 0);
      return {
        postgres: readCpuSeconds(postmaster),
        redis: find(/used_cpu_sys:([\d.]+)/) + find(/used_cpu_user:([\d.]+)/),
        transactions: row?.transactions ?? 0,
        scripts: find(/cmdstat_evalsha:calls=(\d+)/),
      };
    },
    async readAuditBytes(): Promise<AuditBytes> {
      await database.query('CHECKPOINT');
      const sizeOf = (table: string) =>
        `(SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('confere.${table}') WHERE isleaf)`;
      const recordsSql = '(SELECT greatest(coalesce(sum(count), 0), 1) FROM confere.audit_groups)';
      const sql = `SELECT ${recordsSql}::int AS records,
        (${sizeOf('audit_groups')} / ${recordsSql})::int AS record,
        (${sizeOf('audit_evidence')} / ${recordsSql})::int AS evidence`;
      const [row] = await database.query<AuditBytes>(sql);
      if (row === undefined) throw new Error('A sum has one row');
      return row;
    },
    async close() {
      client.disconnect();
      await redis.close();
      // Stopped before it is closed, or all of it would be written out for tests to search.
      await postgres.stop();
      await postgres.close();
    },
  };
}
