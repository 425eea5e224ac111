// The master secret that a shared database was first used with: a node that has another one is refused.

import { timingSafeEqual } from 'node:crypto';
import { OperatorError } from '../../errors.ts';
import { describePostgresAddress, type PostgresAddress } from '../../stores/postgres/address.ts';
import type { PostgresPool } from '../../stores/postgres/pool.ts';
import { findLastRetired, type MasterSecret } from '../../stores/secrets/secrets.file.ts';
import { refuseRetired } from './retired-secret.ts';

const fingerprintName = 'secret_fingerprint';
const generationName = 'secret_generation';
const retiredName = 'secret_retired';

export async function knowsSecret(pool: PostgresPool): Promise<boolean> {
  return (await readMeta(pool, fingerprintName)) !== undefined;
}

/** The newest generation that any node has. */
export async function admitSecret(pool: PostgresPool, secret: MasterSecret, address: PostgresAddress): Promise<number> {
  const fingerprint = Buffer.from(secret.deriveFirst('store-fingerprint', 32));
  const insertSql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
  const isNew = (await pool.query(insertSql, [fingerprintName, fingerprint])).count === 1;
  if (isNew) await noteRetired(pool, findLastRetired(secret));
  const known = await readMeta(pool, fingerprintName);
  if (known === undefined || known.length !== fingerprint.length || !timingSafeEqual(known, fingerprint)) {
    throw new OperatorError(
      `The database ${describePostgresAddress(address)} was first used with another master secret. Give every node the same secrets directory.`,
    );
  }
  refuseRetired(secret, await readRetired(pool), `The database ${describePostgresAddress(address)}`);
  const newest = Number((await readMeta(pool, generationName))?.toString() ?? 1);
  const own = secret.generations();
  if (own > newest) await writeMeta(pool, generationName, own);
  return Math.max(own, newest);
}

async function readMeta(pool: PostgresPool, name: string): Promise<Buffer | undefined> {
  const sql = 'SELECT value FROM confere.meta WHERE name = $1';
  return (await pool.query<{ readonly value: Buffer }>(sql, [name])).rows[0]?.value;
}

export async function readRetired(pool: PostgresPool): Promise<number> {
  return Number((await readMeta(pool, retiredName))?.toString() ?? 0);
}

export function noteRetired(pool: PostgresPool, generation: number): Promise<void> {
  return writeMeta(pool, retiredName, generation);
}

async function writeMeta(pool: PostgresPool, name: string, value: number): Promise<void> {
  const sql =
    'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
  await pool.query(sql, [name, Buffer.from(String(value))]);
}
