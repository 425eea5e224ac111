// Watches in PostgreSQL: their lists, and what changed. Changes of a comparison that is not finished are there, but beyond the last one that
// counts. The registry is each node's own, and one may be behind: a watch is never compared with an older snapshot than the last one.

import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { PlacedList, SealedChange, SealedList, WatchPoint, WatchStore } from '../../app/watches/ports.ts';
import { tell } from '../events/events.postgres.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.postgres.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { listRight } from '../proven-rows/list-right.ts';
import { createWatchProof, type FoundWatch, toWatch, watchColumns } from './watch-rows.ts';

const watchSql = `SELECT ${watchColumns} FROM confere.watches`;
const beginSql = `INSERT INTO confere.watches (id, key_id, mode, webhook_id, snapshot, repeat_id, created_at_ms, owner, state, kind, lists,
    purpose, legal_basis, until_ms, checksum)
  SELECT $1, $2, $3, $4, $5, $6, $7::bigint, $8, 'receiving', $10, $11, $12, $13, $14::bigint, $15::bytea
  WHERE (SELECT count(*) FROM confere.watches WHERE key_id = $2 AND state <> 'deleted') < $9::bigint
  ON CONFLICT (repeat_id) DO NOTHING`;
const repeatedSql = `${watchSql} WHERE repeat_id = $1`;
const listOfSql = (
  owner: string,
) => `${watchSql} WHERE ${owner} state = 'active' AND (created_at_ms, id) < ($1::bigint, $2)
  ORDER BY created_at_ms DESC, id DESC LIMIT $3`;
const appendListSql = 'INSERT INTO confere.watch_lists (watch_id, part, sealed) SELECT $1, $2::integer, $3::bytea';
const startSql = `UPDATE confere.watches SET state = 'active', companies = $2, fingerprint = $3, checksum = $4
  WHERE id = $1 AND state = 'receiving' AND checksum = $5`;
const listSql = 'SELECT part, sealed FROM confere.watch_lists WHERE watch_id = $1 AND part = $2';
/** The name of a snapshot begins with the time of its import. */
const staleSql = `SELECT id FROM confere.watches WHERE state = 'active' AND mode = 'live' AND kind = 'company'
  AND (snapshot IS NULL OR snapshot < $1 COLLATE "C") ORDER BY created_at_ms, id`;
const pointsSql = `SELECT DISTINCT mode, lists FROM confere.watches WHERE state = 'active' AND lists IS NOT NULL ORDER BY mode, lists`;
const atPointSql = `SELECT id FROM confere.watches WHERE state = 'active' AND mode = $1 AND lists = $2 ORDER BY created_at_ms, id`;
const withdrawnSql = `SELECT id FROM confere.watches WHERE state = 'active' AND mode = $1 AND withdrawn IS NOT NULL ORDER BY created_at_ms, id`;
const discardSql = `DELETE FROM confere.watch_changes WHERE watch_id = $1
  AND number > (SELECT last_change FROM confere.watches WHERE id = $1)`;
/** Who deletes the watch waits for it, and nothing is added to one that was deleted. */
const appendChangesSql = `WITH held AS (SELECT id FROM confere.watches WHERE id = $1 AND state = 'active' FOR SHARE)
  INSERT INTO confere.watch_changes (watch_id, number, sealed)
  SELECT id, number, sealed FROM held, unnest($2::integer[], $3::bytea[]) AS added (number, sealed)`;
const finishSql = `UPDATE confere.watches SET snapshot = $2, last_change = $3, compared_at_ms = $4, missed = missed + $5::integer, lists = $8,
  withdrawn = CASE WHEN $11::text IS NULL THEN withdrawn END
  WHERE id = $1 AND state = 'active' AND snapshot IS NOT DISTINCT FROM $6 AND last_change = $7 AND lists IS NOT DISTINCT FROM $9
    AND rewrites = $10 AND ($11::text IS NULL OR withdrawn IS NOT DISTINCT FROM $11)`;
const changesSql = `SELECT number, changes.sealed FROM confere.watch_changes AS changes JOIN confere.watches ON watches.id = watch_id
  WHERE watch_id = $1 AND number > $2::bigint AND number <= last_change ORDER BY number LIMIT $3`;
const allChangesSql = `SELECT watch_id AS "watchId", number, sealed FROM confere.watch_changes
  WHERE (watch_id, number) > ($1, $2::integer) ORDER BY watch_id, number LIMIT $3`;
const overSql = `${watchSql} WHERE state = 'active' AND until_ms <= $1`;
const endSql = `UPDATE confere.watches SET state = 'deleted', repeat_id = NULL, checksum = NULL WHERE id = $1 AND state = 'active'`;
const removeChangeSql = 'DELETE FROM confere.watch_changes WHERE watch_id = $1 AND number = $2';
const allPeopleSql = `SELECT watch_id AS "watchId", part, lists.sealed FROM confere.watch_lists AS lists
  JOIN confere.watches ON watches.id = watch_id
  WHERE kind = 'person' AND (watch_id COLLATE "C", part) > ($1, $2::integer) ORDER BY watch_id COLLATE "C", part LIMIT $3`;
const replaceListSql = 'UPDATE confere.watch_lists SET sealed = $3 WHERE watch_id = $1 AND part = $2';
const rewrittenSql = `UPDATE confere.watches SET companies = greatest(0, companies - $2::integer), rewrites = rewrites + 1
  WHERE id = $1`;

export function createPostgresWatchStore(
  pool: Pick<PostgresPool, 'query' | 'transaction'>,
  owner: string,
  proof: RowProof,
): WatchStore {
  const watches = createKeyOwnedRows(pool, {
    table: 'watches',
    pieces: [
      { table: 'watch_changes', owner: 'watch_id', place: 'number' },
      { table: 'watch_lists', owner: 'watch_id', place: 'part' },
    ],
    endsAt: 'until_ms',
  });
  const { list, find, run } = createStatements(pool);
  const { signBegun, signStarted, isRight, toRight } = createWatchProof(proof);
  const findWatch = (id: string) => find<FoundWatch>(`${watchSql} WHERE id = $1 AND state <> 'deleted'`, [id]);
  const listIds = async (sql: string, values: readonly unknown[]) =>
    (await list<{ readonly id: string }>(sql, values)).map(({ id }) => id);

  return {
    begin: (watch, watchesMax) =>
      watches.begin(watch.keyId, async (session) => {
        const { id, keyId, mode, webhookId, snapshot, repeatId, createdAtMs } = watch;
        const terms = [watch.kind, watch.lists, watch.purpose, watch.legalBasis, watch.untilMs];
        const values = [
          id,
          keyId,
          mode,
          webhookId,
          snapshot,
          repeatId,
          createdAtMs,
          owner,
          watchesMax,
          ...terms,
          signBegun(watch),
        ];
        if ((await session.query(beginSql, values)).count === 1) return 'begun';
        return toRight((await session.query<FoundWatch>(repeatedSql, [repeatId])).rows[0]) ?? 'full';
      }),
    findRepeated: async (repeatId) => toRight(await find<FoundWatch>(repeatedSql, [repeatId])),
    appendList: (id, { part, sealed }) => watches.append(appendListSql, [id, part, sealed]),
    async start(id, members, fingerprint) {
      const found = await findWatch(id);
      const signed = signStarted(found, fingerprint);
      if (found !== undefined && signed !== undefined)
        await run(startSql, [id, members, fingerprint, signed, found.checksum]);
    },
    find: async (id) => toRight(await findWatch(id)),
    async listOf(keyId, limit, before = endOfTime) {
      const sql = listOfSql(keyId === null ? '' : 'key_id = $4 AND');
      const owned = keyId === null ? [] : [keyId];
      const read = (some: number, { createdAtMs, id }: ListPlace) =>
        list<FoundWatch>(sql, [createdAtMs, id, some, ...owned]);
      return (await listRight(limit, before, read, isRight)).map(toWatch);
    },
    findList: (id, part) => find<SealedList>(listSql, [id, part]),
    listStale: (snapshot) => listIds(staleSql, [snapshot]),
    listPoints: () => list<WatchPoint>(pointsSql),
    listAtPoint: ({ mode, lists }) => listIds(atPointSql, [mode, lists]),
    listWithdrawn: (mode) => listIds(withdrawnSql, [mode]),
    discardUnfinished: (id) => run(discardSql, [id]),
    async appendChanges(id, changes) {
      if (changes.length === 0) return;
      const values = [id, changes.map(({ number }) => number), changes.map(({ sealed }) => Buffer.from(sealed))];
      await pool.query(appendChangesSql, values);
    },
    finish: (id, { snapshot, lists, lastChange, comparedAtMs, isMissed, withdrawn, from, event }) =>
      pool.transaction(async (session) => {
        const ofRegistry = [id, snapshot, lastChange, comparedAtMs, isMissed ? 1 : 0, from.snapshot, from.lastChange];
        const values = [...ofRegistry, lists, from.lists, from.rewrites, withdrawn ?? null];
        const { count } = await session.query(finishSql, values);
        if (count === 1 && event !== null) await tell(session, event);
        return count === 1;
      }),
    listChanges: (id, after, limit) => list<SealedChange>(changesSql, [id, after, limit]),
    abandon: watches.abandon,
    delete: watches.delete,
    listOver: async (nowMs) => (await list<FoundWatch>(overSql, [nowMs])).filter(isRight).map(toWatch),
    end: (id, event) =>
      pool.transaction(async (session) => {
        if ((await session.query(endSql, [id])).count === 1) await tell(session, event);
      }),
    hasWaste: watches.hasWaste,
    purge: watches.purge,
    listAllChanges: (after, limit) => list(allChangesSql, [after?.watchId ?? '', after?.number ?? 0, limit]),
    removeChange: (id, number) => run(removeChangeSql, [id, number]),
    listAllPeople: (after, limit) => list<PlacedList>(allPeopleSql, [after?.watchId ?? '', after?.part ?? -1, limit]),
    replaceList: (id, { part, sealed }, removed) =>
      pool.transaction(async (session) => {
        await session.query(replaceListSql, [id, part, Buffer.from(sealed)]);
        await session.query(rewrittenSql, [id, removed]);
      }),
  };
}
