// Reads, proves and forgets records of the audit in SQLite. Forgetting keeps a record's hash and its place in the chain.

import { existsSync } from 'node:fs';
import type { AuditFilter, AuditPage, AuditTrail, DetailsChange } from '../../../app/audit/ports.ts';
import type { Place } from '../../../app/audit/proof/covers.ts';
import type { KeptPolicy } from '../../../app/audit/proof/kept-policy.ts';
import { openAuditDatabase, readChainId, toAuditPath } from '../audit-database.sqlite.ts';
import { createFindPlace, listEndedChains, readEndedStarts } from '../audit-ended.sqlite.ts';
import { createForgetting, type FoundRecord } from '../audit-forgetting.sqlite.ts';
import { sqlitePersonSql } from '../audit-intents.ts';
import {
  recordColumns as columns,
  type HeadRow,
  openIntentsSql,
  type RecordRow,
  toAuditRow,
  toSignedHead,
} from '../audit-rows.sqlite.ts';
import { createReadPages } from './audit-pages.sqlite.ts';

const forgottenAtOnce = 500;
/** `audit list` beside a busy service waits for the writer rather than failing. */
const busyTimeoutMs = 5_000;

export interface SqliteAuditTrail extends AuditTrail {
  /** Puts details into another seal, as long as they are as they were read. */
  replaceDetails(changes: readonly DetailsChange[]): Promise<void>;
  close(): void;
}

/** Undefined where there is no audit: who only reads makes none. */
export function openSqliteAuditTrailIfThere(dataDirectory: string): SqliteAuditTrail | undefined {
  return existsSync(toAuditPath(dataDirectory)) ? openSqliteAuditTrail(dataDirectory) : undefined;
}

export function openSqliteAuditTrail(dataDirectory: string): SqliteAuditTrail {
  const database = openAuditDatabase({ dataDirectory, busyTimeoutMs });
  const chain = readChainId(database);
  const findPlace = createFindPlace(database, chain);
  const forgetting = createForgetting(database);
  const readPages = createReadPages(database, chain);
  const readLast = database.prepare('SELECT coalesce(max(sequence), 0) FROM records').pluck();
  const forgetAll = database.transaction((places: readonly number[]) => forgetting.forget('contents', places));

  const replaceDetails = database.transaction((changes: readonly DetailsChange[]) => {
    for (const { before, after, ...place } of changes) {
      const at = findPlace(place);
      if (at !== undefined) forgetting.replaceDetails(at, before, after);
    }
  });
  const findOpen = database.prepare(openIntentsSql);
  const findHead = database.prepare(
    'SELECT * FROM every_head WHERE chain = ? AND sequence >= ? ORDER BY sequence LIMIT 1',
  );
  const findLastHead = database.prepare('SELECT * FROM every_head WHERE chain = ? ORDER BY sequence DESC LIMIT 1');

  const listChains = () => [...listEndedChains(database), { chain, last: readLast.get() as number, isListed: true }];
  const toPlaces = (found: readonly FoundRecord[]): Place[] =>
    found.map((record) => ({ chain: record.chain, sequence: record.sequence }));

  return {
    async find(filter, page) {
      const { sql, values } = toQuery(filter, page, findPlace);
      return (database.prepare(sql).all(...values) as RecordRow[]).map(toAuditRow);
    },
    chains: async () => listChains(),
    async *pages(stretch) {
      yield* readPages(stretch);
    },
    async openIntents(beforeMs) {
      return (findOpen.all(beforeMs) as RecordRow[]).map(toAuditRow);
    },
    // A purged record of our own keeps its place.
    starts: async () => readEndedStarts(database),
    async heads() {
      const rows = database.prepare('SELECT * FROM every_head ORDER BY chain, sequence').all() as HeadRow[];
      return rows.map(toSignedHead);
    },
    async lastHeads() {
      const rows = listChains().map((each) => findLastHead.get(each.chain) as HeadRow | undefined);
      return rows.filter((row) => row !== undefined).map(toSignedHead);
    },
    async hashesOf(name, sequences) {
      const rows = database
        .prepare(
          'SELECT sequence, hash FROM every_record WHERE chain = ? AND sequence IN (SELECT value FROM json_each(?))',
        )
        .all(name, JSON.stringify(sequences)) as Pick<RecordRow, 'sequence' | 'hash'>[];
      return new Map(rows.map(({ sequence, hash }) => [sequence, hash.toString('hex')]));
    },
    async signedOf(name, sequences) {
      const rows = database
        .prepare('SELECT sequence FROM every_head WHERE chain = ? AND sequence IN (SELECT value FROM json_each(?))')
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
    findErasable: async (subjects, untilMs) => toPlaces(forgetting.findPerson(subjects, untilMs)),
    findActsNaming: async (requestIds, fromMs) => toPlaces(forgetting.findActsNaming(requestIds, fromMs)),
    async forget(named) {
      const places = named.map(findPlace).filter((place) => place !== undefined);
      // A part at a time: the service writes in between.
      for (let at = 0; at < places.length; at += forgottenAtOnce)
        forgetAll.immediate(places.slice(at, at + forgottenAtOnce));
      return places.length;
    },
    replaceDetails: async (changes) => replaceDetails.immediate(changes),
    close: () => database.close(),
  };
}

function toQuery(
  filter: AuditFilter,
  { order, limit, after }: AuditPage,
  findPlace: (place: Place) => number | undefined,
): { sql: string; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, ...given: readonly unknown[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (filter.kind !== undefined) where('kind = ?', filter.kind);
  if (filter.keyId !== undefined) where('key_id = ?', filter.keyId);
  if (filter.withoutActs === true) where("kind IS NOT 'act'");
  if (filter.status !== undefined) where('status = ?', filter.status);
  if (filter.requestId !== undefined) where('request_id = ?', filter.requestId);
  if (filter.fromMs !== undefined) where('at_ms >= ?', filter.fromMs);
  if (filter.toMs !== undefined) where('at_ms < ?', filter.toMs);
  if (filter.subjects !== undefined) {
    where(`place IN (${sqlitePersonSql.shown})`, JSON.stringify(filter.subjects));
  } else if (filter.kind === undefined && filter.chain === undefined) {
    where("(kind IS NOT 'intent' OR place IN (SELECT sequence FROM open_intents))");
  }
  // One chain is in its own order; several are in the order in which they were written.
  const column = filter.chain === undefined ? 'place' : 'sequence';
  if (filter.chain !== undefined) where('chain = ?', filter.chain);
  if (after !== undefined) {
    const edge = column === 'sequence' ? after.sequence : findPlace(after);
    where(`${column} ${order === 'newest' ? '<' : '>'} ?`, edge);
  }
  const clause = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  values.push(limit);
  // The order must be by a column that is read.
  const sql = `SELECT ${columns}, place FROM every_record ${clause} ORDER BY ${column} ${direction} LIMIT ?`;
  return { sql, values };
}
