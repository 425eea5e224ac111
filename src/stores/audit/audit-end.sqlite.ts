// Reads the last rows of the audit and the heads that sign them, without opening it for writing.

import { statSync } from 'node:fs';
import type { ChainEnd } from '../../app/audit/chain.ts';
import type { KeptGroup } from '../../app/audit/groups/group.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { AuditRow } from '../../app/audit/ports.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import type { AuditSecrets } from '../../app/audit/record.ts';
import { openForReading } from '../sqlite/connection.ts';
import { type AuditDatabase, readChainId, toAuditPath } from './audit-database.sqlite.ts';
import { findLostEnd } from './audit-ended.sqlite.ts';
import {
  createFindRow,
  groupsSql,
  type HeadRow,
  type OwnGroupRow,
  toOwnGroup,
  toSignedHead,
} from './audit-rows.sqlite.ts';
import { createSearchedRows } from './trail/audit-pages.sqlite.ts';
import { createAuditSearch } from './trail/search.ts';

export interface AuditEnd {
  readonly chain: string;
  /** The end before the first of `groups`; undefined where they are all there are. */
  readonly before: ChainEnd | undefined;
  /** Oldest first. */
  readonly groups: readonly KeptGroup[];
  /** `heads` holds the heads that sign a record of `groups`. */
  readonly heads: readonly SignedHead[];
  readonly lastHead: SignedHead | undefined;
  /** `lost` is the first of `remembered` that is missing from the chains that were taken over. */
  readonly lost: RememberedHead | undefined;
}

/** Intents from before then that nothing has completed; none where nothing was ever recorded. */
export async function readOpenIntents(
  dataDirectory: string,
  beforeMs: number,
  findSecrets: () => readonly AuditSecrets[],
): Promise<readonly AuditRow[]> {
  const path = toAuditPath(dataDirectory);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
  using database = openForReading(path);
  const rows = createSearchedRows(
    database as unknown as AuditDatabase,
    readChainId(database as unknown as AuditDatabase),
  );
  return await createAuditSearch(rows, findSecrets).openIntents(beforeMs);
}

/** Returns undefined if no record was ever written. */
export function readAuditEnd(
  dataDirectory: string,
  rowsMax: number,
  remembered: readonly RememberedHead[],
): AuditEnd | undefined {
  const path = toAuditPath(dataDirectory);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  using database = openForReading(path);
  return database.transaction((): AuditEnd => {
    const chain = readChainId(database);
    const found = database
      .prepare(`${groupsSql} WHERE groups.place > 0 ORDER BY groups.place DESC LIMIT ?`)
      .all(rowsMax) as OwnGroupRow[];
    const groups = found.toReversed().map((row) => toOwnGroup(row, chain));
    const [first] = groups;
    const before = first && createFindRow(database, chain).findRow(chain, first.first)?.before;
    const heads = database
      .prepare('SELECT * FROM heads WHERE chain = ? AND sequence > ? ORDER BY sequence')
      .all(chain, before?.sequence ?? 0) as HeadRow[];
    const lastSql = 'SELECT * FROM heads WHERE chain = ? ORDER BY sequence DESC LIMIT 1';
    const last = database.prepare(lastSql).get(chain) as HeadRow | undefined;
    return {
      chain,
      before,
      groups,
      heads: heads.map(toSignedHead),
      lastHead: last === undefined ? undefined : toSignedHead(last),
      lost: findLostEnd(database, chain, remembered),
    };
  })();
}
