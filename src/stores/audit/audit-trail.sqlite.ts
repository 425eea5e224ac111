// Reads, proves and forgets records of the audit in SQLite. Forgetting keeps a record's hash and its place in the chain.

import type { AuditFilter, AuditPage, AuditRow, AuditTrail } from '../../app/audit/ports.ts';
import { openAuditDatabase, readChainId } from './audit-database.sqlite.ts';
import { createForgetting } from './audit-forgetting.sqlite.ts';
import {
  recordColumns as columns,
  type HeadRow,
  type RecordRow,
  toAuditRow,
  toSignedHead,
} from './audit-rows.sqlite.ts';

const scanRows = 1_000;
/** `audit list` beside a busy service waits for the writer rather than failing. */
const busyTimeoutMs = 5_000;

export interface SqliteAuditTrail extends AuditTrail {
  close(): void;
}

export function openSqliteAuditTrail(dataDirectory: string): SqliteAuditTrail {
  const database = openAuditDatabase({ dataDirectory, busyTimeoutMs });
  const chain = readChainId(database);
  const forgetting = createForgetting(database);
  const scanAfter = database.prepare(
    `SELECT ${columns} FROM records WHERE sequence > ? ORDER BY sequence LIMIT ${scanRows}`,
  );

  const findHead = database.prepare('SELECT * FROM heads WHERE sequence >= ? ORDER BY sequence LIMIT 1');

  const toRow = (row: unknown): AuditRow => toAuditRow(row as RecordRow, chain);

  return {
    async find(filter, page) {
      if (filter.chain !== undefined && filter.chain !== chain) return [];
      const { sql, values } = toQuery(filter, page);
      return database
        .prepare(sql)
        .all(...values)
        .map(toRow);
    },
    async *scan() {
      // In pages: a reader that stays open would keep the write-ahead log from being folded in.
      for (let after = 0; ; ) {
        const rows = scanAfter.all(after).map(toRow);
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.sequence;
      }
    },
    // A purged record keeps its place.
    starts: async () => new Map(),
    async heads() {
      const rows = database.prepare('SELECT * FROM heads ORDER BY sequence').all() as HeadRow[];
      return rows.map((head) => toSignedHead(head, chain));
    },
    async findHead(place) {
      const head = place.chain === chain ? findHead.get(place.sequence) : undefined;
      return head === undefined ? undefined : toSignedHead(head as HeadRow, chain);
    },
    async findPolicy(hash) {
      return database.prepare('SELECT document FROM policies WHERE hash = ?').pluck().get(hash) as string | undefined;
    },
    purge: async (what, beforeMs, recordsMax) => forgetting.purge(what, beforeMs, recordsMax),
    erase: async (subjects) => forgetting.erase(subjects),
    close: () => database.close(),
  };
}

function toQuery(filter: AuditFilter, { order, limit, after }: AuditPage): { sql: string; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, ...given: readonly unknown[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (filter.kind !== undefined) where('kind = ?', filter.kind);
  if (filter.keyId !== undefined) where('key_id = ?', filter.keyId);
  if (filter.status !== undefined) where('status = ?', filter.status);
  if (filter.requestId !== undefined) where('request_id = ?', filter.requestId);
  if (filter.fromMs !== undefined) where('at_ms >= ?', filter.fromMs);
  if (filter.toMs !== undefined) where('at_ms < ?', filter.toMs);
  if (filter.subjects !== undefined) {
    where(`kind = 'cpf' AND subject IN (${filter.subjects.map(() => '?').join(', ')})`, ...filter.subjects);
  }
  if (after !== undefined) where(order === 'newest' ? 'sequence < ?' : 'sequence > ?', after.sequence);
  const clause = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  values.push(limit);
  return { sql: `SELECT ${columns} FROM records ${clause} ORDER BY sequence ${direction} LIMIT ?`, values };
}
