// How many calls are on record, of a key and in all, as this process knows it. Every process counts what it claims in memory, adds that to
// the database from time to time and reads what the others have added: no claim waits for the commit of another. So the bounds are passed by
// what all processes claim between two looks, and what a killed process had not added is not counted until it expires.

import type { Clock } from '../../app/clock.ts';
import type { PostgresPool } from '../postgres/pool.ts';

type Pool = Pick<PostgresPool, 'query'>;

const hourMs = 3_600_000;
/** The name under which all keys are counted together. */
const all = '';
const lookEveryMs = 1_000;
const keysMax = 10_000;

/**
 * The count uses the hour in which calls expire, so that they leave it by themselves. A fixed order keeps two writers from waiting for each other.
 */
const addSql = `INSERT INTO confere.idempotent_counts AS counted (key_id, part, records)
  SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS added (key_id, part, records) ORDER BY key_id, part
  ON CONFLICT (key_id, part) DO UPDATE SET records = counted.records + excluded.records`;
const readSql = `SELECT key_id, sum(records)::bigint AS records FROM confere.idempotent_counts
  WHERE key_id = ANY($1::text[]) AND part >= $2 GROUP BY key_id`;
const forgetSql = 'DELETE FROM confere.idempotent_counts WHERE part < $1';

/** `Fresh` counts calls by key and hour. */
type Fresh = Map<string, Map<number, number>>;

function count(into: Fresh, name: string, hour: number, calls: number): void {
  const hours = into.get(name) ?? new Map<number, number>();
  into.set(name, hours.set(hour, (hours.get(hour) ?? 0) + calls));
}

const toHour = (atMs: number) => Math.floor(atMs / hourMs);

export function createCallCounts(pool: Pool, clock: Pick<Clock, 'monotonicMs'>) {
  /** `known` holds the database's counts plus the calls that this process has claimed since. */
  const known = new Map<string, number>();
  /** `fresh` holds the counts that the database has not received yet. */
  let fresh: Fresh = new Map();
  let looking: Promise<void> | undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Where it fails, and arrived all the same, some calls are counted twice until they expire. */
  async function flush(): Promise<void> {
    const taken = fresh;
    fresh = new Map();
    const rows = [...taken].flatMap(([name, hours]) => [...hours].map(([hour, calls]) => ({ name, hour, calls })));
    if (rows.length === 0) return;
    const values = [rows.map(({ name }) => name), rows.map(({ hour }) => hour), rows.map(({ calls }) => calls)];
    await pool.query(addSql, values).catch((error: unknown) => {
      for (const { name, hour, calls } of rows) count(fresh, name, hour, calls);
      throw error;
    });
  }

  async function look(names: readonly string[], nowMs: number): Promise<void> {
    await flush();
    const { rows } = await pool.query<{ readonly key_id: string; readonly records: number }>(readSql, [
      names,
      toHour(nowMs),
    ]);
    const told = new Map(rows.map(({ key_id, records }) => [key_id, records]));
    for (const name of names) {
      const hours = fresh.get(name)?.values() ?? [];
      known.set(name, (told.get(name) ?? 0) + [...hours].reduce((sum, calls) => sum + calls, 0));
    }
  }

  /** Reads the counts again, one look at a time. It covers only requested keys, and an unused key is read again at its next use. */
  function lookAgain(nowMs: number): Promise<void> {
    lookedAtMs = clock.monotonicMs();
    const names = [...known.keys()];
    if (names.length > keysMax) known.clear();
    looking = look(names.slice(0, keysMax), nowMs).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** Resolves at once for a key that was asked about lately. */
    async read(keyId: string, nowMs: number) {
      const missing = [all, keyId].filter((name) => !known.has(name));
      if (missing.length > 0) await look(missing, nowMs);
      else if (looking === undefined && clock.monotonicMs() - lookedAtMs >= lookEveryMs) {
        // Not waited for: what is known is good until then, and an outage is met by the claim itself.
        lookAgain(nowMs).catch(() => {});
      }
      return { ofKey: known.get(keyId) ?? 0, ofAll: known.get(all) ?? 0 };
    },
    add(keyId: string, expiresAtMs: number, calls: number): void {
      for (const name of [keyId, all]) {
        count(fresh, name, toHour(expiresAtMs), calls);
        if (known.has(name)) known.set(name, (known.get(name) ?? 0) + calls);
      }
    },
    /** Adds what was counted here, forgets the hours that are over, and reads anew what is asked for next. */
    async settle(nowMs: number): Promise<void> {
      await flush();
      await pool.query(forgetSql, [toHour(nowMs)]);
      known.clear();
    },
  };
}
