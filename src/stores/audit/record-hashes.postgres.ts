// What is left of a record of a chain in PostgreSQL: its hash, also where its month was dropped and it was the last one; or that it went
// with its month.

import type { Session } from '../postgres/session.ts';

const hashSql = `SELECT hash FROM confere.audit_records WHERE chain = $1 AND sequence = $2
  UNION ALL SELECT hash FROM confere.audit_dropped WHERE chain = $1 AND sequence = $2 LIMIT 1`;
const droppedSql = 'SELECT 1 FROM confere.audit_dropped WHERE chain = $1 AND sequence >= $2 LIMIT 1';

export async function findRecordHash(session: Session, chain: string, sequence: number): Promise<Buffer | undefined> {
  return (await session.query<{ hash: Buffer }>(hashSql, [chain, sequence])).rows[0]?.hash;
}

/** To be asked where there is no hash of it. */
export async function wentWithItsMonth(session: Session, chain: string, sequence: number): Promise<boolean> {
  return (await session.query(droppedSql, [chain, sequence])).rows.length > 0;
}
