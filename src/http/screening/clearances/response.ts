// What was judged of a hit, as callers read it.

import type { Clearance } from '../../../app/screening/clearances/manage-clearances.ts';
import { freezeSteps, isFreezeOverdue, toFreezeDueMs } from '../../../domain/screening/freeze.ts';
import type { ClearanceResponse } from './contract.ts';

const toIsoTime = (ms: number) => new Date(ms).toISOString();

export function toClearanceResponse(clearance: Clearance, nowMs: number): ClearanceResponse {
  const { id, row, kind, state, until, reason, requestId, madeBy, createdAtMs, confirmedBy, confirmedAtMs, end } =
    clearance;
  return {
    id,
    list: row.slice(0, row.indexOf(':')),
    row,
    state,
    reason,
    made_by: madeBy,
    created_at: toIsoTime(createdAtMs),
    confirmed_by: confirmedBy,
    confirmed_at: confirmedAtMs === null ? null : toIsoTime(confirmedAtMs),
    ended_by: end?.by ?? null,
    ended_at: end === undefined ? null : toIsoTime(end.atMs),
    replaced_by: end?.replacedBy ?? null,
    kind,
    until,
    freeze: toFreeze(clearance, nowMs),
    screening: requestId,
  };
}

function toFreeze({ steps, createdAtMs, end }: Clearance, nowMs: number): ClearanceResponse['freeze'] {
  if (steps === null) return null;
  return {
    due_at: toIsoTime(toFreezeDueMs(steps, createdAtMs)),
    overdue: end === undefined && isFreezeOverdue(steps, createdAtMs, nowMs),
    steps: freezeSteps.map((step) => {
      const done = steps[step];
      if (done === undefined) return { step, at: null, by: null, noted_at: null };
      return { step, at: toIsoTime(done.atMs), by: done.by, noted_at: toIsoTime(done.notedAtMs) };
    }),
  };
}
