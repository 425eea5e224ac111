// The chain against somebody who can write every byte of the database and has no secret.

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listEnds } from '../../../src/app/audit/groups/parts.ts';
import { type AuditVerdict, verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import {
  openSqliteAuditTrail,
  openSqliteAuditTrailIfThere,
} from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import {
  type CopiedGroup,
  forgeNext,
  groupColumns,
  rewrite,
  withOtherContents,
} from '../../support/stores/forged-records.ts';
import { auditCheck, auditSecrets, toPersonEntry } from './audit.contract.ts';
import { describeAuditState } from './audit-state.contract.ts';
import { openAuditLogIn } from './sqlite-audit-log.ts';

const evidenceSinceMs = toPersonEntry(1).atMs;
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
  const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
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
  database.exec('DROP TRIGGER IF EXISTS groups_are_kept; DROP TRIGGER IF EXISTS groups_only_forget;');
  work(database);
  database.close();
}

function readAll(): readonly CopiedGroup[] {
  const database = new Database(toAuditPath(directory));
  try {
    return database
      .prepare(
        `SELECT ${groupColumns.map((name) => `groups.${name}`).join(', ')}, sealed AS evidence FROM groups LEFT JOIN evidence USING (place) ORDER BY place`,
      )
      .all() as CopiedGroup[];
  } finally {
    database.close();
  }
}

function insert(database: Database.Database, records: readonly CopiedGroup[]): void {
  const statement = database.prepare(
    `INSERT INTO groups (place, ${groupColumns.join(', ')}) VALUES (@first, ${groupColumns.map((name) => `@${name}`).join(', ')})`,
  );
  const evidence = database.prepare('INSERT INTO evidence (place, to_ms, sealed) VALUES (@first, @to_ms, @evidence)');
  for (const record of records) {
    statement.run(record);
    if (record.evidence !== null) evidence.run(record);
  }
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
      const trail = openSqliteAuditTrailIfThere(directory, () => [auditSecrets]);
      closing.push(() => trail?.close());
      return (
        trail ?? {
          chains: async () => [],
          find: async () => [],
          findGroup: async () => undefined,
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
          `DELETE FROM groups WHERE place > ${sequence}; DELETE FROM evidence WHERE place > ${sequence};
            DELETE FROM heads WHERE sequence > ${sequence}`,
        );
      }),
    appendForged: async () => edit((database) => insert(database, [forgeNext(readAll())])),
    remove,
  };
});

describe('without the secret', () => {
  test('a history that is changed, cut, numbered and linked anew is found, and not gone on with', async () => {
    await write(5);
    const forged = rewrite(readAll(), ([first, , ...rest]) => [withOtherContents(first as CopiedGroup), ...rest]);
    edit((database) => {
      database.exec('DELETE FROM groups; DELETE FROM evidence; DELETE FROM heads');
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
  ['evidence that is gone', 'DELETE FROM evidence', 'the evidence of the record is gone before its time'],
])('%s is found', async (_what, sql, fault) => {
  await write(3);
  edit((database) => database.exec(sql));
  expect(await verify()).toMatchObject({ kind: 'broken', fault });
});

test.each([1, 3])(
  'records that are changed and hashed anew without a key from number %i on are found',
  async (from) => {
    await write(4);
    const records = readAll();
    edit((database) => {
      const forged = rewrite(
        records.slice(from - 1),
        (all) => all.map(withOtherContents),
        from === 1 ? undefined : listEnds(records[from - 2] as CopiedGroup)[0],
      );
      database.exec(`DELETE FROM groups WHERE place >= ${from}; DELETE FROM evidence WHERE place >= ${from}`);
      insert(database, forged);
      database.exec('DELETE FROM heads');
    });
    expect(await verify()).toMatchObject({ kind: 'broken', sequence: from });
  },
);
