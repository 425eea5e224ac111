// A clearance as a row: both databases have the same columns.

import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import type { StoredClearance } from '../../app/screening/clearances/ports.ts';

export type FoundClearance = StoredClearance & StoredRow;

export const clearanceColumns = `id, mode, subject, list_row AS "row", sealed, state, made_by AS "madeBy",
  created_at_ms AS "createdAtMs", confirmed_by AS "confirmedBy", confirmed_at_ms AS "confirmedAtMs", checksum`;

export function createClearanceProof(proof: RowProof) {
  const isRight = (found: FoundClearance) => proof.isRight('clearances', { ...toRow(found), checksum: found.checksum });
  return {
    sign: (clearance: StoredClearance) => proof.sign('clearances', toRow(clearance)),
    isRight,
    /** Undefined also where it was made or changed by other means. */
    toRight: (found: FoundClearance | undefined) =>
      found !== undefined && isRight(found) ? toClearance(found) : undefined,
  };
}

export function toClearance({ checksum: _, ...clearance }: FoundClearance): StoredClearance {
  return clearance;
}

/** Undefined where it is not proposed any more, or whoever made it would confirm it. */
export function toConfirmed(before: StoredClearance, by: string, atMs: number): StoredClearance | undefined {
  if (before.state !== 'proposed' || before.madeBy === by) return undefined;
  return { ...before, state: 'cleared', confirmedBy: by, confirmedAtMs: atMs };
}

function toRow(clearance: StoredClearance) {
  return {
    id: clearance.id,
    mode: clearance.mode,
    subject: clearance.subject,
    list_row: clearance.row,
    sealed: clearance.sealed,
    state: clearance.state,
    made_by: clearance.madeBy,
    created_at_ms: clearance.createdAtMs,
    confirmed_by: clearance.confirmedBy,
    confirmed_at_ms: clearance.confirmedAtMs,
  };
}
