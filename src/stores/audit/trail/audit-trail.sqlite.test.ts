// Pages of a long audit: what a page costs is no share of the whole. Counted in bytes that are read, which no other work on the machine changes.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditFilter } from '../../../app/audit/ports.ts';
import { openAuditDatabase, readChainId } from '../audit-database.sqlite.ts';
import { openSqliteAuditTrail, type SqliteAuditTrail } from './audit-trail.sqlite.ts';

const counter = '/proc/self/io';

const records = 20_000;
const dayMs = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), 'confere-trail-'));
let chain: string;
let wholeBytes: number;

beforeAll(async () => {
  const database = openAuditDatabase({ dataDirectory: directory, busyTimeoutMs: 1_000 });
  chain = readChainId(database);
  // Twenty days, a thousand a day, ten keys; in the form of the contents, without their hashes.
  database
    .prepare(
      `INSERT INTO records (sequence, hash, content, details)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${records})
       SELECT i, randomblob(32), json_array(1, i * ${dayMs / 1_000}, 'cpf', 'req_' || i, 'key_' || (i % 10),
         'person_' || (i % 1000), null, iif(i % 3, 'verified', 'not_verified'), 800, 'low'), randomblob(400) FROM n`,
    )
    .run();
  database.close();
  wholeBytes = await countBytes(async (trail) => {
    let rows = 0;
    for (const { chain } of await trail.chains())
      for await (const page of trail.pages({ chain, after: 0 })) rows += page.length;
    return rows;
  }, records);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** By a trail of its own, which has nothing in its memory yet. */
async function countBytes(run: (trail: SqliteAuditTrail) => Promise<number>, rows: number): Promise<number> {
  const trail = openSqliteAuditTrail(directory);
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
  ['of one person', { subjects: ['person_77'] }, undefined, 20],
  ['of one request', { requestId: 'req_4711' }, undefined, 1],
  ['of the last day', { fromMs: 19 * dayMs, toMs: 21 * dayMs }, undefined, 51],
])('a page of twenty thousand records, %s, costs a small part of reading them', async (_what, filter, after, rows) => {
  const page = { order: 'newest', limit: 51, ...(after === undefined ? {} : { after: { chain, sequence: after } }) };
  const bytes = await countBytes(async (trail) => (await trail.find(filter, page as never)).length, rows);
  expect(wholeBytes).toBeGreaterThan(records * 400);
  expect(bytes).toBeLessThan(wholeBytes / 5);
});
