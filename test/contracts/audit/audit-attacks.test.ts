// The audit in SQLite against somebody who can write every byte of the file and has no secret.

import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe } from 'vitest';
import { toPurgeAct } from '../../../src/app/audit/proof/covers.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { openSqliteAuditTrail } from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { moveAudit, openRawAudit } from '../../support/stores/ended-chains.ts';
import { auditCheck, auditSecrets, eraseByAct, toIntentEntry, toPersonEntry } from './audit.contract.ts';
import { type AttackedAudit, type AttackedColumn, testAttacks } from './audit-attacks.contract.ts';
import { openAuditLogIn } from './sqlite-audit-log.ts';

const listed = 'finds intents that are in the chain: one that is not leads nowhere';
const chains = 'in which order chains are listed, and chains without a record';
const told = 'tells operators when and what: the act in the chain names what was dropped';
const probed = 'written to find out whether it can be, and deleted again';

describe('the audit in SQLite', () => {
  let origin = '';
  let copies = 0;
  /** The row of the record that is erased, as it was before. */
  let erased: { readonly find: Buffer; readonly find_mac: Buffer; readonly contents: Buffer };

  beforeAll(async () => {
    origin = createOutputDirectory('audit-attacks');
    const elsewhere = createOutputDirectory('audit-attacks-ended');
    await writeElsewhere(elsewhere);
    await moveAudit(elsewhere, origin);
    cpSync(join(elsewhere, 'state'), join(origin, 'state'), { recursive: true });
    await write();
    const database = new Database(toAuditPath(origin));
    database.exec(`DROP TRIGGER groups_are_kept; DROP TRIGGER groups_only_forget; INSERT INTO meta (name, value) VALUES ('erasure era_of_a_test', '2026-11-15');
      INSERT INTO probes (id, body) VALUES (1, x'01'), (2, x'02'); PRAGMA wal_checkpoint(TRUNCATE)`);
    database.close();
  });

  const openLog = (directory = origin) => openAuditLogIn(directory);

  /** What came from a shared database: seven records, of which a month took the first, and 3 and 5 were erased. Their end is remembered. */
  async function writeElsewhere(directory: string): Promise<void> {
    const log = openLog(directory);
    for (const index of [11, 12, 13, 14, 15]) await log.append(toPersonEntry(index));
    const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
    const [{ chain } = { chain: '' }] = await trail.chains();
    const hash = (await trail.hashesOf(chain, [1])).get(1) as string;
    const erased = [3, 5].map((sequence) => ({ chain, sequence }));
    await eraseByAct({ log, trail }, erased);
    await log.append(toPurgeAct({ dropped: { [chain]: { sequence: 1, hash } } }, { actor: 'root', atMs: 0 }));
    trail.close();
    await log.close();
    const database = openRawAudit(directory);
    database.exec(`DROP TRIGGER groups_are_kept; INSERT INTO ended_dropped VALUES ('${chain}', 1, x'${hash}', '2019-03-01', 1);
      DELETE FROM groups WHERE place = 1; DELETE FROM evidence WHERE place = 1`);
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
    const trail = openSqliteAuditTrail(origin, () => [auditSecrets]);
    const chain = (await trail.chains()).at(-1)?.chain ?? '';
    const before = openRawAudit(origin);
    const row = before.prepare('SELECT find, find_mac, contents FROM groups WHERE place = 6').get();
    before.close();
    erased = row as typeof erased;
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
      database.exec('CREATE TEMP TABLE before_erasure (find, find_mac, contents)');
      database.prepare('INSERT INTO before_erasure VALUES (@find, @find_mac, @contents)').run(erased);
      database.exec(sql);
    } catch {
      return 'refused' as const;
    } finally {
      database.close();
    }
    const trail = openSqliteAuditTrail(directory, () => [auditSecrets]);
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

  const own = 'chain IS NULL AND';
  const ended = 'chain IS NOT NULL AND';
  const toForget = (condition: string) =>
    `DELETE FROM evidence WHERE place IN (SELECT place FROM groups WHERE ${condition});
      UPDATE groups SET contents = NULL, find = NULL, find_mac = NULL WHERE ${condition}`;
  const columns = 'count, from_ms, to_ms, generation, find, find_mac, parts, contents';

  const audit: AttackedAudit = {
    zeros: 'zeroblob(32)',
    purged: 4,
    listColumns,
    attack,
    tables: {
      groups: {
        victim: `${own} first = 4`,
        other: `${own} first = 7`,
        rowsOf: { chain: [`${ended} first = 2`, `${ended} first = 4`] },
        alike: ['chain', 'count', 'generation'],
        insert: `INSERT INTO groups (place, first, ${columns})
          SELECT max(first) + 1, max(first) + 1, ${columns} FROM groups WHERE place > 0`,
      },
      evidence: {
        victim: 'place = 4',
        other: 'place = 7',
        insert: 'INSERT INTO evidence (place, to_ms, sealed) SELECT 5, to_ms, sealed FROM evidence WHERE place = 4',
      },
      heads: {
        victim: `chain NOT IN (SELECT id FROM ended_chains) AND sequence = 1`,
        other: 'chain IN (SELECT id FROM ended_chains)',
        alike: ['signer'],
        insert: `INSERT INTO heads SELECT chain, sequence + 1, hash, at_ms, signer, signature FROM heads LIMIT 1`,
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
      ended_dropped: {
        victim: 'true',
        other: 'false',
        insert: `INSERT INTO ended_dropped SELECT chain, first, substr(parts, -32), '2019-04-01', 1 FROM groups WHERE ${ended} first = 2`,
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
        alike: ['chain'],
        insert: "INSERT INTO open_intents (chain, sequence, request) VALUES ('chain_x', 4, x'01')",
      },
    },
    reasons: {
      'policies, inserted': 'no record names it',
      'meta, inserted': 'which erasures the file went through: the ledger outside of it tells',
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
        toForget(`${own} first = 4`),
        'its content is gone, and no act covers that',
      ],
      'the acts that name what is gone, forgotten themselves': [
        toForget(`${own} find IS NOT NULL AND substr(find, 11, 1) IN (x'06', x'46')`),
        'its content is gone, and no act covers that',
      ],
      'all evidence, gone': ['DELETE FROM evidence', 'the evidence of the record is gone before its time'],
      'a content of an ended chain, forgotten as a purge would': [
        toForget(`${ended} first = 4`),
        'its content is gone, and no act covers that',
      ],
      'records of an ended chain, dropped as months are': [
        `INSERT INTO ended_dropped SELECT chain, first, substr(parts, -32), '2019-04-01', 1 FROM groups WHERE ${ended} first = 2;
          DELETE FROM groups WHERE ${ended} first = 2`,
        'records up to it were dropped, and no act covers that',
      ],
      'the end of an ended chain, cut off with its heads': [
        `DELETE FROM groups WHERE ${ended} first > 4; DELETE FROM heads WHERE chain IN (SELECT id FROM ended_chains) AND sequence > 4`,
        'records that this machine wrote are missing',
      ],
      'an ended chain, gone with all that tells of it': [
        `DELETE FROM groups WHERE ${ended} true; DELETE FROM heads WHERE chain IN (SELECT id FROM ended_chains);
          DELETE FROM ended_dropped; DELETE FROM ended_chains`,
        'records that this machine wrote are missing',
      ],
      'the end, cut off with its heads': [
        `DELETE FROM groups WHERE ${own} first > 8; DELETE FROM heads WHERE chain NOT IN (SELECT id FROM ended_chains) AND sequence > 8`,
        'records that this machine wrote are missing',
      ],
      'what a person is found by, emptied': [
        `UPDATE groups SET find = zeroblob(length(find)) WHERE ${own} first = 4`,
        'what the record is found by was changed',
      ],
      'evidence of another record': [
        'UPDATE evidence SET sealed = (SELECT sealed FROM evidence WHERE place = 7) WHERE place = 4',
        'the details were changed',
      ],
      'an erased record, put back as it was': [
        `UPDATE groups SET find = before_erasure.find, find_mac = before_erasure.find_mac, contents = before_erasure.contents
          FROM before_erasure WHERE groups.place = 6`,
        'the record was erased, and its content is there again',
      ],
    },
  };
  testAttacks(() => audit);
});
