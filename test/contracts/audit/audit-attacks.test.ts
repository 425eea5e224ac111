// The audit in SQLite against somebody who can write every byte of the file and has no secret.

import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe } from 'vitest';
import { hashContent } from '../../../src/app/audit/chain.ts';
import { toPurgeAct } from '../../../src/app/audit/proof/covers.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { openSqliteAuditTrail } from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { moveAudit, openRawAudit } from '../../support/stores/ended-chains.ts';
import { auditCheck, eraseByAct, toIntentEntry, toPersonEntry } from './audit.contract.ts';
import { type AttackedAudit, type AttackedColumn, testAttacks } from './audit-attacks.contract.ts';
import { openAuditLogIn } from './sqlite-audit-log.ts';

const listed = 'finds intents that are in the chain: one that is not leads nowhere';
const chains = 'in which order chains are listed, and chains without a record';
const told = 'tells operators when and what: the act in the chain names what was dropped';
const probed = 'written to find out whether it can be, and deleted again';

describe('the audit in SQLite', () => {
  let origin = '';
  let copies = 0;

  beforeAll(async () => {
    origin = createOutputDirectory('audit-attacks');
    const elsewhere = createOutputDirectory('audit-attacks-ended');
    await writeElsewhere(elsewhere);
    await moveAudit(elsewhere, origin);
    cpSync(join(elsewhere, 'state'), join(origin, 'state'), { recursive: true });
    await write();
    const database = new Database(toAuditPath(origin));
    database.exec(`DROP TRIGGER records_are_kept; DROP TRIGGER records_only_forget;
      DROP TRIGGER ended_records_are_kept; DROP TRIGGER ended_records_only_forget;
      INSERT INTO meta (name, value) VALUES ('erasure era_of_a_test', '2026-11-15');
      INSERT INTO probes (id, body) VALUES (1, x'01'), (2, x'02'); PRAGMA wal_checkpoint(TRUNCATE)`);
    database.close();
  });

  const openLog = (directory = origin) => openAuditLogIn(directory);

  /** What came from a shared database: seven records, of which a month took the first, and 3 and 5 were erased. Their end is remembered. */
  async function writeElsewhere(directory: string): Promise<void> {
    const log = openLog(directory);
    for (const index of [11, 12, 13, 14, 15]) await log.append(toPersonEntry(index));
    const trail = openSqliteAuditTrail(directory);
    const [{ chain } = { chain: '' }] = await trail.chains();
    const hash = (await trail.hashesOf(chain, [1])).get(1) as string;
    const erased = [3, 5].map((sequence) => ({ chain, sequence }));
    await eraseByAct({ log, trail }, erased);
    await log.append(toPurgeAct({ dropped: { [chain]: { sequence: 1, hash } } }, { actor: 'root', atMs: 0 }));
    trail.close();
    await log.close();
    const database = openRawAudit(directory);
    database.exec(`DROP TRIGGER records_are_kept; INSERT INTO ended_dropped VALUES ('${chain}', 1, x'${hash}', '2019-03-01', 1);
      DELETE FROM records WHERE sequence = 1`);
    database.close();
  }

  /** 1 was purged, 2 has lost its evidence, 6 was erased; 4 completes 3, nothing completes 8. Acts name all that is gone. */
  async function write(): Promise<void> {
    const first = openLog();
    const act = {
      kind: 'act',
      atMs: toPersonEntry(4).atMs,
      actor: 'root',
      act: 'key_created',
      target: 'key_a',
    } as const;
    for (const entry of [toPersonEntry(1), toPersonEntry(2), toIntentEntry(3), toPersonEntry(3), act, toPersonEntry(6)])
      await first.append(entry);
    await first.close();
    const log = openLog();
    await log.append(toPersonEntry(7));
    await log.append(toIntentEntry(8));
    await log.append(toIntentEntry(9));
    await log.purge('details', toPersonEntry(3).atMs - 500, 100);
    await log.purge('contents', toPersonEntry(1).atMs + 500, 100);
    const trail = openSqliteAuditTrail(origin);
    const chain = (await trail.chains()).at(-1)?.chain ?? '';
    await eraseByAct({ log, trail }, [{ chain, sequence: 6 }]);
    trail.close();
    await log.close();
  }

  async function attack(sql: string, recordsPerPart = Number.POSITIVE_INFINITY) {
    const directory = join(origin, `copy-${++copies}`);
    const path = toAuditPath(directory);
    cpSync(join(origin, 'state'), join(directory, 'state'), { recursive: true });
    copyFileSync(toAuditPath(origin), path);
    const database = new Database(path);
    try {
      database.pragma('ignore_check_constraints = ON');
      database.function('sha256', (text) => hashContent(text as string));
      database.exec(sql);
    } catch {
      return 'refused' as const;
    } finally {
      database.close();
    }
    const trail = openSqliteAuditTrail(directory);
    try {
      const remembered = openRememberedHeads(join(directory, 'state')).list();
      return await verifyAudit({
        trail,
        check: auditCheck,
        remembered,
        evidenceSinceMs: 0,
        inWorkFromMs: Number.MAX_SAFE_INTEGER,
        parts: { recordsPerPart },
      });
    } finally {
      trail.close();
    }
  }

  async function listColumns(): Promise<readonly AttackedColumn[]> {
    const database = new Database(toAuditPath(origin), { readonly: true });
    const rows = database
      .prepare(
        `SELECT tables.name AS "table", columns.name AS "column", columns.type, columns.pk FROM sqlite_schema AS tables,
          pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table' AND columns.hidden = 0`,
      )
      .all() as { table: string; column: string; type: string; pk: number }[];
    database.close();
    const types = { INTEGER: 'number', TEXT: 'text', BLOB: 'bytes' } as const;
    return rows.map(({ table, column, type, pk }) => ({
      table,
      column,
      type: types[type as keyof typeof types],
      isKey: pk > 0,
    }));
  }

  const toForget = (condition: string) =>
    `UPDATE records SET details = NULL, content_hash = sha256(content), content = NULL WHERE ${condition}`;

  const audit: AttackedAudit = {
    zeros: 'zeroblob(32)',
    purged: 4,
    listColumns,
    attack,
    tables: {
      records: {
        victim: 'sequence = 4',
        other: 'sequence = 7',
        rowsOf: { content_hash: ['sequence = 1', 'sequence = 6'] },
        insert: `INSERT INTO records (sequence, hash, content, details)
          SELECT max(sequence) + 1, hash, content, details FROM records WHERE sequence >= 7`,
      },
      heads: {
        victim: 'sequence = (SELECT min(sequence) FROM heads)',
        other: 'sequence = (SELECT max(sequence) FROM heads)',
        alike: ['signer'],
        insert: `INSERT INTO heads SELECT sequence + 1, hash, at_ms, signer, signature FROM heads LIMIT 1`,
      },
      policies: {
        victim: 'true',
        other: 'false',
        insert: "INSERT INTO policies (hash, document) SELECT 'x' || hash, document FROM policies",
      },
      meta: {
        victim: "name = 'chain'",
        other: "name <> 'chain'",
        insert: "INSERT INTO meta (name, value) VALUES ('other', 'x')",
      },
      ended_records: {
        victim: 'sequence = 2',
        other: 'sequence = 4',
        alike: ['chain'],
        rowsOf: { content_hash: ['sequence = 3', 'sequence = 5'] },
        insert: `INSERT INTO ended_records (place, chain, sequence, hash, content, details)
          SELECT place - 100, chain, sequence + 100, hash, content, details FROM ended_records WHERE sequence = 4`,
      },
      ended_heads: {
        victim: 'true',
        other: 'false',
        insert:
          'INSERT INTO ended_heads SELECT chain, sequence - 1, hash, at_ms, signer, signature FROM ended_heads LIMIT 1',
      },
      ended_dropped: {
        victim: 'true',
        other: 'false',
        insert: `INSERT INTO ended_dropped SELECT chain, sequence, hash, '2019-04-01', 1 FROM ended_records WHERE sequence = 2`,
      },
      ended_chains: {
        victim: 'true',
        other: 'false',
        insert: "INSERT INTO ended_chains VALUES ('chain_more', 1)",
      },
      probes: { victim: 'id = 1', other: 'id = 2', insert: "INSERT INTO probes (id, body) VALUES (3, x'03')" },
      open_intents: {
        victim: 'sequence = 8',
        other: 'sequence = 9',
        insert: "INSERT INTO open_intents (request_id, sequence) VALUES ('req_x', 4)",
      },
    },
    reasons: {
      'policies, inserted': 'no record names it',
      'meta, inserted': 'which erasures the file went through: the ledger outside of it tells',
      'ended_records.place': 'the order in which lists of several chains are shown',
      'ended_dropped.month': told,
      'ended_dropped.dropped_at_ms': told,
      'ended_chains.since_ms': chains,
      'ended_chains, inserted': chains,
      'probes.id': probed,
      'probes.body': probed,
      'probes, deleted': probed,
      'probes, emptied': probed,
      'probes, inserted': probed,
      'open_intents, inserted': listed,
    },
    attacks: {
      'a content of today, forgotten as a purge would': [
        toForget('sequence = 4'),
        'its content is gone, and no act covers that',
      ],
      'the acts that name what is gone, forgotten themselves': [
        toForget("kind = 'act'"),
        'its content is gone, and no act covers that',
      ],
      'all evidence, gone': ['UPDATE records SET details = NULL', 'the evidence of the record is gone before its time'],
      'a content of an ended chain, forgotten as a purge would': [
        toForget('sequence = 4').replace('records', 'ended_records'),
        'its content is gone, and no act covers that',
      ],
      'records of an ended chain, dropped as months are': [
        `INSERT INTO ended_dropped SELECT chain, sequence, hash, '2019-04-01', 1 FROM ended_records WHERE sequence = 2;
          DELETE FROM ended_records WHERE sequence = 2`,
        'records up to it were dropped, and no act covers that',
      ],
      'the end of an ended chain, cut off with its heads': [
        'DELETE FROM ended_records WHERE sequence > 4; DELETE FROM ended_heads WHERE sequence > 4',
        'records that this machine wrote are missing',
      ],
      'an ended chain, gone with all that tells of it': [
        'DELETE FROM ended_records; DELETE FROM ended_heads; DELETE FROM ended_dropped; DELETE FROM ended_chains',
        'records that this machine wrote are missing',
      ],
      'the end, cut off with its heads': [
        'DELETE FROM records WHERE sequence > 8; DELETE FROM heads WHERE sequence > 8',
        'records that this machine wrote are missing',
      ],
    },
  };
  testAttacks(() => audit);
});
