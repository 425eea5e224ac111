// Pages of a long audit: what a page costs is no share of the whole. Compared within one run, as everything about time is.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditFilter } from '../../app/audit/ports.ts';
import { openAuditDatabase, readChainId } from './audit-database.sqlite.ts';
import { openSqliteAuditTrail, type SqliteAuditTrail } from './audit-trail.sqlite.ts';

const records = 100_000;
const dayMs = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), 'confere-trail-'));
let trail: SqliteAuditTrail;
let chain: string;
let wholeMs: number;

beforeAll(async () => {
  const database = openAuditDatabase({ dataDirectory: directory, busyTimeoutMs: 1_000 });
  chain = readChainId(database);
  // A hundred days, a thousand a day, ten keys; in the form of the contents, without their hashes.
  database
    .prepare(
      `INSERT INTO records (sequence, hash, content, details)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${records})
       SELECT i, randomblob(32), json_array(1, i * ${dayMs / 1_000}, 'cpf', 'req_' || i, 'key_' || (i % 10),
         'person_' || (i % 5000), null, iif(i % 3, 'verified', 'not_verified'), 800, 'low'), randomblob(400) FROM n`,
    )
    .run();
  database.close();
  trail = openSqliteAuditTrail(directory);
  wholeMs = await measure(async () => {
    let rows = 0;
    for (const { chain } of await trail.chains())
      for await (const page of trail.pages({ chain, after: 0 })) rows += page.length;
    return rows;
  }, records);
});
afterAll(() => {
  trail.close();
  rmSync(directory, { recursive: true });
});

/** The fastest of a few: what disturbs a measurement only ever makes it slower. */
async function measure(run: () => Promise<number>, rows: number): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn++) {
    const startedMs = performance.now();
    expect(await run()).toBe(rows);
    bestMs = Math.min(bestMs, performance.now() - startedMs);
  }
  return bestMs;
}

test.each<[string, AuditFilter, number | undefined, number]>([
  ['the newest', {}, undefined, 51],
  ['deep within', {}, 50_000, 51],
  ['of one key', { keyId: 'key_3' }, undefined, 51],
  ['of one status', { status: 'verified' }, 50_000, 51],
  ['of one person', { subjects: ['person_77'] }, undefined, 20],
  ['of one request', { requestId: 'req_4711' }, undefined, 1],
  ['of the last day', { fromMs: 99 * dayMs, toMs: 101 * dayMs }, undefined, 51],
])(
  'a page of a hundred thousand records, %s, costs a small part of reading them',
  async (_what, filter, after, rows) => {
    const page = { order: 'newest', limit: 51, ...(after === undefined ? {} : { after: { chain, sequence: after } }) };
    const pageMs = await measure(async () => (await trail.find(filter, page as never)).length, rows);
    expect(wholeMs / pageMs).toBeGreaterThan(5);
  },
);
