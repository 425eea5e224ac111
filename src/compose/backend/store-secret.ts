// The master secret that a shared database was first used with: a node that has another one is refused.

import { timingSafeEqual } from 'node:crypto';
import { OperatorError } from '../../errors.ts';
import { describePostgresAddress, type PostgresAddress } from '../../stores/postgres/address.ts';
import type { PostgresPool } from '../../stores/postgres/pool.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';

const fingerprintName = 'secret_fingerprint';
const generationName = 'secret_generation';

export async function knowsSecret(pool: PostgresPool): Promise<boolean> {
  return (await readMeta(pool, fingerprintName)) !== undefined;
}

/** The newest generation that any node has. */
export async function admitSecret(pool: PostgresPool, secret: MasterSecret, address: PostgresAddress): Promise<number> {
  const fingerprint = Buffer.from(secret.deriveFirst('store-fingerprint', 32));
  await pool.query('INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    fingerprintName,
    fingerprint,
  ]);
  const known = await readMeta(pool, fingerprintName);
  if (known === undefined || known.length !== fingerprint.length || !timingSafeEqual(known, fingerprint)) {
    throw new OperatorError(
      `The database ${describePostgresAddress(address)} was first used with another master secret. Give every node the same secrets directory.`,
    );
  }
  const newest = Number((await readMeta(pool, generationName))?.toString() ?? 1);
  const own = secret.generations();
  if (own > newest) {
    const sql =
      'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    await pool.query(sql, [generationName, Buffer.from(String(own))]);
  }
  return Math.max(own, newest);
}

async function readMeta(pool: PostgresPool, name: string): Promise<Buffer | undefined> {
  const sql = 'SELECT value FROM confere.meta WHERE name = $1';
  return (await pool.query<{ readonly value: Buffer }>(sql, [name])).rows[0]?.value;
}
