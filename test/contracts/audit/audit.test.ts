import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOpenIntents } from '../../../src/app/audit/open-intents.ts';
import type { AuditRow } from '../../../src/app/audit/ports.ts';
import { proveRecord } from '../../../src/app/audit/proof/prove-record.ts';
import { purgeAudit } from '../../../src/app/audit/purge-audit.ts';
import { parseContent } from '../../../src/app/audit/record.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { systemClock } from '../../../src/clock.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { openSqliteAuditLog } from '../../../src/stores/audit/log/audit-log.sqlite.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import { createAuditReader } from '../../../src/stores/audit/trail/audit-reader.sqlite.ts';
import { openSqliteAuditTrail, type SqliteAuditTrail } from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import {
  auditCheck,
  auditPolicy,
  auditSecrets,
  describeAudit,
  readAll,
  toIntentEntry,
  toPersonEntry,
} from './audit.contract.ts';

let directory = '';
const closing: (() => unknown)[] = [];
const changes: string[] = [];

beforeEach(() => {
  directory = createOutputDirectory('audit');
  changes.length = 0;
  pauses = 0;
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** How many pauses there were: one before each probe. */
let pauses = 0;

function openLog(deadlineMs = 30_000): ThreadedAuditLog {
  const log = openSqliteAuditLog({
    dataDirectory: directory,
    secrets: [auditSecrets],
    policy: auditPolicy,
    clock: systemClock,
    random: () => {
      pauses++;
      return 0;
    },
    deadlineMs,
    onChange: (change) => changes.push(change.kind === 'failed' ? change.fault : change.kind),
    packs: false,
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= log.close());
  closing.push(close);
  return { ...log, close };
}

function openTrail(): SqliteAuditTrail {
  const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
  closing.push(() => trail.close());
  return trail;
}

describeAudit('SQLite', async () => ({
  log: openLog(),
  trail: openTrail(),
  source: { kind: 'sqlite', dataDirectory: directory },
}));

describe('what is kept for its time in SQLite', () => {
  const startMs = toPersonEntry(0).atMs;

  test('is forgotten by age, details first, by acts that name it, and stays provable', async () => {
    const log = openLog();
    for (let index = 1; index <= 3; index++) await log.append(toPersonEntry(index));
    expect(await log.purge('details', startMs + 2_500, 100)).toBe(2);
    expect(await log.purge('contents', startMs + 1_500, 100)).toBe(1);
    const trail = openTrail();
    const rows = await readAll(trail);
    expect(rows.slice(0, 3).map((row) => [row.content !== null, row.hasDetails])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
    expect(rows.slice(3).map(({ content }) => parseContent(content ?? '')?.act)).toEqual([
      'audit_purged',
      'audit_purged',
    ]);
    expect(await verifyAudit({ trail, check: auditCheck, evidenceSinceMs: 0 })).toMatchObject({
      kind: 'intact',
      records: 5,
      purged: 1,
      withoutEvidence: 1,
    });
  });

  test('goes at most as many records at a time as it was told to, and evidence by one act', async () => {
    const log = openLog();
    for (let index = 1; index <= 3; index++) await log.append(toPersonEntry(index));
    expect(await log.purge('details', startMs + 60_000, 2)).toBe(2);
    expect(await log.purge('details', startMs + 60_000, 2)).toBe(1);
    expect(await log.purge('details', startMs + 60_000, 2)).toBe(0);
    expect(await openTrail().find({ kind: 'act' }, { order: 'newest', limit: 10 })).toHaveLength(1);
  });

  test('leaves the acts that name what is gone', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    const laterMs = systemClock.nowMs() + 1_000_000;
    expect(await log.purge('contents', laterMs, 100)).toBe(1);
    expect(await log.purge('contents', laterMs, 100)).toBe(0);
    expect(await verifyAudit({ trail: openTrail(), check: auditCheck })).toMatchObject({ kind: 'intact', purged: 1 });
  });

  test('asks nothing more of an audit that is about to be closed', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    const stopping = new AbortController();
    const turn = { signal: stopping.signal, beat: () => {} };
    stopping.abort();
    const retention = { recordDays: 0, detailsDays: 0 };
    const nowMs = startMs + 86_400_000;
    await expect(purgeAudit({ store: log, nowMs, retention, turn })).rejects.toBe(turn.signal.reason);
    expect(await readAll(openTrail())).toHaveLength(1);
  });

  test('takes intents with it, which are not open any more', async () => {
    const log = openLog();
    for (const index of [1, 2]) await log.append(toIntentEntry(index));
    expect(await log.purge('contents', toIntentEntry(2).atMs, 100)).toBe(1);
    const open = await listOpenIntents(openTrail(), startMs + 1_000_000_000);
    expect(open.map(({ requestId }) => requestId)).toEqual([toPersonEntry(2).requestId]);
  });
});

const untilWritable = (log: ThreadedAuditLog) =>
  vi.waitUntil(() => log.isWritable() && changes.includes('recovered'), { timeout: 60_000, interval: 20 });

describe('tampering with the audit in SQLite', () => {
  /** As somebody would who can write the file and knows the schema. */
  async function tamper(sql: string): Promise<unknown> {
    const log = openLog();
    for (let index = 1; index <= 5; index++) await log.append(toPersonEntry(index));
    await log.close();
    const database = new Database(toAuditPath(directory));
    database.exec('DROP TRIGGER groups_are_kept; DROP TRIGGER groups_only_forget;');
    database.exec(sql);
    database.close();
    return verifyAudit({ trail: openTrail(), check: auditCheck });
  }

  test.each([
    ['a changed content', 'UPDATE groups SET contents = zeroblob(length(contents)) WHERE first = 3', 3],
    ['a removed record', 'DELETE FROM groups WHERE first = 3', 3],
    ['a removed end', 'DELETE FROM groups WHERE first = 5', 5],
    [
      'two records in each other’s place',
      `UPDATE groups SET place = 9, first = 9 WHERE first = 2; UPDATE groups SET place = 2, first = 2 WHERE first = 3;
        UPDATE groups SET place = 3, first = 3 WHERE first = 9`,
      2,
    ],
    [
      'details of another record',
      'UPDATE evidence SET sealed = (SELECT sealed FROM evidence WHERE place = 1) WHERE place = 4',
      4,
    ],
    [
      'contents of another record',
      'UPDATE groups SET contents = (SELECT contents FROM groups WHERE place = 1) WHERE place = 4',
      4,
    ],
    [
      'a forgotten content',
      'UPDATE groups SET contents = NULL, find = NULL, find_mac = NULL WHERE first = 2; DELETE FROM evidence WHERE place = 2',
      2,
    ],
    ['an emptied mark of a person', 'UPDATE groups SET find = zeroblob(length(find)) WHERE first = 3', 3],
    [
      'a mark of another record',
      'UPDATE groups SET find = (SELECT find FROM groups WHERE first = 1) WHERE first = 3',
      3,
    ],
    ['another time', 'UPDATE groups SET from_ms = from_ms - 1 WHERE first = 3', 3],
    ['a head by another key', "UPDATE heads SET signature = 'AAAA' WHERE sequence = 5", 5],
  ])('%s is found, and named', async (_what, sql, sequence) => {
    expect(await tamper(sql)).toMatchObject({ kind: 'broken', sequence });
  });

  test('the database itself refuses to delete or change a record', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    const database = new Database(toAuditPath(directory));
    expect(() => database.exec('DELETE FROM groups')).toThrow('never deleted');
    expect(() => database.exec('UPDATE groups SET parts = zeroblob(116)')).toThrow('never changed');
    expect(() => database.exec('UPDATE groups SET to_ms = to_ms + 1')).toThrow('never changed');
    database.exec('UPDATE groups SET contents = NULL, find = NULL, find_mac = NULL');
    expect(() => database.exec("UPDATE groups SET contents = x'01', find = x'01', find_mac = x'01'")).toThrow(
      'never changed',
    );
    database.close();
  });
});

describe('one record of the audit in SQLite', () => {
  async function write(count: number): Promise<readonly AuditRow[]> {
    const log = openLog();
    for (let index = 1; index <= count; index++) await log.append(toPersonEntry(index));
    await log.close();
    return readAll(openTrail());
  }

  test('is proven up to the next signed head, without the rest of the audit', async () => {
    const rows = await write(5);
    for (const row of rows) {
      // The first record of an audit is signed at once, the others when it is closed.
      const head = { sequence: row.sequence === 1 ? 1 : 5 };
      expect(await proveRecord(row, { trail: openTrail(), check: auditCheck })).toMatchObject({ kind: 'signed', head });
    }
  });

  test('that no head covers yet is said to be unsigned', async () => {
    const log = openLog();
    for (const index of [1, 2]) await log.append(toPersonEntry(index));
    const [, row] = await readAll(openTrail());
    expect(await proveRecord(row as AuditRow, { trail: openTrail(), check: auditCheck })).toEqual({ kind: 'unsigned' });
  });

  test.each([
    ['it was changed itself', 'UPDATE groups SET contents = zeroblob(200) WHERE first = 3', 3],
    ['one after it was', 'UPDATE groups SET contents = zeroblob(200) WHERE first = 4', 4],
    ['one after it is gone', 'DELETE FROM groups WHERE first = 4', 4],
    ['the head is not ours', "UPDATE heads SET signature = 'AAAA'", 5],
  ])('is broken when %s', async (_what, sql, sequence) => {
    const rows = await write(5);
    const database = new Database(toAuditPath(directory));
    database.exec(`DROP TRIGGER groups_are_kept; DROP TRIGGER groups_only_forget; ${sql}`);
    database.close();
    expect(await proveRecord(rows[2] as AuditRow, { trail: openTrail(), check: auditCheck })).toMatchObject({
      kind: 'broken',
      sequence,
    });
  });

  test('is read on a thread as it is here, also after the thread has met a file that it cannot read', async () => {
    const [row] = await write(1);
    const reader = createAuditReader(directory, () => [auditSecrets]);
    closing.push(() => reader.close());
    const path = toAuditPath(directory);
    renameSync(path, `${path}.away`);
    writeFileSync(path, 'x'.repeat(8_192));
    await expect(reader.find({}, { order: 'newest', limit: 10 })).rejects.toMatchObject({ code: 'audit_unavailable' });
    renameSync(`${path}.away`, path);
    const [read] = await reader.find({}, { order: 'newest', limit: 10 });
    expect(read?.content).toBe(row?.content);
    expect(await proveRecord(row as AuditRow, { trail: reader, check: auditCheck })).toMatchObject({ kind: 'signed' });
  });
});

describe('bad days of the audit in SQLite', () => {
  test('while another process holds the lock nothing is acknowledged, and it goes on by itself afterwards', async () => {
    const log = openLog(200);
    await log.append(toPersonEntry(1)).catch(() => undefined);
    const other = new Database(toAuditPath(directory));
    other.exec('BEGIN IMMEDIATE');
    await expect(log.append(toPersonEntry(2))).rejects.toThrow(/AUDIT_SLOW|SQLITE_BUSY/);
    expect(log.isWritable()).toBe(false);
    other.exec('COMMIT');
    other.close();
    await untilWritable(log);
    await vi.waitFor(() => log.append(toPersonEntry(3)), { timeout: 60_000 });
    await log.close();
    expect(await verifyAudit({ trail: openTrail(), check: auditCheck })).toMatchObject({ kind: 'intact' });
  });

  test('a file that is damaged, or gone, acknowledges nothing', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    await log.close();
    writeFileSync(toAuditPath(directory), 'x'.repeat(8_192));
    truncateSync(`${toAuditPath(directory)}`, 8_192);
    const damaged = openLog();
    await expect(damaged.append(toPersonEntry(2))).rejects.toThrow();
    expect(damaged.isWritable()).toBe(false);
  });

  test('a file that is damaged while it is open acknowledges nothing, and is gone on with once it is restored', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    const path = toAuditPath(directory);
    // As a backup takes it: whole, in one file.
    const copy = new Database(path);
    await copy.backup(`${path}.backup`);
    copy.close();
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    writeFileSync(path, 'x'.repeat(8_192));
    await expect(log.append(toPersonEntry(2))).rejects.toThrow('SQLITE_NOTADB');
    expect(log.isWritable()).toBe(false);
    rmSync(path);
    renameSync(`${path}.backup`, path);
    await untilWritable(log);
    await log.append(toPersonEntry(3));
    await log.close();
    expect(await verifyAudit({ trail: openTrail(), check: auditCheck })).toMatchObject({ kind: 'intact', records: 2 });
  });

  test('a calendar that is set back changes neither the order nor the proof', async () => {
    const log = openLog();
    for (const index of [3_600, 1, 7_200, 2]) await log.append(toPersonEntry(index));
    await log.close();
    const trail = openTrail();
    expect(await verifyAudit({ trail, check: auditCheck })).toMatchObject({ kind: 'intact', records: 4 });
    expect((await readAll(trail)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    const filter = { fromMs: toPersonEntry(1).atMs, toMs: toPersonEntry(3).atMs };
    expect(await trail.find(filter, { order: 'oldest', limit: 10 })).toHaveLength(2);
  });

  function mountSmallDisk(size: string, skip: (why: string) => void): void {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', directory], { stdio: 'ignore' });
    } catch {
      skip('no right to mount a small disk');
    }
    const disk = directory;
    closing.push(() => execFileSync('umount', ['-l', disk]));
  }

  test('a full disk is not writable because its end is signed already: a probe is a write', async ({ skip }) => {
    mountSmallDisk('3m', skip);
    const before = openLog();
    for (let index = 1; index <= 5; index++) await before.append(toPersonEntry(index));
    await before.close();
    const log = openLog();
    await log.append(toPersonEntry(6));
    const ballast = join(directory, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024))).toThrow('ENOSPC');
    // What the file and its log have room for already is still written.
    const fill = async () => {
      for (let index = 7; ; index++) await log.append(toPersonEntry(index));
    };
    await expect(fill()).rejects.toThrow(/SQLITE_(FULL|IOERR)/);
    await vi.waitUntil(() => pauses >= 3 || log.isWritable(), { timeout: 60_000 });
    expect([log.isWritable(), changes.includes('recovered')]).toEqual([false, false]);
    rmSync(ballast);
    await untilWritable(log);
    await log.append(toPersonEntry(1));
  });

  test('a full disk acknowledges nothing, and room is enough to go on', async ({ skip }) => {
    mountSmallDisk('1m', skip);
    const disk = directory;
    const log = openLog();
    let acknowledged = 0;
    const fill = async () => {
      for (;;) await log.append(toPersonEntry(acknowledged)).then(() => acknowledged++);
    };
    await expect(fill()).rejects.toThrow(/SQLITE_(FULL|IOERR)/);
    expect(log.isWritable()).toBe(false);
    // Small notes may still fit, and the end may be signed: neither makes a disk that has no room for a group writable.
    await vi.waitUntil(
      () => {
        log.note({ kind: 'act', atMs: 0, actor: 'root', act: 'audit_read', target: null });
        return pauses >= 3 || log.isWritable();
      },
      { timeout: 60_000, interval: 20 },
    );
    expect([log.isWritable(), changes.includes('recovered')]).toEqual([false, false]);
    execFileSync('mount', ['-o', 'remount,size=8m', disk]);
    await untilWritable(log);
    await log.append(toPersonEntry(acknowledged++));
    await log.close();
    const trail = openTrail();
    expect(await verifyAudit({ trail, check: auditCheck })).toMatchObject({ kind: 'intact' });
    const kept = await trail.find({ kind: 'cpf' }, { order: 'oldest', limit: 100_000 });
    expect(kept).toHaveLength(acknowledged);
    trail.close();
  });
});
