// Reads, proves and forgets records of the audit in SQLite. Forgetting keeps what the chain is proven by.

import { existsSync } from 'node:fs';
import type { AuditTrail, ForgottenRecords, GroupChange } from '../../../app/audit/ports.ts';
import type { Place } from '../../../app/audit/proof/covers.ts';
import type { KeptPolicy } from '../../../app/audit/proof/kept-policy.ts';
import type { AuditSecrets } from '../../../app/audit/record.ts';
import { openAuditDatabase, readChainId, toAuditPath } from '../audit-database.sqlite.ts';
import { listEndedChains, readEndedStarts } from '../audit-ended.sqlite.ts';
import { createForgetting } from '../audit-forgetting.sqlite.ts';
import { createFindRow, type HeadRow, toSignedHead } from '../audit-rows.sqlite.ts';
import { createReadPages, createSearchedRows } from './audit-pages.sqlite.ts';
import { createAuditSearch } from './search.ts';

const forgottenAtOnce = 500;
/** `audit list` beside a busy service waits for the writer rather than failing. */
const busyTimeoutMs = 5_000;

export interface SqliteAuditTrail extends AuditTrail {
  /** Rows under a newer secret, as long as they are as they were read. */
  replaceGroups(changes: readonly GroupChange[]): Promise<void>;
  close(): void;
}

/** All generations, the newest first, as they are when they are asked for. */
export type FindAuditSecrets = () => readonly AuditSecrets[];

/** Returns undefined if there is no audit, because a reader creates none. */
export function openSqliteAuditTrailIfThere(
  dataDirectory: string,
  findSecrets: FindAuditSecrets,
): SqliteAuditTrail | undefined {
  return existsSync(toAuditPath(dataDirectory)) ? openSqliteAuditTrail(dataDirectory, findSecrets) : undefined;
}

export function openSqliteAuditTrail(dataDirectory: string, findSecrets: FindAuditSecrets): SqliteAuditTrail {
  const database = openAuditDatabase({ dataDirectory, busyTimeoutMs });
  const chain = readChainId(database);
  const { findRow, findHash } = createFindRow(database, chain);
  const readPages = createReadPages(database, chain);
  const search = createAuditSearch(createSearchedRows(database, chain), findSecrets);
  const openForgetting = () => createForgetting(database, chain, findSecrets());
  const eraseAll = database.transaction((places: readonly Place[]) => openForgetting().erase(places));
  const replaceAll = database.transaction((changes: readonly GroupChange[]) => {
    const forgetting = openForgetting();
    for (const { before, after } of changes) forgetting.replace(before, after);
  });
  const findHead = database.prepare('SELECT * FROM heads WHERE chain = ? AND sequence >= ? ORDER BY sequence LIMIT 1');
  const findLastHead = database.prepare('SELECT * FROM heads WHERE chain = ? ORDER BY sequence DESC LIMIT 1');
  const readLast = database.prepare('SELECT first + count - 1 FROM groups WHERE place > 0 ORDER BY place DESC LIMIT 1');

  const listChains = () => [
    ...listEndedChains(database),
    { chain, last: (readLast.pluck().get() as number | undefined) ?? 0, isListed: true },
  ];

  return {
    find: search.find,
    search: search.search,
    chains: async () => listChains(),
    async *pages(stretch) {
      yield* readPages(stretch);
    },
    findGroup: async (name, sequence) => findRow(name, sequence),
    openIntents: search.openIntents,
    // A purged record of our own keeps its place.
    starts: async () => readEndedStarts(database),
    async heads() {
      return (database.prepare('SELECT * FROM heads ORDER BY chain, sequence').all() as HeadRow[]).map(toSignedHead);
    },
    async lastHeads() {
      const rows = listChains().map((each) => findLastHead.get(each.chain) as HeadRow | undefined);
      return rows.filter((row) => row !== undefined).map(toSignedHead);
    },
    async hashesOf(name, sequences) {
      return new Map(
        sequences.flatMap((sequence) => {
          const hash = findHash(name, sequence);
          return hash === undefined ? [] : [[sequence, hash.toString('hex')]];
        }),
      );
    },
    async signedOf(name, sequences) {
      const rows = database
        .prepare('SELECT sequence FROM heads WHERE chain = ? AND sequence IN (SELECT value FROM json_each(?))')
        .pluck()
        .all(name, JSON.stringify(sequences)) as number[];
      return new Set(rows);
    },
    async findHead(place) {
      const head = findHead.get(place.chain, place.sequence) as HeadRow | undefined;
      return head && toSignedHead(head);
    },
    async policies() {
      return database.prepare('SELECT hash, document FROM policies').all() as KeptPolicy[];
    },
    async findPolicy(hash) {
      return database.prepare('SELECT document FROM policies WHERE hash = ?').pluck().get(hash) as string | undefined;
    },
    findErasable: search.findErasable,
    findActsNaming: search.findActsNaming,
    async forget(named) {
      const parts: ForgottenRecords[] = [];
      // A part at a time: the service writes in between.
      for (let at = 0; at < named.length; at += forgottenAtOnce)
        parts.push(eraseAll.immediate(named.slice(at, at + forgottenAtOnce)));
      return {
        count: parts.reduce((sum, { count }) => sum + count, 0),
        replaced: parts.flatMap(({ replaced }) => replaced),
      };
    },
    replaceGroups: async (changes) => replaceAll.immediate(changes),
    close: () => database.close(),
  };
}
