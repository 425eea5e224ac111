// Watches: their lists, and what changed. Changes of a comparison that is not finished are there, but beyond the last one that counts.

import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import type {
  NewWatch,
  PlacedChange,
  PlacedList,
  SealedChange,
  SealedList,
  StoredWatch,
  WatchPoint,
  WatchStore,
} from '../../app/watches/ports.ts';
import { toEndWithEvents } from '../events/events.sql.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.sql.ts';
import type { TakingIn } from '../key-owned/taking-in.ts';
import { listRight } from '../proven-rows/list-right.ts';
import type { Sql } from '../sql/sql.ts';

type FoundWatch = StoredWatch & StoredRow;

const changes = { table: 'watch_changes', owner: 'watch_id', place: 'number' };
const lists = { table: 'watch_lists', owner: 'watch_id', place: 'part' };

const watchSql = `SELECT id, key_id AS "keyId", mode, kind, webhook_id AS "webhookId", snapshot, lists, purpose,
  legal_basis AS "legalBasis", until_ms AS "untilMs", repeat_id AS "repeatId", fingerprint, created_at_ms AS "createdAtMs", state,
  companies AS members, last_change AS "lastChange", compared_at_ms AS "comparedAtMs", missed, withdrawn, rewrites, checksum FROM watches`;
const repeatedSql = `${watchSql} WHERE repeat_id = $1`;
const toListOfSql = (owner: string) => `${watchSql} WHERE ${owner} state = 'active'
  AND (created_at_ms, id) < (CAST($1 AS bigint), $2) ORDER BY created_at_ms DESC, id DESC LIMIT $3`;
const startSql = `UPDATE watches SET state = 'active', companies = $2, fingerprint = $3, checksum = $4
  WHERE id = $1 AND state = 'receiving' AND checksum = $5`;
/**
 * The name of a snapshot begins with the time of its import. In PostgreSQL each node has a registry of its own, and one may be behind: a
 * watch is never compared with an older snapshot than the last one.
 */
const isStale = {
  sqlite: 'snapshot IS NOT $1',
  postgres: '(snapshot IS NULL OR snapshot < $1 COLLATE "C")',
};
const pointsSql = `SELECT DISTINCT mode, lists FROM watches WHERE state = 'active' AND lists IS NOT NULL ORDER BY mode, lists`;
const atPointSql = `SELECT id FROM watches WHERE state = 'active' AND mode = $1 AND lists = $2 ORDER BY created_at_ms, id`;
const withdrawnSql = `SELECT id FROM watches WHERE state = 'active' AND mode = $1 AND withdrawn IS NOT NULL ORDER BY created_at_ms, id`;
const discardSql = `DELETE FROM watch_changes WHERE watch_id = $1
  AND number > (SELECT last_change FROM watches WHERE id = $1)`;
/** The statement adds nothing to a watch that was deleted meanwhile. In PostgreSQL, a process that deletes the watch waits for it. */
const appendChangeSql = `INSERT INTO watch_changes (watch_id, number, sealed) SELECT $1, $2, $3
  WHERE EXISTS (SELECT 1 FROM watches WHERE id = $1 AND state = 'active')`;
const appendChangesSql = `WITH held AS (SELECT id FROM watches WHERE id = $1 AND state = 'active' FOR SHARE)
  INSERT INTO watch_changes (watch_id, number, sealed)
  SELECT id, number, sealed FROM held, unnest($2::integer[], $3::bytea[]) AS added (number, sealed)`;
const finishSql = `UPDATE watches SET snapshot = $2, last_change = $3, compared_at_ms = $4, missed = missed + CAST($5 AS integer), lists = $8,
  withdrawn = CASE WHEN CAST($11 AS text) IS NULL THEN withdrawn END
  WHERE id = $1 AND state = 'active' AND snapshot IS NOT DISTINCT FROM $6 AND last_change = $7 AND lists IS NOT DISTINCT FROM $9
    AND rewrites = $10 AND (CAST($11 AS text) IS NULL OR withdrawn IS NOT DISTINCT FROM $11)`;
const changesSql = `SELECT number, changes.sealed FROM watch_changes AS changes JOIN watches ON watches.id = watch_id
  WHERE watch_id = $1 AND number > CAST($2 AS bigint) AND number <= last_change ORDER BY number LIMIT $3`;
const allChangesSql = `SELECT watch_id AS "watchId", number, sealed FROM watch_changes
  WHERE (watch_id, number) > ($1, CAST($2 AS integer)) ORDER BY watch_id, number LIMIT $3`;
const endSql = `UPDATE watches SET state = 'deleted', repeat_id = NULL, checksum = NULL WHERE id = $1 AND state = 'active'`;
const allPeopleSql = `SELECT watch_id AS "watchId", part, lists.sealed FROM watch_lists AS lists JOIN watches ON watches.id = watch_id
  WHERE kind = 'person' AND (watch_id, part) > ($1, CAST($2 AS integer)) ORDER BY watch_id, part LIMIT $3`;
const rewrittenSql = `UPDATE watches SET rewrites = rewrites + 1,
  companies = CASE WHEN companies > CAST($2 AS integer) THEN companies - CAST($2 AS integer) ELSE 0 END WHERE id = $1`;

export function createWatchStore(sql: Sql, taking: TakingIn, proof: RowProof): WatchStore {
  const { engine, list, find, run, together, achieve } = sql;
  const owned = createKeyOwnedRows(sql, taking, {
    ...{ table: 'watches', pieces: [changes, lists], endsAt: 'until_ms' },
    isUnfinished: "state <> 'deleted'",
  });
  const isRight = (found: FoundWatch) => proof.isRight('watches', { ...toWatchRow(found), checksum: found.checksum });
  const findRight = async (text: string, value: string) => {
    const found = await find<FoundWatch>(text, [value]);
    return found !== undefined && isRight(found) ? found : undefined;
  };
  const findWatch = (id: string) => findRight(`${watchSql} WHERE id = $1 AND state <> 'deleted'`, id);
  const listIds = async (text: string, values: readonly unknown[]) =>
    (await list<{ readonly id: string }>(text, values)).map(({ id }) => id);

  return {
    async begin(watch, watchesMax) {
      const { snapshot, lists: point, repeatId } = watch;
      const row = toWatchRow({ ...watch, state: 'receiving', fingerprint: null });
      const all = { ...row, snapshot, lists: point, checksum: proof.sign('watches', row) };
      if (await owned.begin(all, watchesMax)) return 'begun';
      const repeated = repeatId === null ? undefined : await findRight(repeatedSql, repeatId);
      return repeated === undefined ? 'full' : toWatch(repeated);
    },
    async findRepeated(repeatId) {
      const found = await findRight(repeatedSql, repeatId);
      return found && toWatch(found);
    },
    appendList: (id, { part, sealed }) => owned.append(lists, id, part, sealed),
    async start(id, members, fingerprint) {
      const found = await findWatch(id);
      if (found?.state !== 'receiving') return;
      const signed = proof.sign('watches', toWatchRow({ ...found, state: 'active', fingerprint }));
      await run(startSql, [id, members, fingerprint, signed, found.checksum]);
    },
    async find(id) {
      const found = await findWatch(id);
      return found && toWatch(found);
    },
    async listOf(keyId, limit, before = endOfTime) {
      const text = toListOfSql(keyId === null ? '' : 'key_id = $4 AND');
      const key = keyId === null ? [] : [keyId];
      const read = (some: number, { createdAtMs, id }: ListPlace) =>
        list<FoundWatch>(text, [createdAtMs, id, some, ...key]);
      return (await listRight(limit, before, read, isRight)).map(toWatch);
    },
    findList: (id, part) =>
      find<SealedList>('SELECT part, sealed FROM watch_lists WHERE watch_id = $1 AND part = $2', [id, part]),
    listStale: (snapshot) =>
      listIds(
        `SELECT id FROM watches WHERE state = 'active' AND mode = 'live' AND kind = 'company' AND ${isStale[engine]}
          ORDER BY created_at_ms, id`,
        [snapshot],
      ),
    listPoints: () => list<WatchPoint>(pointsSql),
    listAtPoint: ({ mode, lists: point }) => listIds(atPointSql, [mode, point]),
    listWithdrawn: (mode) => listIds(withdrawnSql, [mode]),
    discardUnfinished: (id) => run(discardSql, [id]),
    async appendChanges(id, added) {
      if (added.length === 0) return;
      if (engine === 'postgres') {
        const sealed = added.map((each) => Buffer.from(each.sealed));
        await run(appendChangesSql, [id, added.map(({ number }) => number), sealed]);
      } else
        await together(added.map(({ number, sealed }) => ({ sql: appendChangeSql, values: [id, number, sealed] })));
    },
    async finish(id, { snapshot, lists: point, lastChange, comparedAtMs, isMissed, withdrawn, from, event }) {
      const ofRegistry = [id, snapshot, lastChange, comparedAtMs, isMissed ? 1 : 0, from.snapshot, from.lastChange];
      const values = [...ofRegistry, point, from.lists, from.rewrites, withdrawn ?? null];
      const [finished] = await together(toEndWithEvents(sql, { sql: finishSql, values }, event));
      return finished?.count === 1;
    },
    listChanges: (id, after, limit) => list<SealedChange>(changesSql, [id, after, limit]),
    abandon: owned.abandon,
    delete: owned.delete,
    async listOver(nowMs) {
      const over = await list<FoundWatch>(`${watchSql} WHERE state = 'active' AND until_ms <= $1`, [nowMs]);
      return over.filter(isRight).map(toWatch);
    },
    async end(id, event) {
      await together(toEndWithEvents(sql, { sql: endSql, values: [id] }, event));
    },
    hasWaste: owned.hasWaste,
    purge: owned.purge,
    listAllChanges: (after, limit) =>
      list<PlacedChange>(allChangesSql, [after?.watchId ?? '', after?.number ?? 0, limit]),
    removeChange: (id, number) => run('DELETE FROM watch_changes WHERE watch_id = $1 AND number = $2', [id, number]),
    listAllPeople: (after, limit) => list<PlacedList>(allPeopleSql, [after?.watchId ?? '', after?.part ?? -1, limit]),
    async replaceList(id, { part, sealed }, removed) {
      const replaceSql = 'UPDATE watch_lists SET sealed = $3 WHERE watch_id = $1 AND part = $2';
      await achieve([
        { sql: replaceSql, values: [id, part, Buffer.from(sealed)] },
        { sql: rewrittenSql, values: [id, removed] },
      ]);
    },
  };
}

function toWatch({ checksum: _, ...watch }: FoundWatch): StoredWatch {
  return watch;
}

/** A row becomes invalid if another program changes its owner, its purpose or its end. */
function toWatchRow(watch: NewWatch & Pick<StoredWatch, 'state' | 'fingerprint'>) {
  return {
    id: watch.id,
    key_id: watch.keyId,
    mode: watch.mode,
    kind: watch.kind,
    webhook_id: watch.webhookId,
    purpose: watch.purpose,
    legal_basis: watch.legalBasis,
    until_ms: watch.untilMs,
    repeat_id: watch.repeatId,
    fingerprint: watch.fingerprint,
    created_at_ms: watch.createdAtMs,
    state: watch.state,
  };
}
