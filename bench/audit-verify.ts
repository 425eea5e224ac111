// `npm run bench audit-verify`: how long `confere audit verify` takes over many records, what memory it takes, and whether it
// names the first record that was changed. BENCH_RECORDS says how many (1.5 kB of disk each, and as many minutes as millions to write them).

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import type { PersonEntry } from '../src/app/audit/entry.ts';
import { toDraft } from '../src/app/audit/record.ts';
import { systemClock } from '../src/clock.ts';
import { toAuditSecrets } from '../src/compose/parts/audit-secrets.ts';

import { openVault } from '../src/compose/parts/vault.ts';
import { toKeptPolicy } from '../src/compose/service/audit.ts';
import { loadConfig } from '../src/config.ts';
import type { KeyId } from '../src/domain/api-key.ts';
import { type Cpf, completeCpf } from '../src/domain/cpf.ts';
import { emptyRecord, type PersonQuery } from '../src/domain/evidence.ts';
import { decidePerson, type PersonDecision, type PersonEvidence } from '../src/domain/person.ts';
import { defaultPolicy } from '../src/domain/risk-policy.ts';
import { toAuditPath } from '../src/stores/audit/audit-database.sqlite.ts';
import { openAuditWriter } from '../src/stores/audit/audit-writer.sqlite.ts';

const records = Number(process.env['BENCH_RECORDS'] ?? 200_000);
/** As many as a signed head is made for. */
const groupRecords = 1_000;
const main = join(import.meta.dirname, '../src/cli/main.ts');

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-audit-verify-'));
  const env = { CONFERE_DATA_DIR: join(folder, 'data'), CONFERE_SECRETS_DIR: join(folder, 'secrets') };
  try {
    const begunAtMs = performance.now();
    await writeRecords(folder, env);
    const path = toAuditPath(env.CONFERE_DATA_DIR);
    print(
      `${count(records)} records written in ${toSeconds(begunAtMs)} s, ${(statSync(path).size / 1e9).toFixed(2)} GB`,
    );
    print(await verify(env));
    const broken = Math.ceil(records / 2);
    changeRecord(path, broken);
    print(`record ${count(broken)} changed:`);
    print(await verify(env));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeRecords(cwd: string, env: Record<string, string>): Promise<void> {
  const config = loadConfig({ cwd, env });
  const vault = await openVault(config, systemClock);
  const policy = toKeptPolicy(defaultPolicy);
  const [secrets] = toAuditSecrets(vault.secret);
  const writer = openAuditWriter({ dataDirectory: config.data_dir, secrets, policy, busyTimeoutMs: 1_000 });
  for (let done = 0; done < records; done += groupRecords) {
    const group = Math.min(groupRecords, records - done);
    const drafts = Array.from({ length: group }, (_, index) => toDraft(toEntry(done + index, policy.hash)));
    writer.append(drafts, systemClock.nowMs());
  }
  writer.close();
  await vault.close();
}

interface Person {
  readonly query: PersonQuery;
  readonly evidence: PersonEvidence;
  readonly decision: PersonDecision | null;
}

/** Making decisions is not what is measured: a few hundred people come again and again, by other numbers. */
const people: readonly Person[] = Array.from({ length: 200 }, (_, index) => {
  const query: PersonQuery = { cpf: toCpf(index), name: 'Maria Aparecida da Silva', birthDate: '1984-03-12' };
  const known = { ...emptyRecord, name: 'MARIA APARECIDA DA SILVA', birthDate: '1984-03-12' };
  const evidence: PersonEvidence = {
    bureau_a: { kind: 'answered', record: { ...known, registration: 'regular', pendingDebts: false } },
    bureau_b: { kind: 'answered', record: { ...known, registration: 'regular', score: 700 + index } },
    fraud_registry: { kind: 'answered', record: { ...emptyRecord, fraudAlert: false } },
  };
  return { query, evidence, decision: decidePerson(query, evidence, defaultPolicy) ?? null };
});

function toEntry(index: number, policyHash: string): PersonEntry {
  const { query, ...decided } = people[index % people.length] as Person;
  return {
    kind: 'cpf',
    atMs: 1_790_000_000_000 + index,
    requestId: `req_${index.toString(36).padStart(26, '0')}`,
    keyId: 'key_benchmark' as KeyId,
    purpose: null,
    latencyMs: 51.2,
    policyVersion: defaultPolicy.version,
    policyHash,
    query: { ...query, cpf: toCpf(index) },
    ...decided,
  };
}

function toCpf(index: number): Cpf {
  return completeCpf(String((index * 7_919) % 1_000_000_000).padStart(9, '0'));
}

/** As somebody would who has the file: the database's own guards are taken away first. */
function changeRecord(path: string, sequence: number): void {
  const database = new Database(path);
  database.exec('DROP TRIGGER records_only_forget');
  const sql = "UPDATE records SET content = replace(content, 'verified', 'not_found') WHERE sequence = ?";
  database.prepare(sql).run(sequence);
  database.close();
}

/** The real command, and what the system says of its memory. */
async function verify(env: Record<string, string>): Promise<string> {
  const begunAtMs = performance.now();
  const child = spawn(process.execPath, [main, 'audit', 'verify'], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  let peakKb = 0;
  const timer = setInterval(() => {
    peakKb = Math.max(peakKb, readPeakKb(child.pid as number));
  }, 200);
  await once(child, 'close');
  clearInterval(timer);
  const load = loadavg()[0]?.toFixed(1);
  return `  ${toSeconds(begunAtMs)} s, at most ${(peakKb / 1024).toFixed(0)} MB resident, load ${load}: ${output.trim()}`;
}

function readPeakKb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const count = (value: number) => value.toLocaleString('en');
const toSeconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
