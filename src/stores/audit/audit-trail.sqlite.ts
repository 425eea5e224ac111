// Reads, proves and forgets records of the audit in SQLite. Forgetting keeps a record's hash and its place in the chain.

import { existsSync } from 'node:fs';
import type { AuditFilter, AuditPage, AuditRow, AuditTrail } from '../../app/audit/ports.ts';
import type { KeptPolicy } from '../../app/audit/proof/kept-policy.ts';
import { openAuditDatabase, readChainId, toAuditPath } from './audit-database.sqlite.ts';
import { createForgetting } from './audit-forgetting.sqlite.ts';
import { sqlitePersonSql } from './audit-intents.ts';
import {
  recordColumns as columns,
  type HeadRow,
  type RecordRow,
  toAuditRow,
  toSignedHead,
} from './audit-rows.sqlite.ts';

const pageRows = 1_000;
const forgottenAtOnce = 500;
/** `audit list` beside a busy service waits for the writer rather than failing. */
const busyTimeoutMs = 5_000;

export interface SqliteAuditTrail extends AuditTrail {
  close(): void;
}

/** Undefined where there is no audit: who only reads makes none. */
export function openSqliteAuditTrailIfThere(dataDirectory: string): SqliteAuditTrail | undefined {
  return existsSync(toAuditPath(dataDirectory)) ? openSqliteAuditTrail(dataDirectory) : undefined;
}

export function openSqliteAuditTrail(dataDirectory: string): SqliteAuditTrail {
  const database = openAuditDatabase({ dataDirectory, busyTimeoutMs });
  const chain = readChainId(database);
  const forgetting = createForgetting(database);
  const readPage = database
    .prepare(`SELECT ${columns} FROM records WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ${pageRows}`)
    .raw();
  const readLast = database.prepare('SELECT coalesce(max(sequence), 0) FROM records').pluck();
  const forgetAll = database.transaction((sequences: readonly number[]) => forgetting.forget('contents', sequences));

  const findOpen = database.prepare(
    `SELECT ${columns} FROM records WHERE sequence IN (SELECT sequence FROM open_intents) AND at_ms < ? ORDER BY sequence`,
  );
  const findHead = database.prepare('SELECT * FROM heads WHERE sequence >= ? ORDER BY sequence LIMIT 1');

  const toRow = (row: unknown): AuditRow => toAuditRow(row as RecordRow, chain);
  const toPageRow = ([sequence, hash, content, contentHash, sealedDetails]: RawRecord): AuditRow => ({
    chain,
    sequence,
    hash,
    content,
    contentHash,
    sealedDetails,
  });
  const toPlaces = (sequences: readonly number[]) => sequences.map((sequence) => ({ chain, sequence }));

  return {
    async find(filter, page) {
      if (filter.chain !== undefined && filter.chain !== chain) return [];
      const { sql, values } = toQuery(filter, page);
      return database
        .prepare(sql)
        .all(...values)
        .map(toRow);
    },
    chains: async () => [{ chain, last: readLast.get() as number }],
    async *pages(stretch) {
      if (stretch.chain !== chain) return;
      // In pages: a reader that stays open would keep the write-ahead log from being folded in.
      for (let { after } = stretch; ; ) {
        const rows = (readPage.all(after, stretch.until ?? Number.MAX_SAFE_INTEGER) as RawRecord[]).map(toPageRow);
        if (rows.length === 0) return;
        yield rows;
        after = (rows.at(-1) as AuditRow).sequence;
      }
    },
    async openIntents(beforeMs) {
      return findOpen.all(beforeMs).map(toRow);
    },
    // A purged record keeps its place.
    starts: async () => new Map(),
    async heads() {
      const rows = database.prepare('SELECT * FROM heads ORDER BY sequence').all() as HeadRow[];
      return rows.map((head) => toSignedHead(head, chain));
    },
    async lastHeads() {
      const last = database.prepare('SELECT * FROM heads ORDER BY sequence DESC LIMIT 1').get() as HeadRow | undefined;
      return last === undefined ? [] : [toSignedHead(last, chain)];
    },
    async hashesOf(name, sequences) {
      if (name !== chain) return new Map();
      const rows = database
        .prepare('SELECT sequence, hash FROM records WHERE sequence IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(sequences)) as Pick<RecordRow, 'sequence' | 'hash'>[];
      return new Map(rows.map(({ sequence, hash }) => [sequence, hash.toString('hex')]));
    },
    async findHead(place) {
      const head = place.chain === chain ? findHead.get(place.sequence) : undefined;
      return head === undefined ? undefined : toSignedHead(head as HeadRow, chain);
    },
    async policies() {
      return database.prepare('SELECT hash, document FROM policies').all() as KeptPolicy[];
    },
    async findPolicy(hash) {
      return database.prepare('SELECT document FROM policies WHERE hash = ?').pluck().get(hash) as string | undefined;
    },
    findErasable: async (subjects, untilMs) => toPlaces(forgetting.findPerson(subjects, untilMs)),
    findActsNaming: async (requestIds, fromMs) => toPlaces(forgetting.findActsNaming(requestIds, fromMs)),
    async forget(places) {
      const sequences = places.filter((place) => place.chain === chain).map(({ sequence }) => sequence);
      // A part at a time: the service writes in between.
      for (let at = 0; at < sequences.length; at += forgottenAtOnce)
        forgetAll.immediate(sequences.slice(at, at + forgottenAtOnce));
      return sequences.length;
    },
    close: () => database.close(),
  };
}

type RawRecord = [number, Buffer, string | null, Buffer | null, Buffer | null];

function toQuery(filter: AuditFilter, { order, limit, after }: AuditPage): { sql: string; values: unknown[] } {
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
    where(`sequence IN (${sqlitePersonSql.shown})`, JSON.stringify(filter.subjects));
  } else if (filter.kind === undefined && filter.chain === undefined) {
    where("(kind IS NOT 'intent' OR sequence IN (SELECT sequence FROM open_intents))");
  }
  if (after !== undefined) where(order === 'newest' ? 'sequence < ?' : 'sequence > ?', after.sequence);
  const clause = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  values.push(limit);
  return { sql: `SELECT ${columns} FROM records ${clause} ORDER BY sequence ${direction} LIMIT ?`, values };
}
