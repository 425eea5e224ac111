// Chains that came out of a shared database into a node's own audit: they are listed, found, proven, forgotten and missed like its own.

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { listOpenIntents } from '../../../src/app/audit/open-intents.ts';
import type { AuditRow } from '../../../src/app/audit/ports.ts';
import { parseContent, toSubjectHash, toSubjectText } from '../../../src/app/audit/record.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { systemClock } from '../../../src/clock.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { openSqliteAuditTrail, type SqliteAuditTrail } from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createAuditProbe } from '../../../src/stores/doctor/audit-probe.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { moveAudit, openRawAudit } from '../../support/stores/ended-chains.ts';
import { auditCheck, auditSecrets, eraseByAct, toIntentEntry, toPersonEntry } from './audit.contract.ts';
import { openAuditLogIn } from './sqlite-audit-log.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function write(directory: string, entries: readonly Parameters<ThreadedAuditLog['append']>[0][]) {
  const log = openAuditLogIn(directory);
  for (const entry of entries) await log.append(entry);
  await log.close();
}

/** Two ended chains, of 1 to 3 and of 4 to 6 with an open intent 7, before its own: 8 and 9. */
async function create(): Promise<{ directory: string; trail: SqliteAuditTrail; chains: readonly string[] }> {
  const folders = [1, 2, 3].map((number) => createOutputDirectory(`audit-ended-${number}`)) as [string, string, string];
  await write(
    folders[0],
    [1, 2, 3].map((index) => toPersonEntry(index)),
  );
  await moveAudit(folders[0], folders[1]);
  await write(folders[1], [...[4, 5, 6].map((index) => toPersonEntry(index)), toIntentEntry(7)]);
  const [, , directory] = folders;
  await moveAudit(folders[1], directory);
  await write(directory, [toPersonEntry(8), toPersonEntry(9)]);
  const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
  closing.push(() => trail.close());
  return { directory, trail, chains: (await trail.chains()).map(({ chain }) => chain) };
}

const readNumbers = (rows: readonly AuditRow[]) =>
  rows.map(({ content }) => Number(parseContent(content ?? '')?.requestId?.slice(4)));
const subjectOf = (index: number) =>
  toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(index).query.cpf));
const verify = (trail: SqliteAuditTrail) => verifyAudit({ trail, check: auditCheck, evidenceSinceMs: 0 });

test('are listed in the order in which they were written, page by page, before those of the node itself', async () => {
  const { trail, chains } = await create();
  expect(chains).toHaveLength(3);
  for (const order of ['newest', 'oldest'] as const) {
    const found: number[] = [];
    for (let after: AuditRow | undefined; ; ) {
      const rows = await trail.find({}, { order, limit: 2, ...(after && { after }) });
      if (rows.length === 0) break;
      found.push(...readNumbers(rows));
      after = rows.at(-1);
    }
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(found).toEqual(order === 'newest' ? all.toReversed() : all);
  }
});

test('are found by chain, request, time, kind and person', async () => {
  const { trail, chains } = await create();
  const page = { order: 'oldest', limit: 100 } as const;
  const find = async (filter: Parameters<typeof trail.find>[0]) => readNumbers(await trail.find(filter, page));
  expect(await find({ chain: chains[1] as string })).toEqual([4, 5, 6, 7]);
  expect(await find({ requestId: toPersonEntry(2).requestId })).toEqual([2]);
  expect(await find({ fromMs: toPersonEntry(3).atMs, toMs: toPersonEntry(5).atMs })).toEqual([3, 4]);
  expect(await find({ kind: 'intent' })).toEqual([7]);
  expect(await find({ subjects: [subjectOf(1)] })).toEqual([1]);
  expect(await find({ subjects: [subjectOf(7)] })).toEqual([7]);
});

test('are proven with the rest, by their own signed heads', async () => {
  const { trail, chains } = await create();
  expect(await verify(trail)).toMatchObject({ kind: 'intact', records: 9, chains: 3, unsigned: 0, purged: 0 });
  expect((await trail.lastHeads()).map(({ chain, sequence }) => [chain, sequence])).toEqual([
    [chains[0], 3],
    [chains[1], 4],
    [chains[2], 2],
  ]);
  expect(await trail.findHead({ chain: chains[0] as string, sequence: 2 })).toMatchObject({ sequence: 3 });
});

test('keep their open intents', async () => {
  const { trail } = await create();
  const open = await trail.openIntents(toPersonEntry(8).atMs);
  expect(readNumbers(open)).toEqual([7]);
  expect(await listOpenIntents(trail, toPersonEntry(8).atMs)).toHaveLength(1);
});

test('are forgotten by age and with a person, by acts of our own chain', async () => {
  const { directory, trail, chains } = await create();
  const log = openAuditLogIn(directory);
  expect(await log.purge('details', toPersonEntry(1).atMs + 500, 100)).toBe(1);
  expect(await log.purge('contents', toPersonEntry(1).atMs + 500, 100)).toBe(1);
  const places = await trail.findErasable([subjectOf(5), subjectOf(7), subjectOf(8)], toPersonEntry(9).atMs);
  expect(new Set(places.map(({ chain, sequence }) => `${chain} ${sequence}`))).toEqual(
    new Set([`${chains[2]} 1`, `${chains[1]} 2`, `${chains[1]} 4`]),
  );
  await eraseByAct({ log, trail }, places);
  await log.close();
  expect(await trail.openIntents(toPersonEntry(9).atMs)).toEqual([]);
  expect(await verify(trail)).toMatchObject({ kind: 'intact', purged: 4 });
});

test('are missed when they are gone, or an older copy lies there: nothing is written then', async () => {
  const { directory, trail } = await create();
  const memory = openRememberedHeads(join(directory, 'state'));
  for (const { chain, last } of await trail.chains()) {
    const hash = (await trail.hashesOf(chain, [last])).get(last) as string;
    memory.remember(chain, { sequence: last, hash: Buffer.from(hash, 'hex') }, { isDurable: true });
  }
  memory.close();
  await write(directory, [toPersonEntry(10)]);
  const database = openRawAudit(directory);
  database.exec(
    'DROP TRIGGER groups_are_kept; DELETE FROM groups WHERE place = -1; DELETE FROM heads WHERE chain IN (SELECT id FROM ended_chains)',
  );
  database.close();
  const log = openAuditLogIn(directory);
  await expect(log.append(toPersonEntry(11))).rejects.toThrow('AUDIT_LOST');
  await log.close();
  const probe = createAuditProbe({
    dataDirectory: directory,
    clock: systemClock,
    findCheck: () => auditCheck,
    stateFolder: join(directory, 'state'),
  });
  expect(await probe.run()).toMatchObject({ state: 'fault', says: expect.stringContaining('missing') });
});
