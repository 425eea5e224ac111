// The audit in PostgreSQL against a database administrator who has every right there and no secret.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseAnchor, toAnchorText } from '../../../src/app/audit/anchors/anchor-document.ts';
import { judgeHeads } from '../../../src/app/audit/anchors/judge-heads.ts';
import { createExtendChain, emptyChain } from '../../../src/app/audit/chain.ts';
import type { KeptGroup } from '../../../src/app/audit/groups/group.ts';
import { listEnds } from '../../../src/app/audit/groups/parts.ts';
import { createGroupWriter } from '../../../src/app/audit/groups/write-group.ts';
import { createAuditCheck } from '../../../src/app/audit/proof/audit-check.ts';
import { readChainEnds } from '../../../src/app/audit/proof/chain-ends.ts';
import { toDraft } from '../../../src/app/audit/record.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { systemClock } from '../../../src/clock.ts';
import { rememberAnchored } from '../../../src/compose/service/audit/anchored-ends.ts';
import { loadConfig } from '../../../src/config.ts';
import { openFolderAnchors } from '../../../src/stores/audit/anchors/anchors.folder.ts';
import { openPostgresAuditLog } from '../../../src/stores/audit/log/audit-log.postgres.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import {
  openPostgresAuditWriter,
  type PostgresAuditWriter,
} from '../../../src/stores/audit/log/audit-writer.postgres.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { createPostgresAuditTrail } from '../../../src/stores/audit/trail/audit-trail.postgres.ts';
import { createSharedAuditProbe } from '../../../src/stores/doctor/shared-audit-probe.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool } from '../../../src/stores/postgres/pool.ts';
import type { MasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { findPostgres } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { type CopiedGroup, forgeNext, groupColumns, rewrite } from '../../support/stores/forged-records.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { auditCheck, auditSecrets, postgresLogOptions, toPersonEntry } from './audit.contract.ts';
import { testAttacks } from './audit-attacks.contract.ts';
import { openPostgresAttacks, type PostgresAttacks } from './audit-attacks.postgres.ts';
import { describeAuditState } from './audit-state.contract.ts';

const tables = [
  'audit_chains',
  'audit_groups',
  'audit_evidence',
  'audit_heads',
  'audit_policies',
  'audit_dropped',
] as const;

/** As the secrets of these tests have it. */
function toSecret(purpose: string): Uint8Array {
  const { subjectKey, detailsKey = new Uint8Array(), headSeed, linkKey } = auditSecrets;
  const all: Record<string, Uint8Array> = {
    'audit-subject': subjectKey,
    'audit-groups': detailsKey,
    'audit-head': headSeed,
    'audit-link': linkKey,
  };
  return all[purpose] as Uint8Array;
}

describe.skipIf(findPostgres() === undefined)('PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  let stateFolder = '';
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    await database.query('ALTER TABLE confere.audit_groups DISABLE TRIGGER USER');
  });
  beforeEach(async () => {
    stateFolder = createOutputDirectory('audit-history-postgres');
    for (const table of tables) await database.query(`DELETE FROM confere.${table}`);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => server?.close());

  function openLog(): ThreadedAuditLog {
    const log = openPostgresAuditLog({ ...postgresLogOptions, address: database.service, stateFolder });
    let closed: Promise<void> | undefined;
    const close = () => (closed ??= log.close());
    closing.push(close);
    return { ...log, close };
  }

  function readTrail() {
    const pool = createPostgresPool({ address: parsePostgresAddress(database.owner), connectionsMax: 2 });
    closing.push(() => pool.close());
    return createPostgresAuditTrail(pool, () => [auditSecrets]);
  }

  const verify = () => {
    const remembered = openRememberedHeads(stateFolder).list();
    return verifyAudit({ trail: readTrail(), check: auditCheck, remembered, evidenceSinceMs: 0 });
  };

  const copyAll = () =>
    database.query<CopiedGroup & { chain: string }>(
      `SELECT chain, first::int, ${groupColumns.slice(1).join(', ')}, sealed AS evidence FROM confere.audit_groups
        LEFT JOIN confere.audit_evidence USING (chain, first, written_on) ORDER BY first`,
    );

  async function insert(group: CopiedGroup, chain: string): Promise<void> {
    const sql = `INSERT INTO confere.audit_groups (chain, ${groupColumns.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
    await database.query(sql, [chain, ...groupColumns.map((name) => group[name])]);
    if (group.evidence === null) return;
    const evidenceSql = 'INSERT INTO confere.audit_evidence (chain, first, sealed) VALUES ($1, $2, $3)';
    await database.query(evidenceSql, [chain, group.first, group.evidence]);
  }

  const toCopied = ({ fromMs, toMs, findMac, ...group }: KeptGroup): CopiedGroup => ({
    ...{ ...group, from_ms: fromMs, to_ms: toMs, find_mac: findMac },
  });

  /** By somebody who has every secret. */
  function writeWithKeys(chain: string, indexes: readonly number[]): readonly CopiedGroup[] {
    const extend = createExtendChain(auditSecrets.linkKey, chain);
    const write = createGroupWriter({ chain, secrets: auditSecrets, extend, randomBytes });
    let end = emptyChain;
    return indexes.flatMap((index) => {
      const written = write([toDraft(toPersonEntry(index))], end);
      end = written.end;
      return written.groups.map(toCopied);
    });
  }

  describe('chains that nobody continues', () => {
    const openWriter = async (folder: string) => {
      const options = { address: database.service, secrets: [auditSecrets] as const, statementMs: 30_000 };
      const writer = await openPostgresAuditWriter({ ...options, stateFolder: folder }, 0);
      closing.push(() => writer.close());
      return writer;
    };
    const append = (writer: PostgresAuditWriter, index: number) => writer.append([toDraft(toPersonEntry(index))], 0);
    const listSigned = async () =>
      (await database.query<{ head: string }>("SELECT chain || '@' || sequence AS head FROM confere.audit_heads")).map(
        ({ head }) => head,
      );
    const findOther = async () => {
      const sql = 'SELECT DISTINCT chain FROM confere.audit_groups ORDER BY chain';
      return (await database.query<{ chain: string }>(sql))[0]?.chain ?? '';
    };

    const dropBefore = async (sequence: number) => {
      await database.query(
        `INSERT INTO confere.audit_dropped (chain, sequence, hash, month)
          SELECT chain, first, substr(parts, length(parts) - 31), CURRENT_DATE FROM confere.audit_groups WHERE first = $1`,
        [sequence - 1],
      );
      await database.query('DELETE FROM confere.audit_groups WHERE first < $1', [sequence]);
    };

    test('are signed as far as they have come, where everything is to be signed; whoever holds them goes on', async () => {
      const [here, there] = [await openWriter(stateFolder), await openWriter(createOutputDirectory('other-node'))];
      for (const index of [1, 2, 3]) await append(there, index);
      const chain = await findOther();
      await here.signHead(1_000);
      expect(await listSigned()).toEqual([]);
      await here.signHead(1_000, true);
      expect(await listSigned()).toEqual([`${chain}@3`]);
      // It does not know that somebody else did.
      await there.signHead(2_000);
      await append(there, 4);
      await there.signHead(2_000);
      expect(await listSigned()).toEqual([`${chain}@3`, `${chain}@4`]);
    });

    test('are signed also after a month of theirs was dropped that this machine knew', async () => {
      const [here, there] = [await openWriter(stateFolder), await openWriter(createOutputDirectory('other-node'))];
      for (const index of [1, 2, 3]) await append(there, index);
      const chain = await findOther();
      const sign = async () => {
        await here.signHead(1_000);
        return listSigned();
      };
      there.close();
      await expect.poll(sign).toEqual([`${chain}@3`]);
      const again = await openWriter(createOutputDirectory('other-node'));
      for (const index of [4, 5]) await append(again, index);
      again.close();
      await dropBefore(5);
      await expect.poll(sign).toEqual([`${chain}@3`, `${chain}@5`]);
    });

    test('are known by their ends where all of their months were dropped: a retired generation counts for their heads', async () => {
      const [here, there] = [await openWriter(stateFolder), await openWriter(createOutputDirectory('other-node'))];
      for (const index of [1, 2, 3]) await append(there, index);
      const chain = await findOther();
      there.close();
      await expect.poll(async () => here.signHead(1_000).then(listSigned)).toEqual([`${chain}@3`]);
      const sql =
        'SELECT chain, first, substr(parts, length(parts) - 31), $1::date FROM confere.audit_groups WHERE first = 3';
      await database.query(`INSERT INTO confere.audit_dropped (chain, sequence, hash, month) ${sql}`, ['2026-01-01']);
      await database.query('DELETE FROM confere.audit_groups');
      const trail = readTrail();
      const until = await readChainEnds(trail);
      expect(until).toMatchObject({ [chain]: { sequence: 3 } });
      const check = createAuditCheck([{ ...auditSecrets, until }]);
      expect((await trail.heads()).map(check.isOurs)).toEqual([true]);
    });

    test('are opened again by the machine that left them, also after that month was dropped', async () => {
      const left = await openWriter(stateFolder);
      for (const index of [1, 2, 3]) await append(left, index);
      await left.signHead(1_000);
      left.close();
      const locksSql = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'";
      await expect.poll(() => database.query(locksSql)).toEqual([]);
      const other = await openWriter(createOutputDirectory('other-node'));
      for (const index of [4, 5]) await append(other, index);
      await dropBefore(5);
      await append(await openWriter(stateFolder), 6);
    });

    test('stay unsigned where a newer secret wrote them, and keep nobody from signing his own', async () => {
      const here = await openWriter(stateFolder);
      await append(here, 1);
      const [own] = await copyAll();
      await database.query("INSERT INTO confere.audit_chains (id) VALUES ('chain_of_a_newer_secret')");
      await insert(forgeNext([own as CopiedGroup], emptyChain), 'chain_of_a_newer_secret');
      await here.signHead(1_000);
      await here.signHead(2_000);
      expect(await listSigned()).toEqual([`${own?.chain}@1`]);
    });
  });

  describeAuditState('PostgreSQL', async () => ({
    stateFolder,
    openLog,
    readTrail,
    async keepCopy() {
      const mark = `copy_${Math.random().toString(36).slice(2)}`;
      for (const table of ['audit_groups', 'audit_evidence', 'audit_heads']) {
        await database.query(`CREATE TABLE confere.${table}_${mark} AS SELECT * FROM confere.${table}`);
      }
      return async () => {
        for (const table of ['audit_groups', 'audit_evidence', 'audit_heads']) {
          const columns =
            table === 'audit_groups'
              ? `chain, written_on, place, ${groupColumns.join(', ')}`
              : (
                  await database.query<{ name: string }>(
                    `SELECT string_agg(column_name, ', ') AS name FROM information_schema.columns WHERE table_name = '${table}'`,
                  )
                )[0]?.name;
          await database.query(`DELETE FROM confere.${table}`);
          await database.query(
            `INSERT INTO confere.${table} (${columns}) SELECT ${columns} FROM confere.${table}_${mark}`,
          );
        }
      };
    },
    cutAfter: async (sequence) => {
      for (const table of ['audit_groups', 'audit_evidence', 'audit_heads'])
        await database.query(
          `DELETE FROM confere.${table} WHERE ${table === 'audit_heads' ? 'sequence' : 'first'} > ${sequence}`,
        );
    },
    appendForged: async () => {
      const records = await copyAll();
      await insert(forgeNext(records), records[0]?.chain ?? '');
    },
    remove: async () => {
      for (const table of tables) await database.query(`DELETE FROM confere.${table}`);
    },
  }));

  test('an audit that somebody writes anew without a key is not continued, not even by a node that remembers nothing', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    await log.close();
    const records = await copyAll();
    const chain = records[0]?.chain ?? '';
    for (const table of ['audit_groups', 'audit_evidence', 'audit_heads'])
      await database.query(`DELETE FROM confere.${table}`);
    for (const record of rewrite(records, (all) => all)) await insert(record, chain);
    stateFolder = createOutputDirectory('audit-history-forgetful');
    expect(await verify()).toMatchObject({ kind: 'broken', chain, sequence: 1 });
    await expect(openLog().append(toPersonEntry(2))).rejects.toThrow('AUDIT_FORGED');
  });

  test('a chain that somebody adds, without our key, is found', async () => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    await log.close();
    const [record] = await copyAll();
    await database.query("INSERT INTO confere.audit_chains (id) VALUES ('chain_forged')");
    await insert(forgeNext([record as CopiedGroup], emptyChain), 'chain_forged');
    expect(await verify()).toMatchObject({ kind: 'broken', chain: 'chain_forged', sequence: 1 });
    const again = openLog();
    await again.append(toPersonEntry(2));
    await again.close();
    expect(await verify()).toMatchObject({ kind: 'broken', chain: 'chain_forged', sequence: 1 });
  });

  test.each([
    [
      'an edited policy',
      "UPDATE confere.audit_policies SET document = replace(document, '1', '2')",
      'the policy of the record was changed',
    ],
    ['a deleted policy', 'DELETE FROM confere.audit_policies', 'the policy of the record is missing'],
    [
      'evidence that is gone',
      'DELETE FROM confere.audit_evidence',
      'the evidence of the record is gone before its time',
    ],
  ])('%s is found', async (_what, sql, fault) => {
    const log = openLog();
    await log.append(toPersonEntry(1));
    await log.close();
    await database.query(sql);
    expect(await verify()).toMatchObject({ kind: 'broken', sequence: 1, fault });
  });

  describe('column by column', () => {
    let attacks: PostgresAttacks;
    beforeAll(async () => {
      attacks = await openPostgresAttacks(await server.createDatabase());
    });
    afterAll(() => attacks?.close());
    testAttacks(() => attacks);
  });

  describe('anchors', () => {
    let worm = '';
    beforeEach(() => {
      worm = createOutputDirectory('anchors-postgres');
    });

    const write = async (...indexes: readonly number[]) => {
      const log = openLog();
      for (const index of indexes) await log.append(toPersonEntry(index));
      await log.close();
    };
    const anchor = async () => {
      const madeAtMs = Date.now();
      const text = toAnchorText({ madeAtMs, heads: await readTrail().lastHeads() });
      await openFolderAnchors('folder', worm).put(text, madeAtMs, AbortSignal.timeout(60_000));
    };
    const judge = async () => {
      const kept = await Array.fromAsync(
        openFolderAnchors('folder', worm).read(undefined, AbortSignal.timeout(60_000)),
      );
      const heads = kept.flatMap(({ where, text }) =>
        (parseAnchor(text)?.heads ?? []).map((head) => ({ head, place: 'folder', where, keptAtMs: head.atMs })),
      );
      return judgeHeads(heads, { trail: readTrail(), check: auditCheck });
    };
    const examine = async () => {
      const openTrail = async () => ({ ...readTrail(), close: async () => {} });
      return createSharedAuditProbe({ openTrail, stateFolder, findCheck: () => auditCheck }).run();
    };

    test('find an administrator who has every secret and writes the history anew; nothing else does', async () => {
      await write(1, 2, 3);
      await anchor();
      expect(await judge()).toMatchObject({ agreed: 1, broken: [] });
      const records = await copyAll();
      const chain = records[0]?.chain ?? '';
      const forged = writeWithKeys(chain, [1, 5, 3]);
      for (const table of ['audit_groups', 'audit_evidence', 'audit_heads'])
        await database.query(`DELETE FROM confere.${table}`);
      for (const record of forged) await insert(record, chain);
      const end = listEnds(forged.at(-1) as CopiedGroup)[0] ?? emptyChain;
      openRememberedHeads(stateFolder).remember(chain, end, { isDurable: true });
      await write(4);
      expect(await verify()).toMatchObject({ kind: 'intact', records: 4 });
      await anchor();
      expect(await judge()).toMatchObject({
        agreed: 1,
        broken: [
          {
            place: 'folder',
            head: { chain, sequence: 3 },
            fault: 'the record is not the one that the kept head names',
          },
        ],
      });
    });

    test('tell a node that remembers nothing where the audit ended, which then refuses an older copy; doctor says so', async () => {
      await write(1, 2);
      const records = await copyAll();
      await write(3);
      await anchor();
      expect(await examine()).toMatchObject({ state: 'ok' });
      for (const table of ['audit_groups', 'audit_evidence', 'audit_heads'])
        await database.query(
          `DELETE FROM confere.${table} WHERE ${table === 'audit_heads' ? 'sequence' : 'first'} > 2`,
        );
      expect(records).toHaveLength(2);
      expect(await examine()).toMatchObject({ state: 'fault', says: expect.stringContaining('AUDIT_REWOUND') });
      const forgetful = createOutputDirectory('audit-forgetful');
      const env = {
        CONFERE_STORE: database.service,
        CONFERE_AUDIT_STATE_DIR: forgetful,
        CONFERE_AUDIT_ANCHOR: JSON.stringify([{ folder: worm }, { folder: join(worm, 'unmounted') }]),
      };
      const told: string[] = [];
      const logger = { write: (_level: string, event: string) => told.push(event), writeRequest() {}, flush() {} };
      const deriveAll = (purpose: string) => [toSecret(purpose)];
      const secret = { deriveAll, deriveEver: deriveAll, retired: () => new Map() } as unknown as MasterSecret;
      const config = loadConfig({ env, cwd: forgetful });
      await rememberAnchored({ config, clock: systemClock, logger }, secret);
      expect(told).toEqual(['audit_anchor_unread', 'audit_anchor_disagrees', 'audit_end_from_anchor']);
      stateFolder = join(forgetful, 'postgres');
      expect(openRememberedHeads(stateFolder).list()).toMatchObject([{ sequence: 3 }]);
      await expect(openLog().append(toPersonEntry(9))).rejects.toThrow('AUDIT_REWOUND');
      for (const table of tables) await database.query(`DELETE FROM confere.${table}`);
      expect(await examine()).toMatchObject({ state: 'fault', says: expect.stringContaining('AUDIT_LOST') });
    });
  });
});
