// The operator's commands around the audit, on what a real service recorded.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyParty } from '../../../src/app/audit/entry.ts';
import { toDraft } from '../../../src/app/audit/record.ts';
import { systemClock } from '../../../src/clock.ts';
import { toAuditSecrets } from '../../../src/compose/parts/audit/audit-secrets.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { toKeptPolicy } from '../../../src/compose/service/audit/audit-log.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { formatCpf } from '../../../src/domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../../src/domain/person/contract-sources.ts';
import { defaultPolicy } from '../../../src/domain/risk/risk-policy.ts';
import { openAuditWriter } from '../../../src/stores/audit/log/audit-writer.sqlite.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { type LiveStack, startLiveStack } from '../../support/service/live-stack.ts';
import {
  confere,
  confereWithInput,
  createHome,
  createKey,
  type Home,
  startProcess,
} from '../../support/service/process.ts';

/** For all but the first test of each command, which has processes of its own. */
const { confereHere, confereHereWithInput } = useCommands();
const query = createQuery(41);
let stack: LiveStack;
let home: Home;
let requestId: string;

beforeAll(async () => {
  stack = await startLiveStack();
  const { directory } = stack.service;
  const env = { CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') };
  home = { directory, env };
  requestId = (await stack.verify(query)).body.request_id;
  await stack.verify(createQuery(42));
});
afterAll(() => stack.close());

describe('confere audit', () => {
  test('lists what was asked, newest first, and finds a person by a CPF that is typed', async () => {
    const all = await confere(home, 'audit', 'list', '--kind', 'cpf', '--json');
    expect(JSON.parse(all.stdout)).toHaveLength(2);
    const one = await confereWithInput(home, `${formatCpf(query.cpf)}\n`, 'audit', 'list', '--cpf', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject([{ request_id: requestId, kind: 'cpf', details: 'kept' }]);
    expect((await confere(home, 'audit', 'list')).stdout).toContain(requestId);
    const wrong = await confereWithInput(home, '11111111111\n', 'audit', 'list', '--cpf');
    expect(wrong).toMatchObject(refusal(2, 'not a valid CPF'));
  });

  test('shows one request without the person’s data unless told to', async () => {
    const shown = await confereHere(home, 'audit', 'show', requestId, '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject([{ request_id: requestId, replay: { kind: 'same' } }]);
    // As the answer said it, from what was written down.
    const [{ explanation }] = JSON.parse(shown.stdout);
    expect(explanation.not_checked).toContainEqual({ code: 'sanctions_lists', reason: 'not_screened' });
    expect(shown.stdout).not.toContain(query.cpf);
    expect((await confereHere(home, 'audit', 'show', 'req_unknown')).code).toBe(2);
    const replayed = await confereHere(home, 'audit', 'replay', requestId);
    expect(replayed).toMatchObject(success('same'));
  });

  test('records that it was read', async () => {
    await confereHere(home, 'audit', 'show', requestId);
    const acts = JSON.parse((await confereHere(home, 'audit', 'list', '--kind', 'act', '--json')).stdout);
    expect(acts).toContainEqual(
      expect.objectContaining({ act: 'audit_read', target: requestId, actor: expect.stringMatching(/^os:/) }),
    );
  });

  test('exports to a new file that only its owner may read, and never over an old one', async () => {
    const file = join(home.directory, 'audit.csv');
    expect((await confereHere(home, 'audit', 'export', '--kind', 'cpf', '--format', 'csv', '--out', file)).code).toBe(
      0,
    );
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await confereHere(home, 'audit', 'export', '--out', file);
    expect(again).toMatchObject(refusal(2, 'exists'));
    const lines = (await confereHere(home, 'audit', 'export', '--kind', 'cpf')).stdout.trim().split('\n');
    const sequences = lines.map((line) => JSON.parse(line).sequence as number);
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  });

  test('proves itself, also against heads that were kept elsewhere, and names the first broken record', async () => {
    const heads = (await confereHere(home, 'audit', 'heads')).stdout;
    expect(heads).toContain('"signature"');
    expect((await confereHere(home, 'audit', 'verify')).stdout).toMatch(/^Intact: \d+ records/);
    const data = join(home.directory, 'data', 'audit.db');
    const database = new Database(data);
    // The row that holds the second record.
    const selected = 'SELECT first, contents FROM groups WHERE first <= 2 ORDER BY first DESC LIMIT 1';
    const { first, contents } = database.prepare(selected).get() as { first: number; contents: Buffer };
    const changed = Buffer.from(contents);
    changed[40] = (changed[40] ?? 0) ^ 1;
    const update = database.prepare('UPDATE groups SET contents = ? WHERE first = ?');
    update.run(changed, first);
    const broken = await confereHere(home, 'audit', 'verify');
    expect(broken).toMatchObject(refusal(1, `BROKEN at record ${first} `));
    update.run(contents, first);
    database.close();
    expect((await confereHere(home, 'audit', 'verify')).code).toBe(0);
  });
});

test('a search for what hardly any record has stops, says how far it looked, and goes on by the option that it names', async () => {
  const large = createHome();
  await createKey(large, '--mode', 'live');
  const config = loadConfig({ cwd: large.directory, env: large.env });
  const stores = await openStores(config, systemClock);
  const writer = openAuditWriter({
    dataDirectory: config.data_dir,
    secrets: toAuditSecrets(stores.secret),
    policy: toKeptPolicy(defaultPolicy),
    busyTimeoutMs: 10_000,
  });
  const startMs = Date.now() - 86_400_000;
  const asked = { kind: 'company_record', keyId: 'key_1' as KeyId, purpose: null, latencyMs: 1 } as const;
  const cnpj = completeCnpj('112223330001');
  const toRead = (index: number) => toDraft({ ...asked, atMs: startMs + index, requestId: `req_${index}`, cnpj });
  writer.append(
    [
      toDraft({
        ...asked,
        kind: 'intent',
        atMs: startMs,
        requestId: 'req_rare',
        keyId: 'key_rare' as KeyId,
        about: { kind: 'cnpj', number: cnpj },
        parties: [companyParty],
      }),
    ],
    Date.now(),
  );
  for (let first = 1; first <= 100_500; first += 500)
    writer.append(
      Array.from({ length: 500 }, (_, index) => toRead(first + index)),
      Date.now(),
    );
  writer.close();
  await stores.close();
  const rare = ['audit', 'list', '--key', 'key_rare'];
  const stopped = await confereHere(large, ...rare);
  expect(stopped).toMatchObject({ code: 0, stdout: '' });
  const [, until = '', option = ''] =
    /^No such record back to (\S+), .* Add (--to \S+) to look further back/.exec(stopped.stderr) ?? [];
  expect(Date.parse(until)).toBeGreaterThan(startMs);
  const further = await confereHere(large, ...rare, ...option.split(' '));
  expect(further.stdout).toContain('req_rare');
  expect(further.stderr).toBe('');
  // The search that finds a page full says nothing, nor does one that everything was looked at for.
  expect((await confereHere(large, 'audit', 'list', '--kind', 'company_record')).stderr).toBe('');
  expect((await confereHere(large, ...rare, '--kind', 'cpf')).stdout).toBe('No records.\n');
  expect((await confereHere(large, 'audit', 'export', '--key', 'key_rare')).stdout).toContain('req_rare');
});

test('a service that starts forgets what was kept for its time: evidence first, whole records later, and all stays provable', async () => {
  const old = createHome();
  const { id } = await createKey(old, '--mode', 'live');
  const config = loadConfig({ cwd: old.directory, env: old.env });
  const stores = await openStores(config, systemClock);
  const policy = toKeptPolicy(defaultPolicy);
  const writer = openAuditWriter({
    dataDirectory: config.data_dir,
    secrets: toAuditSecrets(stores.secret),
    policy,
    busyTimeoutMs: 10_000,
  });
  const down = { kind: 'unavailable', reason: 'timeout' } as const;
  const ages = { req_today: 0, req_oflastyear: 300, req_ofadecadeago: 3_650 };
  for (const [request, days] of Object.entries(ages)) {
    const draft = toDraft({
      kind: 'cpf',
      atMs: Date.now() - days * 86_400_000,
      requestId: request,
      keyId: id as KeyId,
      purpose: null,
      latencyMs: 1,
      policyVersion: 'confere-1',
      policyHash: policy.hash,
      query,
      evidence: toPersonEvidence({ bureau_a: down, bureau_b: down, fraud_registry: down }),
      decision: null,
    });
    writer.append([draft], Date.now());
  }
  writer.close();
  await stores.close();
  const service = await startProcess(old);
  await expect.poll(() => service.output()).toMatch(/"audit_purged","internal":"1 records, details of 1"/);
  await service.stop();
  const listed = await confereHereWithInput(old, `${query.cpf}\n`, 'audit', 'list', '--cpf', '--json');
  const found = JSON.parse(listed.stdout) as { request_id: string; details: string }[];
  expect(found.map(({ request_id, details }) => [request_id, details])).toEqual([
    ['req_oflastyear', 'purged'],
    ['req_today', 'kept'],
  ]);
  const verify = (evidenceDays: number) =>
    confereHere({ ...old, env: { ...old.env, CONFERE_AUDIT_EVIDENCE_DAYS: String(evidenceDays) } }, 'audit', 'verify');
  expect((await confereHere(old, 'audit', 'verify')).stdout).toMatch(/^Intact: \d+ records, 1 of them purged/);
  // The act says what went under the setting of its day: a later one, longer or shorter, breaks nothing.
  for (const days of [1_000, 10]) expect((await verify(days)).stdout).toMatch(/^Intact: \d+ records, 1 of them purged/);
  // What no act covers is judged by the setting as it is.
  const database = new Database(join(config.data_dir, 'audit.db'));
  database.exec('DELETE FROM evidence');
  database.close();
  for (const days of [1_000, 180]) expect(await verify(days)).toMatchObject(refusal(1, 'gone before its time'));
});

describe('confere privacy', () => {
  test('reports who consulted a person, in Portuguese, with the number masked', async () => {
    const page = await confereWithInput(home, `${query.cpf}\n`, 'privacy', 'report');
    expect(page.code).toBe(0);
    expect(page.stdout).toContain('<html lang="pt-BR">');
    expect(page.stdout).toContain(requestId);
    expect(page.stdout).not.toContain(query.cpf);
    const json = await confereWithInput(home, `${query.cpf}\n`, 'privacy', 'report', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ consultations: [{ request_id: requestId, asked_by: 'test' }] });
  });

  test('erases a person and nobody else, and the audit stays provable', async () => {
    const refused = await confereHereWithInput(home, `${query.cpf}\n`, 'privacy', 'erase');
    expect(refused.code).toBe(2);
    const erased = await confereHereWithInput(home, `${query.cpf}\n`, 'privacy', 'erase', '--yes');
    expect(erased.stdout, erased.stderr).toContain('2 records erased');
    const left = await confereHereWithInput(home, `${query.cpf}\n`, 'audit', 'list', '--cpf', '--json');
    expect(JSON.parse(left.stdout)).toEqual([]);
    expect(JSON.parse((await confereHere(home, 'audit', 'list', '--kind', 'cpf', '--json')).stdout)).toHaveLength(1);
    expect((await confereHere(home, 'audit', 'verify')).stdout).toMatch(/5 of them purged/);
  });
});
