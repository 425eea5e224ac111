// A person is planted on every way into a running service, then erased: a search through every byte of the data directory finds nothing
// of them, in any form, while the service runs and after it, and what is left still proves itself.

import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sealChange } from '../../../src/app/watches/told-changes.ts';
import { sealListText, writePeople } from '../../../src/app/watches/watched-person.ts';
import { systemClock } from '../../../src/clock.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { openEvents } from '../../../src/compose/parts/webhook-parts.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { type Cpf, completeCpf, formatCpf } from '../../../src/domain/numbers/cpf.ts';
import { contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { openRecords, readOwnGroups, readSecrets } from '../../support/audit-rows.ts';
import { formsOfCpf, formsOfText, type Needle, searchFiles } from '../../support/canaries.ts';
import { openConsolePage, consolePassword as password, signInTo } from '../../support/console/console-page.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { patient } from '../../support/parties/simulated-sources.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import {
  type CreatedKey,
  confere,
  confereWithInput,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { get, post, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { parseLines } from '../../support/texts.ts';

/** For what looks or is refused; the first command of each kind is a process of its own. */
const { confereHere, confereHereWithInput } = useCommands();

/** Each says all that it is asked for, so that its answer is kept. */
const parties = { bureau_a: 'serpro-cpf', bureau_b: 'quod', fraud_registry: 'pix-dict' } as const;
const kept = { ...patient, cache_seconds: 3_600 };
const others = Array.from({ length: 260 }, (_, index) => completeCpf(String(610_000_000 + index)));

let simulator: Simulator;
let home: Home;
let key: CreatedKey;
let service: RunningProcess;
/** Of whom all parties say all. */
let person: PersonQuery;
const idempotencyKey = 'plant-1';
let batchId: string;
let consoleBatchId: string;
let requestIds: string[];
/** A backup from before the erasure. */
let before: string;

const data = () => join(home.directory, 'data');
const ask = ({ cpf, name, birthDate }: PersonQuery, headers: Record<string, string> = {}) =>
  post(
    `${service.address}/v1/verify/cpf?explain=true`,
    { cpf, name, birth_date: birthDate },
    { key: key.key, headers },
  );
const readCached = (body: { explanation: { sources: Record<string, { cached: boolean }> } }) =>
  contractSourceNames.map((name) => body.explanation.sources[name]?.cached);
const countCalls = (cpf: PersonQuery['cpf']) => Object.values(parties).map((party) => simulator.callsFor(party, cpf));

beforeAll(async () => {
  simulator = await startParties();
  home = createSimulatedHome(simulator, { wiring: parties, each: kept });
  const scopes = ['--scope', 'verify:cpf', 'verify:batch', 'screen'];
  key = await createKey(home, '--mode', 'live', '--rate', 'unlimited', ...scopes);
  service = await startProcess(home);
  person = await findWellKnown();
  await plant();
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  await simulator?.close();
});

async function findWellKnown(): Promise<PersonQuery> {
  for (let index = 81_000; index < 81_100; index++) {
    const query = createQuery(index);
    await ask(query);
    if (readCached((await ask(query)).body).every((isCached) => isCached)) return query;
  }
  throw new Error('Of nobody all that is asked for was answered');
}

async function plant(): Promise<void> {
  const first = await ask(person, { 'idempotency-key': idempotencyKey });
  expect(first.status).toBe(200);
  expect((await ask(person, { 'idempotency-key': idempotencyKey })).headers.get('idempotent-replayed')).toBe('true');
  const headers = { 'idempotency-key': 'plant-screening' };
  const { cpf, name } = person;
  const screened = await post(`${service.address}/v1/screen`, { cpf, name }, { key: key.key, headers });
  expect(screened.status).toBe(200);
  batchId = await sendBatch(`cpf,name\n${[...others.slice(0, 250), person.cpf].map((cpf) => `${cpf},\n`).join('')}`);
  consoleBatchId = await sendConsoleBatch();
  await plantEvents();
  const listed = await confereHereWithInput(home, `${person.cpf}\n`, 'audit', 'list', '--cpf', '--json');
  before = join(home.directory, 'before');
  expect((await confere(home, 'backup', before)).code).toBe(0);
  requestIds = (JSON.parse(listed.stdout) as { request_id: string }[]).map(({ request_id }) => request_id);
  expect(requestIds.length).toBeGreaterThanOrEqual(5);
}

async function sendBatch(body: string): Promise<string> {
  const sent = await postTable(`${service.address}/v1/batches`, body, { key: key.key });
  expect(sent.status).toBe(202);
  const { id } = sent.body;
  const read = async () => (await get(`${service.address}/v1/batches/${id}`, { key: key.key })).body.status;
  await vi.waitUntil(async () => (await read()) === 'completed', { timeout: 60_000 });
  return id;
}

/** With a file whose second row is about somebody else and names the person in another column. */
async function sendConsoleBatch(): Promise<string> {
  const made = await confereHereWithInput(
    home,
    `${password}\n`,
    'operators',
    'create',
    'analista',
    '--role',
    'analyst',
  );
  expect(made.code, made.stderr).toBe(0);
  const page = await signInTo(openConsolePage(service.address), 'analista');
  const columns = { cpf: 0, cnpj: null, document: null, name: 1, company_name: null, birth_date: null };
  const order = { file_name: `ficha ${formatCpf(person.cpf)}.csv`, attempt: 'attempt-of-erasure-1', with: 'live' };
  const file = `cpf;nome;responsavel\n${person.cpf};${person.name};\n${others[255]};;${formatCpf(person.cpf)}\n${others[256]};;\n`;
  const sent = await fetch(`${page.address}/console/api/batch-start`, {
    method: 'POST',
    headers: {
      cookie: page.cookie,
      origin: page.address,
      'confere-csrf': page.csrf,
      'content-type': 'application/octet-stream',
      'confere-file': encodeURIComponent(JSON.stringify({ ...order, purpose: null, ...columns, has_header: null })),
    },
    body: file,
  });
  const { batch } = (await sent.json()) as { batch: { id: string } };
  const read = async () =>
    (await page.get('batches')).body.batches.find(({ id }: { id: string }) => id === batch.id).status;
  await vi.waitUntil(async () => (await read()) === 'completed', { timeout: 60_000 });
  return batch.id;
}

/** No event and no change of today names a person; one that does is erased all the same. */
async function plantEvents(): Promise<void> {
  const config = loadConfig({ cwd: home.directory, env: home.env });
  const stores = await openStores(config, systemClock);
  await stores.webhooks.insertEndpoint({
    id: 'wh_1',
    keyId: key.id as KeyId,
    sealed: Buffer.from('not opened'),
    createdAtMs: 1,
  });
  const event = openEvents(stores, systemClock)({ keyId: key.id as KeyId, webhookId: 'wh_1' }, 'watch.changed', {
    trade_name: `ANA ${person.cpf}`,
  });
  await stores.webhooks.enqueue(event);
  await stores.webhooks.recordAttempt(event.id, {
    state: 'dead',
    attempts: 9,
    dueAtMs: 0,
    lastOutcome: 'timeout',
    settledAtMs: systemClock.nowMs(),
  });
  const watch = { id: 'wat_1', keyId: key.id as KeyId, mode: 'live', webhookId: null, snapshot: null } as const;
  const terms = { purpose: 'credit', legalBasis: 'consent' as const, untilMs: 2 ** 50 };
  const ofPeople = { ...terms, kind: 'person', lists: null } as const;
  await stores.watches.begin({ ...watch, ...ofPeople, repeatId: null, createdAtMs: 1 }, 9);
  const watched = [person.cpf, others[0] as Cpf].map((cpf) => ({
    ...{ cpf, name: cpf === person.cpf ? (person.name ?? '') : 'Outra', birthDate: null, reference: null },
  }));
  const list = sealListText(stores.sealFor('watch'), 'wat_1', 0, writePeople(watched));
  await stores.watches.appendList('wat_1', list);
  await stores.watches.start('wat_1', 2, 'f');
  const change = { cnpj: '11222333000181', before: null, after: { legal_name: `ANA ${formatCpf(person.cpf)}` } };
  const sealed = sealChange(stores.sealFor('watch'), 'wat_1', 1, change as never);
  await stores.watches.appendChanges('wat_1', [sealed]);
  await stores.close();
}

/** All that the databases hold of the person, as it lies there. */
function takeForms(): Needle[] {
  const forms: Needle[] = [
    ...formsOfCpf(person.cpf),
    ...formsOfText(person.name ?? ''),
    ...requestIds.map((text) => ({ text, form: 'request id' })),
  ];
  const add = (form: string, value: Buffer | string | null) => {
    const bytes = Buffer.from(value ?? '');
    for (let at = 0; at + 12 <= bytes.length; at += 12) {
      forms.push({ text: bytes.toString('latin1', at, at + 12), form });
    }
  };
  const records = openRecords(readOwnGroups(data()), readSecrets(home.env['CONFERE_SECRETS_DIR'] as string));
  for (const { content, group } of records) {
    if (!requestIds.includes(content.requestId ?? '')) continue;
    forms.push({ text: content.subject as string, form: 'subject' });
    forms.push({ text: `${content.requestId}","${content.keyId}`, form: 'key with the request' });
    add('sealed records', group.contents);
    add('evidence', group.evidence);
  }
  const database = new Database(join(data(), 'confere.db'), { readonly: true });
  const take = (form: string, sql: string, ...values: unknown[]) => {
    const found = database
      .prepare(sql)
      .pluck()
      .all(...values) as Buffer[];
    expect(found.length, form).toBeGreaterThan(0);
    for (const value of found) add(form, value);
  };
  take('idempotent answer', 'SELECT sealed_answer FROM idempotent_calls WHERE sealed_answer IS NOT NULL');
  take('idempotent call', 'SELECT fingerprint FROM idempotent_calls');
  take('batch rows', 'SELECT sealed FROM batch_inputs WHERE batch_id = ? AND first_row = 251', batchId);
  take('batch result', 'SELECT sealed FROM batch_rows WHERE batch_id = ? AND row_number = 251', batchId);
  take('console rows', 'SELECT sealed FROM batch_inputs WHERE batch_id = ?', consoleBatchId);
  take('console results', 'SELECT sealed FROM batch_rows WHERE batch_id = ? AND row_number <= 2', consoleBatchId);
  take('event', 'SELECT sealed_body FROM webhook_deliveries');
  take('change', 'SELECT sealed FROM watch_changes');
  take('watched people', 'SELECT sealed FROM watch_lists');
  database.close();
  return forms;
}

const erase = (...args: string[]) => confereWithInput(home, `${person.cpf}\n`, 'privacy', 'erase', '--yes', ...args);
const eraseHere = () => confereHereWithInput(home, `${person.cpf}\n`, 'privacy', 'erase', '--yes');

let forms: Needle[];

describe('confere privacy erase', () => {
  test('the report names every place that holds something', async () => {
    const { stdout } = await confereWithInput(home, `${person.cpf}\n`, 'privacy', 'report', '--format', 'json');
    const { held } = JSON.parse(stdout) as { held: { place: string; count: number | null }[] };
    expect(Object.fromEntries(held.map(({ place, count }) => [place, count]))).toEqual({
      audit_records: requestIds.length,
      idempotent_answers: 2,
      // The row of the API's batch, and of the console's the file's name and two rows.
      batches: 4,
      events: 1,
      webhook_events: 1,
      watched_people: 1,
      watch_changes: 1,
      kept_answers: null,
    });
    forms = takeForms();
    const found = new Set(searchFiles(data(), forms).map(({ form }) => form));
    expect([...found]).toEqual(expect.arrayContaining(['sealed records', 'evidence', 'batch result', 'event']));
  });

  test('refuses while a file that Confere does not keep holds the person, and names it', async () => {
    const journal = join(data(), 'results.csv.journal');
    writeFileSync(journal, `{"cpf":"${person.cpf}"}\n`);
    const refused = await eraseHere();
    expect(refused).toMatchObject(refusal(1, 'results.csv.journal still holds'));
    writeFileSync(journal, '');
    expect(refused.stderr).not.toContain(person.cpf);
  });

  test('finds nothing of the person in any byte of the data directory, while the service runs', async () => {
    const erased = await erase('--json');
    expect(erased.code, erased.stderr).toBe(0);
    expect(searchFiles(data(), forms)).toEqual([]);
    const report = await confereHereWithInput(home, `${person.cpf}\n`, 'privacy', 'report', '--format', 'json');
    const { held, consultations } = JSON.parse(report.stdout) as { held: { place: string }[]; consultations: [] };
    expect(consultations).toEqual([]);
    // Of the memory of processes nobody can say more than that it is dropped before it is looked into.
    expect(held.map(({ place }) => place)).toEqual(['kept_answers']);
  });

  test('nobody else is touched, and the batches say what is gone', async () => {
    const results = await fetch(`${service.address}/v1/batches/${batchId}/results`, {
      headers: { authorization: `Bearer ${key.key}` },
    });
    const lines = parseLines(await results.text());
    expect(lines).toHaveLength(251);
    expect(lines.at(-1)).toEqual({
      row: 251,
      status: 'invalid',
      line: 252,
      kind: null,
      reason: 'person_erased',
      mended: null,
      answer: null,
    });
    expect(lines.slice(0, 250).every(({ status, answer }) => status !== 'answered' || answer.cpf.length > 0)).toBe(
      true,
    );
    const { body } = await get(`${service.address}/v1/batches/${batchId}`, { key: key.key });
    expect(body.counts.invalid).toBe(1);
    expect(Object.values(body.counts as Record<string, number>).reduce((sum, count) => sum + count)).toBe(251);
    const page = await signInTo(openConsolePage(service.address), 'analista');
    const table = await fetch(`${page.address}/console/api/batch-result/${consoleBatchId}`, {
      headers: { cookie: page.cookie },
    });
    const [, first, second, third] = (await table.text()).split(/\r?\n/);
    expect(`${first}${second}`).toMatch(/person_erased.*person_erased/s);
    expect(third).toContain(others[256]);
  });

  test('a repeated call is told that its answer was erased, and a kept answer is asked for anew', async () => {
    const before = countCalls(person.cpf);
    const repeated = await ask(person, { 'idempotency-key': idempotencyKey });
    expect([repeated.status, repeated.body.code]).toEqual([409, 'idempotency_outcome_unknown']);
    expect(repeated.body.detail).toContain('erased');
    expect(countCalls(person.cpf)).toEqual(before);
    const anew = await ask(person);
    expect(readCached(anew.body)).toEqual([false, false, false]);
    requestIds = [anew.body.request_id];
  });

  test('the audit proves itself', async () => {
    const verified = await confere(home, 'audit', 'verify');
    expect(verified, verified.stderr).toMatchObject(success('Intact'));
  });

  test('the same holds when the service does not run', async () => {
    await service.stop();
    const erased = await erase();
    expect(erased, erased.stderr).toMatchObject(success('2 records erased'));
    expect(searchFiles(data(), [...forms, ...requestIds.map((text) => ({ text, form: 'request id' }))])).toEqual([]);
    expect(existsSync(join(home.directory, 'secrets/erasures.ndjson'))).toBe(true);
    expect(searchFiles(join(home.directory, 'secrets'), forms)).toEqual([]);
  });
});

describe('an older backup', () => {
  const ledger = () => join(home.directory, 'secrets/erasures.ndjson');
  const restoreHere = (...args: string[]) => confereHere(home, 'restore', before, '--force', ...args);
  const findErasures = async (run = confereHere) => {
    const { stdout } = await run(home, 'doctor', '--json');
    const findings = JSON.parse(stdout) as { findings: { subject: string; state: string; says: string }[] };
    return findings.findings.find(({ subject }) => subject === 'erasures');
  };
  const removeReplaced = () => {
    for (const name of readdirSync(data()))
      if (name.startsWith('replaced-')) rmSync(join(data(), name), { recursive: true });
  };

  test('is not restored without the ledger, nor with one that is older than the data', async () => {
    renameSync(ledger(), `${ledger()}.away`);
    const without = await restoreHere();
    expect(without).toMatchObject(refusal(2, 'There is no ledger of erasures'));
    expect(without.stderr).toContain('--without-ledger');
    const older = await restoreHere('--ledger', join(before, 'erasures.ndjson'));
    expect(older).toMatchObject(refusal(2, 'it is an older copy'));
    renameSync(`${ledger()}.away`, ledger());
    expect((await findErasures(confere))?.state).toBe('ok');
  });

  test('does not bring the person back', async () => {
    const restored = await confere(home, 'restore', before, '--force');
    expect(restored, restored.stderr).toMatchObject(success('were erased again'));
    const refused = await eraseHere();
    expect(refused).toMatchObject(refusal(2, 'data from before a restore'));
    removeReplaced();
    expect(searchFiles(data(), forms)).toEqual([]);
    expect((await findErasures())?.state).toBe('ok');
    expect((await confereHere(home, 'audit', 'verify')).stdout).toContain('Intact');
    expect((await confere(home, 'privacy', 'reapply')).stdout).toContain('0 erasures made again');
  });

  test('of one database, put in place by hand, is noticed by doctor and mended by a service that starts', async () => {
    for (const name of ['confere.db-wal', 'confere.db-shm']) rmSync(join(data(), name), { force: true });
    copyFileSync(join(before, 'confere.db'), join(data(), 'confere.db'));
    expect(await findErasures()).toMatchObject({ state: 'fault', says: expect.stringContaining('older copy') });
    expect(searchFiles(data(), forms).length).toBeGreaterThan(0);
    service = await startProcess(home);
    await expect.poll(() => service.output(), { timeout: 30_000 }).toContain('erasures_forgotten');
    expect(searchFiles(data(), forms)).toEqual([]);
    await service.stop();
    expect((await findErasures())?.state).toBe('ok');
  });

  test('of all databases, put in place by hand, shows nothing of the person from the first answer on', async () => {
    for (const name of ['confere.db', 'audit.db']) {
      for (const end of ['-wal', '-shm']) rmSync(join(data(), `${name}${end}`), { force: true });
      copyFileSync(join(before, name), join(data(), name));
    }
    expect(searchFiles(data(), forms).length).toBeGreaterThan(0);
    service = await startProcess(home);
    const repeated = await ask(person, { 'idempotency-key': idempotencyKey });
    expect([repeated.status, repeated.body.code]).toEqual([409, 'idempotency_outcome_unknown']);
    expect(repeated.body.detail).toContain('erased');
    const results = await fetch(`${service.address}/v1/batches/${batchId}/results`, {
      headers: { authorization: `Bearer ${key.key}` },
    });
    expect(parseLines(await results.text()).at(-1)?.['reason']).toBe('person_erased');
    const told = await get(`${service.address}/v1/events`, { key: key.key });
    expect(JSON.stringify(told.body)).not.toContain(person.cpf);
    // The audit is an older copy, too, and takes no act before somebody has accepted the loss.
    await expect.poll(() => service.output(), { timeout: 60_000 }).toContain('erasures_wait_for_audit');
    expect(service.output()).toContain('erasures_forgotten');
    expect(service.output()).not.toContain('"job_fault"');
    await service.stop();
    const accepted = await confereHere(home, 'audit', 'accept-loss', '--yes', '--reason', 'an older copy');
    expect(accepted.code, accepted.stderr).toBe(0);
    service = await startProcess(home);
    await expect.poll(() => service.output(), { timeout: 60_000 }).toContain('erasures_reapplied');
    expect(searchFiles(data(), forms)).toEqual([]);
    await service.stop();
  });

  test('goes by the ledger alone: one that was changed is refused', async () => {
    const kept = readFileSync(ledger(), 'utf8');
    writeFileSync(ledger(), kept.replace(/"sealed":"..../g, '"sealed":"AAAA'));
    const refused = await restoreHere();
    expect(refused).toMatchObject(refusal(2, 'The ledger of erasures was changed'));
    writeFileSync(ledger(), kept);
  });
});
