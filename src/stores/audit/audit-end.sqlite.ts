// Reads the last records of the audit and the heads that sign them, without opening it for writing.

import { statSync } from 'node:fs';
import type { ChainEnd } from '../../app/audit/chain.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { AuditRow } from '../../app/audit/ports.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import { openForReading } from '../sqlite/connection.ts';
import { readChainId, toAuditPath } from './audit-database.sqlite.ts';
import { findLostEnd } from './audit-ended.sqlite.ts';
import {
  type HeadRow,
  openIntentsSql,
  type RecordRow,
  recordColumns,
  toAuditRow,
  toSignedHead,
} from './audit-rows.sqlite.ts';

export interface AuditEnd {
  readonly chain: string;
  /** The record before the first of `rows`; undefined where they are all there are. */
  readonly before: ChainEnd | undefined;
  /** Oldest first. */
  readonly rows: readonly AuditRow[];
  /** Those that sign one of `rows`. */
  readonly heads: readonly SignedHead[];
  readonly lastHead: SignedHead | undefined;
  /** Of the chains that were taken over: the first of `remembered` that is not there. */
  readonly lost: RememberedHead | undefined;
}

/** Intents from before then that nothing has completed; none where nothing was ever recorded. */
export function readOpenIntents(dataDirectory: string, beforeMs: number): readonly AuditRow[] {
  const path = toAuditPath(dataDirectory);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
  using database = openForReading(path);
  return (database.prepare(openIntentsSql).all(beforeMs) as RecordRow[]).map(toAuditRow);
}

/** Undefined where nothing was ever recorded. */
export function readAuditEnd(
  dataDirectory: string,
  recordsMax: number,
  remembered: readonly RememberedHead[],
): AuditEnd | undefined {
  const path = toAuditPath(dataDirectory);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  using database = openForReading(path);
  return database.transaction((): AuditEnd => {
    const chain = readChainId(database);
    const found = database
      .prepare(`SELECT ${recordColumns} FROM every_record WHERE chain = ? ORDER BY sequence DESC LIMIT ?`)
      .all(chain, recordsMax + 1) as RecordRow[];
    found.reverse();
    const first = found.length > recordsMax ? found.shift() : undefined;
    const heads = database
      .prepare('SELECT * FROM every_head WHERE chain = ? AND sequence > ? ORDER BY sequence')
      .all(chain, first?.sequence ?? 0) as HeadRow[];
    const lastSql = 'SELECT * FROM every_head WHERE chain = ? ORDER BY sequence DESC LIMIT 1';
    const last = database.prepare(lastSql).get(chain) as HeadRow | undefined;
    return {
      chain,
      before: first === undefined ? undefined : { sequence: first.sequence, hash: first.hash },
      rows: found.map(toAuditRow),
      heads: heads.map(toSignedHead),
      lastHead: last === undefined ? undefined : toSignedHead(last),
      lost: findLostEnd(database, chain, remembered),
    };
  })();
}
