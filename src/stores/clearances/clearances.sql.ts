// Hits that somebody has judged. In PostgreSQL what is judged on one node is so on all of them.

import { provenTables } from '../../app/kept/stores.ts';
import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import type {
  ClearanceEnd,
  ClearanceFilter,
  ClearanceStore,
  StoredClearance,
} from '../../app/screening/clearances/ports.ts';
import { isEndedState } from '../../domain/screening/clearance.ts';
import type { DoneStep, DoneSteps, FreezeStep } from '../../domain/screening/freeze.ts';
import type { JudgementKind } from '../../domain/screening/judgement.ts';
import { listRight } from '../proven-rows/list-right.ts';
import { type Sql, type SqlStatement, toInsert } from '../sql/sql.ts';

type Place = 'clearances' | 'ended_clearances';

interface FoundClearance extends Omit<StoredClearance, 'kind' | 'steps' | 'end'>, StoredRow {
  /** The value is null for a `cleared` judgement, as in rows from before other kinds existed. */
  readonly kind: JudgementKind | null;
  /** `steps` holds JSON. */
  readonly steps: string | null;
  /** The three fields belong to a judgement that has ended, and are absent from others. */
  readonly endedBy?: string;
  readonly endedAtMs?: number;
  readonly replacedBy?: string | null;
}

const selected = `SELECT id, mode, subject, list_row AS "row", sealed, kind, state, until_day AS "until", steps, made_by AS "madeBy",
  created_at_ms AS "createdAtMs", confirmed_by AS "confirmedBy", confirmed_at_ms AS "confirmedAtMs", checksum`;
const selectSql = `${selected} FROM clearances`;
const selectEndedSql = `${selected}, ended_by AS "endedBy", ended_at_ms AS "endedAtMs", replaced_by AS "replacedBy" FROM ended_clearances`;
const findSql = `${selectSql} WHERE id = $1`;
const findEndedSql = `${selectEndedSql} WHERE id = $1`;
const takingItsPlaceSql = `${selectSql} WHERE mode = $1 AND subject = $2 AND list_row = $3`;
/** The condition on the state by itself, so that an index finds the few that wait. A list's name begins the name of its rows. */
const toListSql = (
  place: Place,
  hasState: boolean,
) => `${place === 'clearances' ? selectSql : selectEndedSql} WHERE mode = $1 AND (created_at_ms, id) < (CAST($2 AS bigint), $3)
    AND ${hasState ? 'state = CAST($5 AS text)' : 'CAST($5 AS text) IS NULL'}
    AND coalesce(kind, 'cleared') = coalesce(CAST($6 AS text), kind, 'cleared')
    AND (CAST($7 AS text) IS NULL OR made_by = $7 OR confirmed_by = $7${place === 'clearances' ? '' : ' OR ended_by = $7'})
    AND (CAST($8 AS text) IS NULL OR substr(list_row, 1, length($8)) = $8)
    AND created_at_ms >= CAST($9 AS bigint) AND created_at_ms < CAST($10 AS bigint)
  ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
const listAllSql = `${selectSql} WHERE id > $1 ORDER BY id LIMIT $2`;
const listAllEndedSql = `${selectEndedSql} WHERE id > $1 ORDER BY id LIMIT $2`;
const purgeEndedSql = `DELETE FROM ended_clearances WHERE id IN
  (SELECT id FROM ended_clearances WHERE ended_at_ms < $1 ORDER BY ended_at_ms LIMIT $2)`;
const listOverSql = `${selectSql} WHERE until_day < $1 AND state <> 'lapsed' ORDER BY until_day, id LIMIT $2`;
/** `$7` is the checksum that was read: where somebody else was faster, nothing is changed. */
const changeSql = `UPDATE clearances SET state = $2, steps = $3, confirmed_by = $4, confirmed_at_ms = $5, checksum = $6
  WHERE id = $1 AND checksum = $7`;
/** The watches that have to look again, each with the pairs of a customer's keyed hash and a row, as JSON. */
const markSqls = {
  sqlite: `UPDATE watches SET withdrawn = json_insert(coalesce(withdrawn, '[]'), '$[#]', json_array(gone.subject, gone.list_row))`,
  postgres: `UPDATE watches
  SET withdrawn = (coalesce(withdrawn, '[]')::jsonb || jsonb_build_array(jsonb_build_array(gone.subject, gone.list_row)))::text`,
};
const forgetSqls = {
  sqlite: `UPDATE watches SET withdrawn = (
      SELECT CASE WHEN count(*) > 0 THEN json_group_array(json(mark.value)) END FROM json_each(withdrawn) AS mark
      WHERE mark.value ->> 0 NOT IN (SELECT value FROM json_each($1)))
    WHERE EXISTS (SELECT 1 FROM json_each(withdrawn) AS mark WHERE mark.value ->> 0 IN (SELECT value FROM json_each($1)))`,
  postgres: `UPDATE watches SET withdrawn = (
      SELECT jsonb_agg(mark)::text FROM jsonb_array_elements(withdrawn::jsonb) AS mark WHERE NOT mark ->> 0 = ANY($1::text[]))
    WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(withdrawn::jsonb) AS mark WHERE mark ->> 0 = ANY($1::text[]))`,
};

export function createClearances(sql: Sql, proof: RowProof): ClearanceStore {
  const { engine, list, find, change, run, achieve, together, isIn } = sql;
  const findOfSql = `${selectSql} WHERE mode = $1 AND ${isIn('subject', '$2')} ORDER BY created_at_ms DESC, id DESC`;
  const markSql = `${markSqls[engine]} FROM clearances AS gone
    WHERE gone.id = $1 AND gone.state IN ('cleared', 'accepted') AND watches.mode = gone.mode AND watches.state = 'active'
      AND lists IS NOT NULL`;
  const remove = (id: string): SqlStatement => ({ sql: 'DELETE FROM clearances WHERE id = $1', values: [id] });
  const mark = (id: string): SqlStatement => ({ sql: markSql, values: [id] });

  const removeEnded = (id: string): SqlStatement => ({
    sql: 'DELETE FROM ended_clearances WHERE id = $1',
    values: [id],
  });

  const toPlace = ({ endedBy }: FoundClearance): Place => (endedBy === undefined ? 'clearances' : 'ended_clearances');
  const isRight = (found: FoundClearance) =>
    proof.isRight(toPlace(found), { ...toClearanceRow(found), checksum: found.checksum });
  const toSigned = (clearance: StoredClearance) => {
    const found = toFoundClearance(clearance);
    const row = toClearanceRow(found);
    return { ...row, checksum: proof.sign(toPlace({ ...found, checksum: null }), row) };
  };
  const toInserted = (place: Place, clearance: StoredClearance) =>
    toInsert(place, [...provenTables[place].columns, 'checksum'], toSigned(clearance));
  const findRight = async (text: string, id: string) => {
    const found = await find<FoundClearance>(text, [id]);
    return found !== undefined && isRight(found) ? found : undefined;
  };
  const listOf = async (text: string, values: readonly unknown[]) =>
    (await list<FoundClearance>(text, values)).filter(isRight).map(toClearance);

  /** Changes it in one step with what comes before it; false where there is nothing to change. */
  async function rewrite(
    id: string,
    toAfter: (before: StoredClearance) => StoredClearance | undefined,
    ...first: readonly SqlStatement[]
  ): Promise<boolean> {
    const found = await find<FoundClearance>(findSql, [id]);
    const after = found !== undefined && isRight(found) ? toAfter(toClearance(found)) : undefined;
    if (found === undefined || after === undefined) return false;
    const { state, steps, confirmed_by, confirmed_at_ms, checksum } = toSigned(after);
    const values = [id, state, steps, confirmed_by, confirmed_at_ms, checksum, found.checksum];
    if (first.length === 0) return (await change(changeSql, values)) === 1;
    return achieve([...first, { sql: changeSql, values }]);
  }

  /** Moves it to those that have ended, exactly as it was read: nothing follows where somebody else was faster. */
  function end(found: FoundClearance, state: StoredClearance['state'], how: ClearanceEnd): readonly SqlStatement[] {
    const values = [found.id, found.checksum];
    return [
      { sql: 'DELETE FROM clearances WHERE id = $1 AND checksum = $2', values, isGate: true },
      toInserted('ended_clearances', { ...toClearance(found), state, end: how }),
    ];
  }

  return {
    async keep(clearance, replaced) {
      const { id, mode, subject, row, madeBy: by, createdAtMs: atMs } = clearance;
      const before = replaced === null ? undefined : await findRight(findSql, replaced);
      if (replaced !== null && before === undefined) return false;
      // One that counts for nothing must not keep others from being made.
      const other = await find<FoundClearance>(takingItsPlaceSql, [mode, subject, row]);
      return achieve([
        ...(before === undefined ? [] : end(before, 'replaced', { by, atMs, replacedBy: id })),
        ...(other === undefined || isRight(other) ? [] : [remove(other.id)]),
        toInserted('clearances', clearance),
      ]);
    },
    async find(id) {
      const found = await findRight(findSql, id);
      return found && toClearance(found);
    },
    async findEnded(id) {
      const found = await findRight(findEndedSql, id);
      return found && toClearance(found);
    },
    findOf: (mode, subjects) => listOf(findOfSql, [mode, subjects]),
    async list(mode, limit, before = endOfTime, filter = {}) {
      const listIn = (place: Place) => {
        const text = toListSql(place, filter.state !== undefined);
        const read = (some: number, { createdAtMs, id }: ListPlace) =>
          list<FoundClearance>(text, [mode, createdAtMs, id, some, ...toFilterValues(filter)]);
        return listRight(limit, before, read, isRight);
      };
      const found = await Promise.all(toPlaces(filter).map(listIn));
      return found.flat().sort(byNewest).slice(0, limit).map(toClearance);
    },
    confirm: (id, by, atMs) => rewrite(id, (before) => toConfirmed(before, by, atMs)),
    noteStep: (id, step, done) => rewrite(id, (before) => toNoted(before, step, done)),
    listOver: (today, limit) => listOf(listOverSql, [today, limit]),
    lapse: (id) => rewrite(id, toLapsed, mark(id)),
    async withdraw(id, by, atMs) {
      for (;;) {
        const found = await findRight(findSql, id);
        if (found === undefined) return false;
        const state = found.state === 'proposed' ? 'rejected' : 'revoked';
        if (await achieve([mark(id), ...end(found, state, { by, atMs, replacedBy: null })])) return true;
        // Somebody has changed it since it was read.
      }
    },
    forgetWithdrawn: (subjects) => run(forgetSqls[engine], [subjects]),
    remove: async (id) => (await together([remove(id), removeEnded(id)])).some(({ count }) => count === 1),
    purgeEnded: async (beforeMs, limit) => (await change(purgeEndedSql, [beforeMs, limit])) === limit,
    async listAll(after, limit) {
      const listFrom = (text: string) => list<FoundClearance>(text, [after, limit]);
      const found = (await Promise.all([listAllSql, listAllEndedSql].map(listFrom))).flat();
      return found.sort(byId).slice(0, limit).map(toClearance);
    },
  };
}

/** Returns the tables that can hold what the filter asks for. */
function toPlaces({ state }: ClearanceFilter): readonly Place[] {
  if (state === undefined) return ['clearances', 'ended_clearances'];
  return [isEndedState(state) ? 'ended_clearances' : 'clearances'];
}

/** Compares by the bytes of the ids, as both databases do. */
const byId = (one: ListPlace, other: ListPlace) => Number(one.id > other.id) - Number(one.id < other.id);
const byNewest = (one: ListPlace, other: ListPlace) => other.createdAtMs - one.createdAtMs || byId(other, one);

function toClearance({
  checksum: _,
  kind,
  steps,
  endedBy: by,
  endedAtMs: atMs,
  replacedBy = null,
  ...clearance
}: FoundClearance): StoredClearance {
  return {
    ...clearance,
    kind: kind ?? 'cleared',
    steps: steps === null ? null : (JSON.parse(steps) as DoneSteps),
    ...(by !== undefined && atMs !== undefined && { end: { by, atMs, replacedBy } }),
  };
}

/** Returns undefined if the clearance is no longer proposed, or if its author would confirm it. */
function toConfirmed(before: StoredClearance, by: string, atMs: number): StoredClearance | undefined {
  if (before.state !== 'proposed' || before.madeBy === by) return undefined;
  return { ...before, state: before.kind, confirmedBy: by, confirmedAtMs: atMs };
}

/** Returns undefined if the clearance is no freeze, or if the step was noted before. */
function toNoted(before: StoredClearance, step: FreezeStep, done: DoneStep): StoredClearance | undefined {
  if (before.steps === null || before.steps[step] !== undefined) return undefined;
  return { ...before, steps: { ...before.steps, [step]: done } };
}

/** Returns undefined if the clearance has already lapsed. */
function toLapsed(before: StoredClearance): StoredClearance | undefined {
  return before.state === 'lapsed' ? undefined : { ...before, state: 'lapsed' };
}

/** Returns the values in the order of the statement's conditions. */
function toFilterValues({ state, kind, by, list, fromMs, toMs }: ClearanceFilter): readonly unknown[] {
  const prefix = list === undefined ? null : `${list}:`;
  const times = [fromMs ?? Number.MIN_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER];
  return [state ?? null, kind ?? null, by ?? null, prefix, ...times];
}

function toFoundClearance({ kind, steps, end, ...clearance }: StoredClearance): Omit<FoundClearance, 'checksum'> {
  return {
    ...clearance,
    kind: kind === 'cleared' ? null : kind,
    steps: steps === null ? null : JSON.stringify(steps),
    ...(end !== undefined && { endedBy: end.by, endedAtMs: end.atMs, replacedBy: end.replacedBy }),
  };
}

function toClearanceRow(clearance: Omit<FoundClearance, 'checksum'>) {
  return {
    id: clearance.id,
    mode: clearance.mode,
    subject: clearance.subject,
    list_row: clearance.row,
    sealed: clearance.sealed,
    kind: clearance.kind,
    state: clearance.state,
    until_day: clearance.until,
    steps: clearance.steps,
    made_by: clearance.madeBy,
    created_at_ms: clearance.createdAtMs,
    confirmed_by: clearance.confirmedBy,
    confirmed_at_ms: clearance.confirmedAtMs,
    ended_by: clearance.endedBy,
    ended_at_ms: clearance.endedAtMs,
    replaced_by: clearance.replacedBy,
  };
}
