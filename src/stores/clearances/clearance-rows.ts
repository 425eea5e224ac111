// A clearance as a row: both databases have the same columns.

export const clearanceColumns = `id, mode, subject, list_row AS "row", sealed, state, made_by AS "madeBy",
  created_at_ms AS "createdAtMs", confirmed_by AS "confirmedBy", confirmed_at_ms AS "confirmedAtMs"`;
