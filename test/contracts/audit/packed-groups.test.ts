// Small rows of the audit that become large ones: nothing that was signed, remembered, found or proven may depend on it, and a process that is
// killed in the middle leaves either.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeHeads } from '../../../src/app/audit/anchors/judge-heads.ts';
import type { AuditRow } from '../../../src/app/audit/ports.ts';
import { type Place, readCover, toPurgeAct } from '../../../src/app/audit/proof/covers.ts';
import { proveRecord } from '../../../src/app/audit/proof/prove-record.ts';
import { parseSequenceRanges } from '../../../src/app/audit/proof/sequence-ranges.ts';
import { parseContent, toDraft, toSubjectHash, toSubjectText } from '../../../src/app/audit/record.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { type AuditWriter, openAuditWriter } from '../../../src/stores/audit/log/audit-writer.sqlite.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { openSqliteAuditTrail, type SqliteAuditTrail } from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { auditCheck, auditPolicy, auditSecrets, readAll, toIntentEntry, toPersonEntry } from './audit.contract.ts';

let directory = '';
const closing: (() => unknown)[] = [];
beforeEach(() => {
  directory = createOutputDirectory('audit-packs');
});
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

const stateFolder = () => join(directory, 'state');

function openWriter(): AuditWriter {
  const options = { dataDirectory: directory, secrets: [auditSecrets] as const, policy: auditPolicy };
  const writer = openAuditWriter({ ...options, busyTimeoutMs: 10_000, stateFolder: stateFolder() });
  closing.push(() => writer.close());
  return writer;
}

function openTrail(): SqliteAuditTrail {
  const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
  closing.push(() => trail.close());
  return trail;
}

function packAll(writer: AuditWriter): void {
  while (writer.pack(2));
}

function edit(sql: string): void {
  const database = new Database(toAuditPath(directory));
  database.exec(`DROP TRIGGER groups_are_kept; DROP TRIGGER groups_only_forget; ${sql}`);
  database.close();
}

const listRows = () => {
  const database = new Database(toAuditPath(directory));
  const rows = database.prepare('SELECT first, count FROM groups ORDER BY place').raw().all();
  database.close();
  return rows;
};

const verify = (trail: SqliteAuditTrail) => {
  const remembered = openRememberedHeads(stateFolder()).list();
  return verifyAudit({
    trail,
    check: auditCheck,
    remembered,
    evidenceSinceMs: 0,
    inWorkFromMs: Number.MAX_SAFE_INTEGER,
  });
};
const newest = { order: 'newest', limit: 1_000, withDetails: true } as const;
const subjectOf = (index: number) =>
  toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(index).query.cpf));

/** Rows of one record: intents 1 to 20 and their records but for 7, with a head in the middle, and an act that covers others. */
function write(writer: AuditWriter): void {
  for (let index = 1; index <= 20; index++) {
    writer.append([toDraft(toIntentEntry(index))], 0);
    if (index === 10) writer.signHead(1_000);
    if (index === 12) writer.append([toDraft(toPurgeAct({}, { actor: 'root', atMs: toPersonEntry(12).atMs }))], 0);
    if (index !== 7) writer.append([toDraft(toPersonEntry(index))], 0);
  }
}

describe('rows of few records', () => {
  test('become one, and everything is found, shown, signed and proven as before', async () => {
    const writer = openWriter();
    write(writer);
    const trail = openTrail();
    const [{ chain } = { chain: '' }] = await trail.chains();
    const look = async () => ({
      all: await readAll(trail),
      listed: await trail.find({}, newest),
      person: await trail.find({ subjects: [subjectOf(7)] }, newest),
      request: await trail.find({ requestId: toPersonEntry(12).requestId }, newest),
      open: await trail.openIntents(Number.MAX_SAFE_INTEGER),
      verdict: await verify(trail),
      ends: [...(await trail.hashesOf(chain, [1, 5, 18, 40]))],
    });
    const before = await look();
    expect(before).toMatchObject({ verdict: { kind: 'intact', records: 40, unsigned: 22 }, open: [{ sequence: 13 }] });
    packAll(writer);
    // The act stays by itself, in the order of the chain.
    expect(listRows()).toEqual([
      [1, 22],
      [23, 1],
      [24, 17],
    ]);
    expect(await look()).toEqual(before);
    const heads = (await trail.heads()).map((head) => ({ head, place: '', where: '', keptAtMs: 0 }));
    expect(await judgeHeads(heads, { trail, check: auditCheck })).toMatchObject({ agreed: 1, broken: [] });
    const proven = await proveRecord({ chain, sequence: 3 }, { trail, check: auditCheck });
    expect(proven).toMatchObject({ kind: 'signed', head: { sequence: 18 } });
    // Another process, which remembers an end in the middle of a row.
    openWriter().append([toDraft(toPersonEntry(21))], 0);
    expect(await verify(trail)).toMatchObject({ kind: 'intact', records: 41 });
    expect(await verifyAudit({ trail, check: auditCheck, sinceMs: 1_000 })).toMatchObject({ records: 23, notRead: 18 });
  });

  test('of several days, or without their evidence, stay apart', () => {
    const writer = openWriter();
    const dayMs = 86_400_000;
    for (const [index, days] of [0, 0, 1, 1].entries())
      writer.append([toDraft(toPersonEntry(index, { atMs: toPersonEntry(0).atMs + days * dayMs }))], 0);
    packAll(writer);
    expect(listRows()).toEqual([
      [1, 2],
      [3, 2],
    ]);
    expect(writer.purge('details', toPersonEntry(0).atMs + dayMs / 2, 100, toPersonEntry(0).atMs + dayMs)).toBe(2);
    for (const index of [5, 6]) writer.append([toDraft(toIntentEntry(index))], 0);
    packAll(writer);
    expect(listRows().slice(0, 2)).toEqual([
      [1, 2],
      [3, 2],
    ]);
  });

  test('are erased from one by one, and what is put back as it was is named', async () => {
    const writer = openWriter();
    write(writer);
    packAll(writer);
    const trail = openTrail();
    const places = await trail.findErasable([subjectOf(3)], Number.MAX_SAFE_INTEGER);
    expect(places.map(({ sequence }) => sequence)).toEqual([5, 6]);
    const [place] = places as [{ chain: string; sequence: number }];
    const act = { contents: { [place.chain]: '5-6' } };
    writer.append([toDraft(toPurgeAct(act, { actor: 'root', atMs: toPersonEntry(1).atMs }))], 0);
    const database = new Database(toAuditPath(directory));
    const selected = 'SELECT find, find_mac, contents, sealed FROM groups JOIN evidence USING (place) WHERE place = 1';
    const row = database.prepare(selected).get();
    const { count, replaced } = await trail.forget(places);
    expect([count, replaced.length]).toEqual([2, 2]);
    expect(await trail.find({ subjects: [subjectOf(3)] }, newest)).toEqual([]);
    const left = (await readAll(trail)).filter(({ content }) => content !== null);
    expect(left.map(({ sequence }) => sequence)).not.toContain(5);
    expect(await verify(trail)).toMatchObject({ kind: 'intact', purged: 2 });
    database.exec('DROP TRIGGER groups_only_forget');
    database
      .prepare('UPDATE groups SET find = @find, find_mac = @find_mac, contents = @contents WHERE place = 1')
      .run(row);
    database.prepare('UPDATE evidence SET sealed = @sealed WHERE place = 1').run(row);
    database.close();
    expect(await verify(trail)).toMatchObject({
      kind: 'broken',
      sequence: 5,
      fault: 'the record was erased, and its content is there again',
    });
  });

  test.each([
    ['the last one is removed', 'DELETE FROM groups WHERE first = 24', 'records that this machine wrote are missing'],
    [
      'one is cut to what it held first',
      'UPDATE groups SET parts = substr(parts, 1, 116), count = 1 WHERE first = 1',
      'the record was changed',
    ],
    [
      'marks are emptied',
      'UPDATE groups SET find = zeroblob(length(find)) WHERE first = 1',
      'what the record is found by was changed',
    ],
  ])('are named by the proof where %s', async (_what, sql, fault) => {
    const writer = openWriter();
    write(writer);
    packAll(writer);
    edit(sql);
    expect(await verify(openTrail())).toMatchObject({ kind: 'broken', fault });
  });
});

test('a search does not believe marks that somebody has emptied; a list still shows what is there', async () => {
  const writer = openWriter();
  write(writer);
  edit('UPDATE groups SET find = zeroblob(length(find)) WHERE first = 6');
  const trail = openTrail();
  await expect(trail.find({ subjects: [subjectOf(1)] }, newest)).rejects.toThrow('no search is complete');
  await expect(trail.findErasable([subjectOf(1)], Number.MAX_SAFE_INTEGER)).rejects.toThrow('no search is complete');
  await expect(trail.find({ kind: 'cpf' }, newest)).rejects.toThrow('no search is complete');
  const [{ chain } = { chain: '' }] = await trail.chains();
  const requestIds = (await trail.find({ chain }, newest)).map(
    ({ content }: AuditRow) => parseContent(content ?? '')?.requestId,
  );
  expect(requestIds).toContain(toPersonEntry(3).requestId);
});

test('a process that is killed while it appends, packs, erases and purges loses nothing that it acknowledged', async () => {
  const script = join(import.meta.dirname, '../../support/stores/audit-churn.ts');
  const acknowledged = new Set<number>();
  const forgotten = new Set<number>();
  /** What is older may have been purged. */
  let purgedBelow = 0;
  for (let kill = 0; kill < 8; kill++) {
    const child = spawn(process.execPath, [script, directory, String(kill)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    await expect.poll(() => output.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200 + kill * 150);
    child.kill('SIGKILL');
    await once(child, 'close');
    for (const line of output.split('\n').slice(0, -1)) {
      const [what, ...numbers] = line.split(' ');
      if (what === 'purging') purgedBelow = Number(numbers[0]);
      else for (const number of numbers) (what === 'kept' ? acknowledged : forgotten).add(Number(number));
    }
    const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
    // An erasure that was killed behind its act is made again.
    await trail.forget(await listErased(trail));
    expect(await verify(trail)).toMatchObject({ kind: 'intact' });
    const rows = await trail.find({ kind: 'cpf' }, { order: 'oldest', limit: 100_000 });
    const there = new Set(rows.map(({ content }) => Number(parseContent(content ?? '')?.requestId?.slice(4))));
    expect(
      [...acknowledged].filter((number) => !there.has(number) && !forgotten.has(number) && number >= purgedBelow),
    ).toEqual([]);
    trail.close();
  }
  expect(acknowledged.size).toBeGreaterThan(50);
});

/** What the acts name, whether it was forgotten or the process was killed before. */
async function listErased(trail: SqliteAuditTrail): Promise<readonly Place[]> {
  const acts = await trail.find({ kind: 'act' }, { order: 'oldest', limit: 100_000 });
  return acts.flatMap(({ chain, content }) => {
    const cover = readCover(parseContent(content ?? '') ?? { act: null, target: null });
    const ranges = parseSequenceRanges(cover?.contents?.[chain] ?? '').list();
    return ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => ({ chain, sequence: first + index })),
    );
  });
}
