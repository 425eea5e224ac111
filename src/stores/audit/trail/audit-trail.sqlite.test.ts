// Pages of a long audit: what a page costs is no share of the whole. Counted in bytes that are read, which no other work on the machine changes.

import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditFilter } from '../../../app/audit/ports.ts';
import { type AuditDraft, toSubjectHash } from '../../../app/audit/record.ts';
import { openAuditDatabase, readChainId } from '../audit-database.sqlite.ts';
import { openAuditWriter } from '../log/audit-writer.sqlite.ts';
import { openSqliteAuditTrail, type SqliteAuditTrail } from './audit-trail.sqlite.ts';

const counter = '/proc/self/io';

const records = 20_000;
const dayMs = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), 'confere-trail-'));
const perGroup = 50;
const secrets = {
  generation: 1,
  subjectKey: new Uint8Array(32).fill(1),
  detailsKey: new Uint8Array(32).fill(2),
  headSeed: new Uint8Array(32).fill(3),
  linkKey: new Uint8Array(32).fill(4),
};
const toRequestId = (index: number) =>
  `req_${(index * (dayMs / 1_000)).toString(16).padStart(12, '0')}${hash('sha256', String(index)).slice(0, 20)}`;

/** Returns a record whose evidence does not compress. */
function toRecord(index: number): AuditDraft {
  const head = `[1,${index * (dayMs / 1_000)},"cpf","${toRequestId(index)}","key_${index % 10}",`;
  const status = index % 3 === 0 ? 'not_verified' : 'verified';
  const tail = `,null,"${status}",800,"low",null,null,1,null,null,null]`;
  return [head, `cpf:${index % 1_000}`, tail, JSON.stringify(randomBytes(400).toString('base64'))];
}
let chain: string;
let wholeBytes: number;

beforeAll(async () => {
  // Twenty days, a thousand a day, ten keys, in groups as under load.
  const writer = openAuditWriter({ dataDirectory: directory, secrets: [secrets], busyTimeoutMs: 1_000 });
  for (let first = 1; first <= records; first += perGroup)
    writer.append(
      Array.from({ length: perGroup }, (_, index) => toRecord(first + index)),
      0,
    );
  writer.close();
  const database = openAuditDatabase({ dataDirectory: directory, busyTimeoutMs: 1_000 });
  chain = readChainId(database);
  database.close();
  wholeBytes = await countBytes(async (trail) => {
    let rows = 0;
    for (const { chain } of await trail.chains())
      for await (const page of trail.pages({ chain, after: 0 }))
        rows += page.reduce((sum, { count }) => sum + count, 0);
    return rows;
  }, records);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** By a trail of its own, which has nothing in its memory yet. */
async function countBytes(run: (trail: SqliteAuditTrail) => Promise<number>, rows: number): Promise<number> {
  const trail = openSqliteAuditTrail(directory, () => [secrets]);
  const before = readCounter();
  expect(await run(trail)).toBe(rows);
  const bytes = readCounter() - before;
  trail.close();
  return bytes;
}

function readCounter(): number {
  return Number(/^rchar: (\d+)$/m.exec(existsSync(counter) ? readFileSync(counter, 'utf8') : '')?.[1] ?? 0);
}

test.runIf(existsSync(counter)).each<[string, AuditFilter, number | undefined, number]>([
  ['the newest', {}, undefined, 51],
  ['deep within', {}, 10_000, 51],
  ['of one key', { keyId: 'key_3' }, undefined, 51],
  ['of one status', { status: 'verified' }, 10_000, 51],
  ['of one person', { subjects: [toSubjectHash(secrets.subjectKey, 'cpf:77')] }, undefined, 20],
  ['of one request', { requestId: toRequestId(4_711) }, undefined, 1],
  ['of the last day', { fromMs: 19 * dayMs, toMs: 21 * dayMs }, undefined, 51],
])('a page of twenty thousand records, %s, costs a small part of reading them', async (_what, filter, after, rows) => {
  const page = { order: 'newest', limit: 51, ...(after === undefined ? {} : { after: { chain, sequence: after } }) };
  const bytes = await countBytes(async (trail) => (await trail.find(filter, page as never)).length, rows);
  expect(wholeBytes).toBeGreaterThan(records * 400);
  expect(bytes).toBeLessThan(wholeBytes / 5);
});
