// Which erasures the shared database has gone through. It holds them whole, under their seal: other nodes take them from here.

import type { ErasureMarks, SealedErasure, SharedMarks } from '../../app/privacy/ledger.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { type PostgresPool, withPostgresPool } from '../postgres/pool.ts';

const prefix = 'erasure ';

export function createPostgresMarks(pool: Pick<PostgresPool, 'query'>): SharedMarks {
  async function read(): Promise<readonly SealedErasure[]> {
    const sql = `SELECT value FROM confere.meta WHERE name LIKE '${prefix}%'`;
    const { rows } = await pool.query<{ readonly value: Buffer }>(sql);
    const erasures = rows.map(({ value }) => JSON.parse(value.toString()) as SealedErasure);
    return erasures.sort((one, other) => one.at.localeCompare(other.at));
  }
  return {
    read,
    list: async () => new Set((await read()).map(({ id }) => id)),
    async add({ id, at, sealed }) {
      const sql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
      await pool.query(sql, [`${prefix}${id}`, Buffer.from(JSON.stringify({ id, at, sealed }))]);
    },
  };
}

/**
 * Of all but the audit, which only its owner may change: what nodes forget by themselves after the database came back from an older copy.
 * A whole erasure counts for it, too.
 */
export function createPostgresDataMarks(pool: Pick<PostgresPool, 'query'>): ErasureMarks {
  const dataPrefix = 'erased data ';
  return {
    async list() {
      const whole = await createPostgresMarks(pool).list();
      const sql = `SELECT name FROM confere.meta WHERE name LIKE '${dataPrefix}%'`;
      const { rows } = await pool.query<{ readonly name: string }>(sql);
      return new Set([...(whole ?? []), ...rows.map(({ name }) => name.slice(dataPrefix.length))]);
    },
    async add({ id, at }) {
      const sql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
      await pool.query(sql, [`${dataPrefix}${id}`, Buffer.from(at)]);
    },
  };
}

/** Returns the current marks for a caller that reads only once. */
export async function readMarksOnce(address: PostgresAddress): Promise<ErasureMarks> {
  const known = await withPostgresPool(address, 1, (pool) => createPostgresMarks(pool).list());
  return { list: async () => known, add: async () => {} };
}

/** The same erasures in another seal. */
export async function replaceErasures(
  pool: Pick<PostgresPool, 'query'>,
  erasures: readonly SealedErasure[],
): Promise<void> {
  for (const { id, at, sealed } of erasures) {
    const value = Buffer.from(JSON.stringify({ id, at, sealed }));
    await pool.query('UPDATE confere.meta SET value = $2 WHERE name = $1', [`${prefix}${id}`, value]);
  }
}
