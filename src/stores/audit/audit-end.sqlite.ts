// Reads the last records of the audit and the heads that sign them, without opening it for writing.

import { statSync } from 'node:fs';
import type { ChainEnd } from '../../app/audit/chain.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { AuditRow } from '../../app/audit/ports.ts';
import { openForReading } from '../sqlite/connection.ts';
import { readChainId, toAuditPath } from './audit-database.sqlite.ts';
import { type HeadRow, type RecordRow, recordColumns, toAuditRow, toSignedHead } from './audit-rows.sqlite.ts';

export interface AuditEnd {
  readonly chain: string;
  /** The record before the first of `rows`; undefined where they are all there are. */
  readonly before: ChainEnd | undefined;
  /** Oldest first. */
  readonly rows: readonly AuditRow[];
  /** Those that sign one of `rows`. */
  readonly heads: readonly SignedHead[];
  readonly lastHead: SignedHead | undefined;
}

/** Intents from before then that nothing has completed; none where nothing was ever recorded. */
export function readOpenIntents(dataDirectory: string, beforeMs: number): readonly AuditRow[] {
  const path = toAuditPath(dataDirectory);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
  const { database } = openForReading(path);
  try {
    const chain = readChainId(database);
    const sql = `SELECT ${recordColumns} FROM records WHERE sequence IN (SELECT sequence FROM open_intents) AND at_ms < ? ORDER BY sequence`;
    return (database.prepare(sql).all(beforeMs) as RecordRow[]).map((row) => toAuditRow(row, chain));
  } finally {
    database.close();
  }
}

/** Undefined where nothing was ever recorded. */
export function readAuditEnd(dataDirectory: string, recordsMax: number): AuditEnd | undefined {
  const path = toAuditPath(dataDirectory);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const { database } = openForReading(path);
  try {
    return database.transaction((): AuditEnd => {
      const chain = readChainId(database);
      const found = database
        .prepare(`SELECT ${recordColumns} FROM records ORDER BY sequence DESC LIMIT ?`)
        .all(recordsMax + 1) as RecordRow[];
      found.reverse();
      const first = found.length > recordsMax ? found.shift() : undefined;
      const heads = database
        .prepare('SELECT * FROM heads WHERE sequence > ? ORDER BY sequence')
        .all(first?.sequence ?? 0) as HeadRow[];
      const last = database.prepare('SELECT * FROM heads ORDER BY sequence DESC LIMIT 1').get() as HeadRow | undefined;
      return {
        chain,
        before: first === undefined ? undefined : { sequence: first.sequence, hash: first.hash },
        rows: found.map((row) => toAuditRow(row, chain)),
        heads: heads.map((head) => toSignedHead(head, chain)),
        lastHead: last === undefined ? undefined : toSignedHead(last, chain),
      };
    })();
  } finally {
    database.close();
  }
}
