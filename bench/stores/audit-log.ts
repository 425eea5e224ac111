// `npm run bench audit-log`: what a record of the audit costs PostgreSQL's write-ahead log with its whole pages, and how many records a second one
// writer makes durable there and in a plain log file that is synced once for each group, linked and sealed alike. For docs/scaling.md.

import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writevSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type ChainEnd, createExtendChain, emptyChain } from '../../src/app/audit/chain.ts';
import type { IntentEntry, PersonEntry } from '../../src/app/audit/entry.ts';
import { createGroupWriter } from '../../src/app/audit/groups/write-group.ts';
import { type AuditDraft, type AuditSecrets, toDraft } from '../../src/app/audit/record.ts';
import { createPooledRandom, createRequestIds } from '../../src/app/random.ts';
import { systemClock } from '../../src/clock.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import { completeCpf } from '../../src/domain/numbers/cpf.ts';
import { contractSourceNames, contractSources } from '../../src/domain/person/contract-sources.ts';
import { decidePerson } from '../../src/domain/person/person.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';
import { personFor } from '../../src/sandbox/people.ts';
import { openPostgresAuditWriter, type PostgresAuditWriter } from '../../src/stores/audit/log/audit-writer.postgres.ts';
import { findPostgres } from '../../test/support/machine.ts';
import { noPostgres, startPostgres, type TestDatabase } from '../../test/support/stores/postgres.ts';
import { print } from '../support/print.ts';
import { median, takeTurns } from '../support/rounds.ts';

const recordsMeasured = Number(process.env['BENCH_RECORDS'] ?? 3_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 2_000);
const groups = [1, 16, 128, 1_024];
const policy = { policyVersion: 'v1', policyHash: 'a'.repeat(64) };

export async function run(folder: string): Promise<void> {
  if (findPostgres() === undefined) {
    process.stdout.write(`Left out: ${noPostgres}\n`);
    return;
  }
  const server = await startPostgres({ fsync: 'on', shared_buffers: '512MB', max_wal_size: '8GB' });
  try {
    print(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
    const database = await server.createDatabase();
    const writer = await openPostgresAuditWriter(
      { address: database.service, secrets: [createSecrets()], statementMs: 60_000 },
      0,
    );
    await measureLog(database, writer);
    await measureAppends(writer, join(folder, 'log'));
    writer.close();
  } finally {
    await server.stop();
    await server.close();
  }
}

async function measureLog(database: TestDatabase, writer: PostgresAuditWriter): Promise<void> {
  await writer.append([toDraft(createEntry())], Date.now());
  print(`${recordsMeasured} verifications after a checkpoint, each an intent and a record`);
  for (const group of [1, 8, 64, 256]) {
    await database.query('CHECKPOINT');
    const before = await readLog(database);
    for (let count = 0; count < recordsMeasured; count += group) {
      const entries = Array.from({ length: group }, createEntry);
      await writer.append(
        entries.map((entry) => toDraft(toIntent(entry))),
        Date.now(),
      );
      await writer.append(entries.map(toDraft), Date.now());
    }
    const after = await readLog(database);
    const each = (name: keyof typeof after) => (after[name] - before[name]) / recordsMeasured / 2;
    print(
      `  groups of ${group}: ${each('bytes').toFixed(0)} bytes of write-ahead log a record, ${each('images').toFixed(2)} page images; ` +
        `on the disk ${each('records').toFixed(0)} bytes, and ${each('evidence').toFixed(0)} for evidence`,
    );
  }
}

async function readLog(database: TestDatabase) {
  const sizeOf = (table: string) =>
    `(SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('confere.${table}') WHERE isleaf)::text`;
  const [row] = await database.query<Record<'bytes' | 'images' | 'records' | 'evidence', string>>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS bytes, (SELECT wal_fpi FROM pg_stat_wal)::text AS images,
      ${sizeOf('audit_groups')} AS records, ${sizeOf('audit_evidence')} AS evidence`,
  );
  const of = (name: keyof NonNullable<typeof row>) => Number(row?.[name]);
  return { bytes: of('bytes'), images: of('images'), records: of('records'), evidence: of('evidence') };
}

type Append = (drafts: readonly AuditDraft[]) => Promise<void> | void;

async function measureAppends(writer: PostgresAuditWriter, path: string): Promise<void> {
  const secrets = createSecrets();
  const link = createLinker(secrets);
  const file = openSync(path, 'a');
  const contestants: readonly (readonly [string, Append])[] = [
    ['PostgreSQL, a commit for each group', (drafts) => writer.append(drafts, Date.now())],
    [
      'a log file, a sync for each group',
      (drafts) => {
        writevSync(file, link(drafts));
        fdatasyncSync(file);
      },
    ],
    ['neither: committed to, linked and sealed alone', (drafts) => void link(drafts)],
  ];
  const drafts = Array.from({ length: 1_024 }, () => toDraft(createEntry()));
  print(`one writer, records a second by the size of the group, ${rounds} rounds of ${roundMs} ms`);
  for (const group of groups) {
    const some = drafts.slice(0, group);
    const measures = contestants.map(([name, append]) => [name, () => countAppends(append, some)] as const);
    const seen = await takeTurns(rounds, Object.fromEntries(measures));
    const figures = [...seen].map(([name, list]) => `${name} ${Math.round(median(list))}`);
    print(`  groups of ${group}: ${figures.join('; ')}`);
  }
  closeSync(file);
}

async function countAppends(append: Append, drafts: readonly AuditDraft[]): Promise<number> {
  const sinceMs = performance.now();
  let records = 0;
  for (; performance.now() - sinceMs < roundMs; records += drafts.length) await append(drafts);
  return (records * 1000) / (performance.now() - sinceMs);
}

/** What a group is before it is stored anywhere: committed to, linked to the one before, compressed and sealed. */
function createLinker(secrets: AuditSecrets): (drafts: readonly AuditDraft[]) => Uint8Array[] {
  const extend = createExtendChain(secrets.linkKey, 'bench');
  const write = createGroupWriter({ chain: 'bench', secrets, extend, randomBytes: createPooledRandom(randomBytes) });
  let end: ChainEnd = emptyChain;
  return (drafts) => {
    const written = write(drafts, end);
    end = written.end;
    return written.groups.flatMap(({ parts, find, contents, evidence }) =>
      [parts, find, contents, evidence].filter((bytes) => bytes !== null),
    );
  };
}

const createRequestId = createRequestIds(systemClock, randomBytes);
let people = 0;

function createEntry(): PersonEntry {
  const cpf = completeCpf(String(100_000_000 + ((people++ * 7_919) % 799_999_999)));
  const { answers } = personFor(cpf);
  const evidence = contractSourceNames.map((source) => ({
    source,
    roles: contractSources[source].roles,
    evidence: answers[source].evidence,
  }));
  const query = { cpf, name: null, birthDate: null };
  const asked = { atMs: Date.now(), requestId: createRequestId(), keyId: 'key_0123456789abcdef01' as KeyId };
  const decision = decidePerson(query, evidence, defaultPolicy) ?? null;
  return { kind: 'cpf', ...asked, purpose: null, latencyMs: 300, ...policy, query, evidence, decision };
}

export function toIntent({ requestId, keyId, purpose, atMs, query }: PersonEntry): IntentEntry {
  const about = { kind: 'cpf', number: query.cpf } as const;
  return { kind: 'intent', requestId, keyId, purpose, atMs, about, parties: [...contractSourceNames] };
}

function createSecrets(): AuditSecrets {
  const [subjectKey, detailsKey, headSeed, linkKey] = Array.from({ length: 4 }, () => randomBytes(32));
  return { generation: 1, subjectKey, detailsKey, headSeed, linkKey } as AuditSecrets;
}
