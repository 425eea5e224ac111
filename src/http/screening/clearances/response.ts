// A clearance as callers read it.

import type { Clearance } from '../../../app/screening/clearances/manage-clearances.ts';
import type { ClearanceResponse } from './contract.ts';

export function toClearanceResponse(clearance: Clearance): ClearanceResponse {
  const { id, row, state, reason, madeBy, createdAtMs, confirmedBy, confirmedAtMs } = clearance;
  return {
    id,
    list: row.slice(0, row.indexOf(':')),
    row,
    state,
    reason,
    made_by: madeBy,
    created_at: new Date(createdAtMs).toISOString(),
    confirmed_by: confirmedBy,
    confirmed_at: confirmedAtMs === null ? null : new Date(confirmedAtMs).toISOString(),
  };
}
