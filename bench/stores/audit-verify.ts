// `npm run bench audit-verify`: how long `confere audit verify` takes over many records with one thread and two, what memory it takes, whether it
// names the first record that was changed, and what a year of anchors costs. BENCH_RECORDS says how many, BENCH_GROUP in which groups.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { toAnchorName, toAnchorText } from '../../src/app/audit/anchors/anchor-document.ts';
import type { PersonEntry } from '../../src/app/audit/entry.ts';
import { createHeadSigner, type SignedHead } from '../../src/app/audit/head.ts';
import { toDraft } from '../../src/app/audit/record.ts';
import { systemClock } from '../../src/clock.ts';
import { toAuditSecrets } from '../../src/compose/parts/audit/audit-secrets.ts';
import { openStores } from '../../src/compose/parts/stores.ts';
import { toKeptPolicy } from '../../src/compose/service/audit/audit-log.ts';
import { loadConfig } from '../../src/config.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import { completeCpf } from '../../src/domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../src/domain/person/contract-sources.ts';
import { emptyRecord, type PersonQuery } from '../../src/domain/person/evidence.ts';
import { decidePerson } from '../../src/domain/person/person.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';
import { openAuditDatabase, readChainId, toAuditPath } from '../../src/stores/audit/audit-database.sqlite.ts';
import { openAuditWriter } from '../../src/stores/audit/log/audit-writer.sqlite.ts';
import { print } from '../support/print.ts';
import { watchProcess } from '../support/processor-time.ts';
import { toIntent } from './audit-log.ts';

const records = Number(process.env['BENCH_RECORDS'] ?? 200_000);
const recordsPerGroup = Number(process.env['BENCH_GROUP'] ?? 256);
const anchorsInYear = 365 * 24 * 12;
const firstAtMs = 1_790_000_000_000;
const main = join(import.meta.dirname, '../../src/cli/main.js');

export async function run(folder: string): Promise<void> {
  const env = { CONFERE_DATA_DIR: join(folder, 'data'), CONFERE_SECRETS_DIR: join(folder, 'secrets') };
  const begunAtMs = performance.now();
  const anchors = join(folder, 'anchors');
  await writeRecords(folder, env, createAnchorWriter(anchors));
  const path = toAuditPath(env.CONFERE_DATA_DIR);
  print(`${count(records)} records written in ${toSeconds(begunAtMs)} s, ${(statSync(path).size / 1e9).toFixed(2)} GB`);
  const one = await verify(env, '--threads', '1');
  print(`one thread:${one.told}`);
  const two = await verify(env, '--threads', '2');
  print(`two threads:${two.told}`);
  const inMillions = ({ seconds }: Verified) => ((seconds * 10e6) / records).toFixed(0);
  print(
    `two threads prove ${(one.seconds / two.seconds).toFixed(2)} times as many a second; ten million would take ${inMillions(one)} s and ${inMillions(two)} s (goal 60 s)`,
  );
  const inYear = await verify({ ...env, CONFERE_AUDIT_ANCHOR: JSON.stringify([{ folder: anchors }]) }, '--anchors');
  print(`with a year of anchors, ${count(anchorsInYear)} of them:${inYear.told}`);
  const broken = Math.ceil(records / 2);
  changeDatabase(
    env.CONFERE_DATA_DIR,
    `UPDATE groups SET contents = zeroblob(length(contents)) WHERE place = (SELECT max(place) FROM groups WHERE place <= ${broken})`,
  );
  print(`record ${count(broken)} changed:`);
  print((await verify(env)).told);
}

/** Intents and their records, in groups as under load, each of another person. */
async function writeRecords(cwd: string, env: Record<string, string>, anchor: WriteAnchor): Promise<void> {
  const config = loadConfig({ cwd, env });
  const stores = await openStores(config, systemClock);
  const secrets = toAuditSecrets(stores.secret);
  const signer = createHeadSigner(secrets[0].headSeed);
  const policy = toKeptPolicy(defaultPolicy);
  const writer = openAuditWriter({ dataDirectory: config.data_dir, secrets, policy, busyTimeoutMs: 1_000 });
  const database = openAuditDatabase({ dataDirectory: config.data_dir, busyTimeoutMs: 1_000 });
  const chain = readChainId(database);
  const insertHead = database.prepare('INSERT OR IGNORE INTO heads VALUES (?, ?, ?, ?, ?, ?)');
  const readEnd = database.prepare('SELECT parts FROM groups ORDER BY place DESC LIMIT 1').pluck();
  for (let written = 0; written < records; written += recordsPerGroup) {
    const drafts = Array.from({ length: recordsPerGroup / 2 }, (_, index) => {
      const entry = toEntry(written + index);
      return [toDraft(toIntent(entry)), toDraft(entry)];
    });
    writer.append(drafts.flat(), firstAtMs + written);
    const sequence = written + recordsPerGroup;
    anchor(sequence, (atMs) => {
      const hash = (readEnd.get() as Buffer).toString('hex', 116 - 32);
      const head = signer.sign({ chain, sequence, hash, atMs });
      insertHead.run(chain, sequence, hash, atMs, head.signer, head.signature);
      return head;
    });
  }
  writer.signHead(firstAtMs + records);
  database.close();
  writer.close();
  await stores.close();
}

type WriteAnchor = (sequence: number, sign: (atMs: number) => SignedHead) => void;

/** One every five minutes, spread over all records. */
function createAnchorWriter(folder: string): WriteAnchor {
  let written = 0;
  return (sequence, sign) => {
    for (; written < Math.floor((sequence / records) * anchorsInYear); written++) {
      const madeAtMs = Date.now() - (anchorsInYear - written) * 5 * 60_000;
      const text = toAnchorText({ madeAtMs, heads: [sign(madeAtMs)] });
      const path = join(folder, toAnchorName(text, madeAtMs));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  };
}

function toEntry(index: number): PersonEntry {
  const cpf = completeCpf(String(index * 7_919).padStart(9, '0'));
  const query: PersonQuery = { cpf, name: 'Maria Aparecida da Silva', birthDate: '1984-03-12' };
  const known = { ...emptyRecord, name: 'MARIA APARECIDA DA SILVA', birthDate: '1984-03-12' };
  const evidence = toPersonEvidence({
    bureau_a: { kind: 'answered', record: { ...known, registration: 'regular', pendingDebts: false } },
    bureau_b: { kind: 'answered', record: { ...known, registration: 'regular', score: 700 + (index % 200) } },
    fraud_registry: { kind: 'answered', record: { ...emptyRecord, fraudAlert: false } },
  });
  return {
    kind: 'cpf',
    atMs: firstAtMs + index,
    requestId: `req_${index.toString(36).padStart(26, '0')}`,
    keyId: 'key_benchmark' as KeyId,
    purpose: null,
    latencyMs: 51.2,
    policyVersion: defaultPolicy.version,
    policyHash: toKeptPolicy(defaultPolicy).hash,
    query,
    evidence,
    decision: decidePerson(query, evidence, defaultPolicy) ?? null,
  };
}

function changeDatabase(dataDirectory: string, sql: string): void {
  const database = new Database(toAuditPath(dataDirectory));
  database.exec(sql);
  database.close();
}

interface Verified {
  readonly told: string;
  readonly seconds: number;
}

/** The real command, and what the system says of its memory. */
async function verify(env: Record<string, string>, ...options: readonly string[]): Promise<Verified> {
  const begunAtMs = performance.now();
  const child = spawn(process.execPath, [main, 'audit', 'verify', ...options], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  using watched = watchProcess(child.pid);
  await once(child, 'close');
  const load = loadavg()[0]?.toFixed(1);
  const seconds = (performance.now() - begunAtMs) / 1000;
  const told = `  ${seconds.toFixed(1)} s, ${count(Math.round(records / seconds))} records/s, at most ${(watched.seen.peakBytes / 2 ** 20).toFixed(0)} MB resident, load ${load}: ${output.trim()}`;
  return { told, seconds };
}

const count = (value: number) => value.toLocaleString('en');
const toSeconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);
