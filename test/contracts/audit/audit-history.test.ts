// The chain against somebody who can write every byte of the database and has no secret, and records from before the chain had a key.

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChainEnd, emptyChain, extendPlainChain, hashContent } from '../../../src/app/audit/chain.ts';
import { parseContent } from '../../../src/app/audit/record.ts';
import { type AuditVerdict, verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import {
  openSqliteAuditTrail,
  openSqliteAuditTrailIfThere,
} from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { type CopiedRecord, forgeNext, rewrite } from '../../support/stores/plain-records.ts';
import { auditCheck, readAll as readTrail, toPersonEntry } from './audit.contract.ts';
import { describeAuditState } from './audit-state.contract.ts';
import { openAuditLogIn } from './sqlite-audit-log.ts';

const plainChain = join(import.meta.dirname, '../../fixtures/audit/plain-chain/audit.db');

/** The fixture has lost the evidence of the very first. */
const evidenceSinceMs = toPersonEntry(1).atMs + 1;
let directory = '';
const closing: (() => unknown)[] = [];
beforeEach(() => {
  directory = createOutputDirectory('audit-history');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function openLog(): ThreadedAuditLog {
  const log = openAuditLogIn(directory);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= log.close());
  closing.push(close);
  return { ...log, close };
}

async function verify(): Promise<AuditVerdict> {
  const trail = openSqliteAuditTrail(directory);
  try {
    const remembered = openRememberedHeads(join(directory, 'state')).list();
    return await verifyAudit({ trail, check: auditCheck, remembered, evidenceSinceMs });
  } finally {
    trail.close();
  }
}

async function write(count: number): Promise<void> {
  const log = openLog();
  for (let index = 1; index <= count; index++) await log.append(toPersonEntry(index));
  await log.close();
}

function edit(work: (database: Database.Database) => void): void {
  const database = new Database(toAuditPath(directory));
  database.exec('DROP TRIGGER IF EXISTS records_are_kept; DROP TRIGGER IF EXISTS records_only_forget;');
  work(database);
  database.close();
}

function readAll(): readonly CopiedRecord[] {
  const database = new Database(toAuditPath(directory));
  try {
    return database
      .prepare('SELECT sequence, hash, content, details FROM records ORDER BY sequence')
      .all() as CopiedRecord[];
  } finally {
    database.close();
  }
}

function insert(database: Database.Database, records: readonly CopiedRecord[]): void {
  const statement = database.prepare('INSERT INTO records (sequence, hash, content, details) VALUES (?, ?, ?, ?)');
  for (const { sequence, hash, content, details } of records) statement.run(sequence, hash, content, details);
}

describeAuditState('SQLite', async () => {
  const files = ['', '-wal', '-shm'].map((suffix) => `${toAuditPath(directory)}${suffix}`);
  const remove = async () => {
    for (const file of files) rmSync(file, { force: true });
  };
  return {
    stateFolder: join(directory, 'state'),
    openLog,
    readTrail: () => {
      const trail = openSqliteAuditTrailIfThere(directory);
      closing.push(() => trail?.close());
      return (
        trail ?? {
          chains: async () => [],
          find: async () => [],
          heads: async () => [],
          openIntents: async () => [],
          policies: async () => [],
          starts: async () => new Map(),
          async *pages() {},
        }
      );
    },
    async keepCopy() {
      const copy = `${toAuditPath(directory)}.copy-${closing.length}-${Math.random()}`;
      const database = new Database(toAuditPath(directory));
      await database.backup(copy);
      database.close();
      return async () => {
        await remove();
        copyFileSync(copy, toAuditPath(directory));
      };
    },
    cutAfter: async (sequence) =>
      edit((database) => {
        database.exec(
          `DELETE FROM records WHERE sequence > ${sequence}; DELETE FROM heads WHERE sequence > ${sequence}`,
        );
      }),
    appendForged: async () => edit((database) => insert(database, [forgeNext(readAll())])),
    remove,
  };
});

describe('without the secret', () => {
  test('a history that is changed, cut, numbered and linked anew is found, and not gone on with', async () => {
    await write(5);
    const forged = rewrite(readAll(), ([first, , ...rest]) => [
      { ...(first as CopiedRecord), content: (first?.content ?? '').replace('"verified",800', '"verified",900') },
      ...rest,
    ]);
    edit((database) => {
      database.exec('DELETE FROM records; DELETE FROM heads');
      insert(database, forged);
    });
    for (let time = 1; time <= 2; time++) expect(await verify()).toMatchObject({ kind: 'broken' });
    await expect(openLog().append(toPersonEntry(9))).rejects.toThrow('AUDIT_REWOUND');
  });
});

test.each([
  [
    'an edited policy',
    "UPDATE policies SET document = replace(document, '1', '2')",
    'the policy of the record was changed',
  ],
  ['a deleted policy', 'DELETE FROM policies', 'the policy of the record is missing'],
  ['evidence that is gone', 'UPDATE records SET details = NULL', 'the evidence of the record is gone before its time'],
])('%s is found', async (_what, sql, fault) => {
  await write(3);
  edit((database) => database.exec(sql));
  expect(await verify()).toMatchObject({ kind: 'broken', fault });
});

describe('an audit from before the chain had a key', () => {
  beforeEach(() => copyFileSync(plainChain, toAuditPath(directory)));

  test('verifies as it is', async () => {
    expect(await verify()).toMatchObject({ kind: 'intact', records: 8, purged: 1, unsigned: 1 });
  });

  test('is continued with keyed links, and the act where they begin vouches for what was there', async () => {
    const log = openLog();
    await log.append(toPersonEntry(9));
    await log.close();
    expect(await verify()).toMatchObject({ kind: 'intact', records: 10, unsigned: 0 });
    const trail = openSqliteAuditTrail(directory);
    const rows = await readTrail(trail);
    trail.close();
    expect(parseContent(rows[8]?.content ?? '')).toMatchObject({ act: 'audit_chain_keyed', actor: 'confere' });
  });

  test.each([
    ['a record before the act is changed and the rest hashed anew', 2],
    ['records after the act are written without a key', 10],
  ])('%s: that is found', async (_what, sequence) => {
    const log = openLog();
    await log.append(toPersonEntry(9));
    await log.close();
    edit((database) => {
      let end: ChainEnd | undefined;
      const rows = database
        .prepare('SELECT sequence, hash, content FROM records ORDER BY sequence')
        .all() as (ChainEnd & {
        content: string | null;
      })[];
      for (const { sequence: at, hash, content } of rows) {
        if (at < sequence || content === null) {
          end = { sequence: at, hash };
          continue;
        }
        const forged = content.replace('"verified"', '"not_found"');
        end = extendPlainChain(end ?? emptyChain, hashContent(forged));
        database.prepare('UPDATE records SET content = ?, hash = ? WHERE sequence = ?').run(forged, end.hash, at);
      }
      database.exec('DELETE FROM heads');
    });
    expect(await verify()).toMatchObject({ kind: 'broken' });
  });
});
