// The audit in PostgreSQL as the attacks need it, on the server of another test: a small chain of which some was dropped, erased and
// forgotten by acts, and a session that takes everything back.

import { toPurgeAct } from '../../../src/app/audit/proof/covers.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { openPostgresAuditLog } from '../../../src/stores/audit/log/audit-log.postgres.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { createPostgresAuditTrail } from '../../../src/stores/audit/trail/audit-trail.postgres.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { openSession, type Session } from '../../../src/stores/postgres/session.ts';
import { createOutputDirectory } from '../../support/output.ts';
import type { TestDatabase } from '../../support/stores/postgres.ts';
import {
  auditCheck,
  auditSecrets,
  eraseByAct,
  postgresLogOptions,
  toIntentEntry,
  toPersonEntry,
} from './audit.contract.ts';
import type { AttackedAudit, AttackedColumn } from './audit-attacks.contract.ts';

export interface PostgresAttacks extends AttackedAudit {
  close(): void;
}

const listed = 'finds intents that are in the chain: one that is not leads nowhere';
const probed = 'written to find out whether it can be, and deleted again';
const chains = 'in which order chains are listed, and chains without a record';
const told = 'tells operators when and what: the act in the chain names what was dropped';

export async function openPostgresAttacks(database: TestDatabase): Promise<PostgresAttacks> {
  const stateFolder = createOutputDirectory('audit-attacks-postgres');
  await leaveTwoMonths(database);
  await write(database, stateFolder);
  const { session } = await openSession(parsePostgresAddress(database.owner), 0);
  const trail = createPostgresAuditTrail(session, () => [auditSecrets]);

  async function attack(sql: string, recordsPerPart = Number.POSITIVE_INFINITY) {
    await session.run('BEGIN');
    try {
      await session.run(sql);
    } catch {
      await session.run('ROLLBACK');
      return 'refused' as const;
    }
    const remembered = openRememberedHeads(stateFolder).list();
    const verdict = await verifyAudit({
      trail,
      check: auditCheck,
      remembered,
      evidenceSinceMs: 0,
      inWorkFromMs: Number.MAX_SAFE_INTEGER,
      parts: { recordsPerPart },
    });
    await session.run('ROLLBACK');
    return verdict;
  }

  return { ...tables, attack, listColumns: () => listColumns(session), close: () => session.close() };
}

/** A statement that goes through every month to come takes its time. */
async function leaveTwoMonths(database: TestDatabase): Promise<void> {
  const months = await database.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('confere.audit_groups'::regclass, 'confere.audit_evidence'::regclass)
      AND to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') > now() + interval '1 month'`,
  );
  await database.query(`DROP TABLE ${months.map(({ name }) => name).join(', ')}`);
  await database.query('ALTER TABLE confere.audit_groups DISABLE TRIGGER USER');
}

/** 1 and 2 were dropped, 4 has lost its evidence, 5 and 6 were erased; nothing completes 8 and 9. Acts name all that is gone. */
async function write(database: TestDatabase, stateFolder: string): Promise<void> {
  const openLog = () => openPostgresAuditLog({ ...postgresLogOptions, address: database.service, stateFolder });
  const act = { kind: 'act', atMs: toPersonEntry(4).atMs, actor: 'root', act: 'key_created', target: 'key_a' } as const;
  const first = openLog();
  const people = [1, 2, 3, 6, 7].map((index) => toPersonEntry(index));
  for (const entry of [...people.slice(0, 2), toIntentEntry(3), ...people.slice(2, 3), act, ...people.slice(3)])
    await first.append(entry);
  await first.close();
  const log = openLog();
  for (const entry of [toIntentEntry(8), toIntentEntry(9), toPersonEntry(10)]) await log.append(entry);
  const { session } = await openSession(parsePostgresAddress(database.owner), 0);
  const trail = createPostgresAuditTrail(session, () => [auditSecrets]);
  const [{ chain } = { chain: '' }] = await trail.chains();
  await eraseByAct({ log, trail }, [
    { chain, sequence: 5 },
    { chain, sequence: 6 },
  ]);
  const [, second] = await trail.find({ chain }, { order: 'oldest', limit: 2 });
  const hash = Buffer.from(second?.hash ?? []).toString('hex');
  const covers = { dropped: { [chain]: { sequence: 2, hash } }, evidenceBeforeMs: toPersonEntry(3).atMs + 1 };
  await log.append(toPurgeAct(covers, { actor: 'root', atMs: act.atMs }));
  await log.close();
  await session.run(`INSERT INTO confere.audit_dropped (chain, sequence, hash, month) VALUES ('${chain}', 2, '\\x${hash}', '2019-03-01');
    DELETE FROM confere.audit_groups WHERE first <= 2; DELETE FROM confere.audit_evidence WHERE first <= 4;
    INSERT INTO confere.audit_chains (id) VALUES ('chain_other');
    INSERT INTO confere.audit_probes (chain, body) VALUES ('one', '\\x01'), ('two', '\\x02')`);
  session.close();
}

async function listColumns(session: Session): Promise<readonly AttackedColumn[]> {
  const { rows } = await session.query<{ table: string; column: string; type: string; isKey: boolean }>(
    `SELECT 'confere.' || table_name AS "table", column_name AS "column", data_type AS type,
      EXISTS (SELECT 1 FROM pg_index, unnest(indkey) AS place JOIN pg_attribute ON attnum = place
        WHERE attrelid = indrelid AND indrelid = ('confere.' || table_name)::regclass AND indisprimary AND attname = column_name) AS "isKey"
    FROM information_schema.columns JOIN pg_class ON oid = ('confere.' || table_name)::regclass
    WHERE table_schema = 'confere' AND table_name LIKE 'audit\\_%' AND relkind IN ('r', 'p') AND NOT relispartition AND is_generated = 'NEVER'`,
  );
  const types: Readonly<Record<string, AttackedColumn['type']>> = {
    bigint: 'number',
    text: 'text',
    bytea: 'bytes',
    date: 'date',
    'timestamp with time zone': 'time',
  };
  return rows.map((row) => ({ ...row, type: types[row.type] as AttackedColumn['type'] }));
}

const toForget = (condition: string) =>
  `UPDATE confere.audit_groups SET contents = NULL, find = NULL, find_mac = NULL WHERE ${condition}`;
const columns = 'count, from_ms, to_ms, generation, find, find_mac, parts, contents';

const tables: Omit<AttackedAudit, 'attack' | 'listColumns'> = {
  zeros: `'\\x00'`,
  purged: 2,
  tables: {
    'confere.audit_groups': {
      victim: 'first = 7',
      other: 'first = 10',
      alike: ['chain', 'count', 'generation', 'written_on'],
      insert: `INSERT INTO confere.audit_groups (chain, first, ${columns})
        SELECT chain, first + 100, ${columns} FROM confere.audit_groups WHERE first = 10`,
    },
    'confere.audit_evidence': {
      victim: 'first = 7',
      other: 'first = 10',
      alike: ['written_on'],
      insert: `INSERT INTO confere.audit_evidence (chain, first, sealed)
        SELECT chain, 3, sealed FROM confere.audit_evidence WHERE first = 7`,
    },
    'confere.audit_heads': {
      victim: 'sequence = (SELECT min(sequence) FROM confere.audit_heads)',
      other: 'sequence = (SELECT max(sequence) FROM confere.audit_heads)',
      alike: ['signer'],
      insert: `INSERT INTO confere.audit_heads SELECT chain, sequence + 1, hash, at_ms, signer, signature FROM confere.audit_heads LIMIT 1`,
    },
    'confere.audit_policies': {
      victim: 'true',
      other: 'false',
      insert:
        "INSERT INTO confere.audit_policies (hash, document) SELECT 'x' || hash, document FROM confere.audit_policies",
    },
    'confere.audit_dropped': {
      victim: 'true',
      other: 'false',
      insert: `INSERT INTO confere.audit_dropped (chain, sequence, hash, month)
        SELECT chain, first, substr(parts, length(parts) - 31), '2019-04-01' FROM confere.audit_groups WHERE first = 7`,
    },
    'confere.audit_chains': {
      victim: "id <> 'chain_other'",
      other: "id = 'chain_other'",
      insert: "INSERT INTO confere.audit_chains (id) VALUES ('chain_more')",
    },
    'confere.audit_probes': {
      victim: "chain = 'one'",
      other: "chain = 'two'",
      insert: "INSERT INTO confere.audit_probes (chain, body) VALUES ('three', '\\x03')",
    },
    'confere.audit_open_intents': {
      victim: 'sequence = 8',
      other: 'sequence = 9',
      alike: ['chain'],
      insert: "INSERT INTO confere.audit_open_intents (chain, sequence, request) VALUES ('chain_x', 4, '\\x01')",
    },
  },
  reasons: {
    'confere.audit_groups.place': 'the order in which lists of several chains are shown',
    'confere.audit_policies, inserted': 'no record names it',
    'confere.audit_dropped.month': told,
    'confere.audit_dropped.dropped_at': told,
    'confere.audit_chains.since': chains,
    'confere.audit_chains, inserted': chains,
    ...Object.fromEntries(
      ['.chain', '.body', ', deleted', ', emptied', ', inserted'].map((what) => [
        `confere.audit_probes${what}`,
        probed,
      ]),
    ),
    'confere.audit_open_intents, inserted': listed,
  },
  attacks: {
    'a content of today, forgotten as an erasure would': [
      `DELETE FROM confere.audit_evidence WHERE first = 7; ${toForget('first = 7')}`,
      'its content is gone, and no act covers that',
    ],
    'the acts that name what is gone, forgotten themselves': [
      toForget("substr(find, 11, 1) IN ('\\x06', '\\x46')"),
      'its content is gone, and no act covers that',
    ],
    'records of today, dropped as months are': [
      `INSERT INTO confere.audit_dropped (chain, sequence, hash, month)
        SELECT chain, first, substr(parts, length(parts) - 31), '2019-04-01' FROM confere.audit_groups
        WHERE first = 7; DELETE FROM confere.audit_groups WHERE first <= 7; DELETE FROM confere.audit_heads WHERE sequence <= 7`,
      'records up to it were dropped, and no act covers that',
    ],
    'all evidence, gone': ['DELETE FROM confere.audit_evidence', 'the evidence of the record is gone before its time'],
    'the end, cut off with its heads': [
      'DELETE FROM confere.audit_groups WHERE first > 8; DELETE FROM confere.audit_heads WHERE sequence > 8',
      'records that this machine wrote are missing',
    ],
    'what a person is found by, emptied': [
      `UPDATE confere.audit_groups SET find = '\\x0000000000000000000000' WHERE first = 7`,
      'what the record is found by was changed',
    ],
    'evidence of another record': [
      `UPDATE confere.audit_evidence SET sealed = (SELECT sealed FROM confere.audit_evidence WHERE first = 10) WHERE first = 7`,
      'the details were changed',
    ],
  },
};
