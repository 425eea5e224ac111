// `confere backup` beside a service under load, and `confere restore` into an empty place: what was answered is there again.

import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { confere, createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';

const cnpj = completeCnpj('900000000001');
const at = (home: Home, name: string) => join(home.directory, name);

let home: Home;
let key: string;
let answeredBefore = 0;
/** Made while requests were answered. */
let backup: string;
let secrets: string;
/** As the newest backup has it. */
const ledger = () => join(backup, 'erasures.ndjson');

/** For tables of what is refused; the first of each is a process of its own. */
const { confereHere } = useCommands();

beforeAll(async () => {
  home = createHome();
  mkdirSync(at(home, 'data'), { mode: 0o700 });
  await importInto(at(home, 'data/registry'), writeDump(at(home, 'dump'), {}));
  ({ key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited'));
  backup = at(home, 'backup');
  secrets = at(home, 'kept-apart.json');
  const service = await startProcess(home);
  const load = startLoad(service.address);
  await vi.waitUntil(() => load.answered() > 50, { timeout: 120_000 });
  answeredBefore = load.answered();
  const made = await confere(home, 'backup', backup, '--with-secrets', secrets, '--json');
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(made.stdout)).toMatchObject({ registry_data_as_of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
  expect(made.stderr).toContain('Keep it apart');
  const duringBackup = load.answered();
  await vi.waitUntil(() => load.answered() > duringBackup, { timeout: 120_000 });
  expect(await load.stop()).toEqual([200]);
  expect((await service.stop()).code).toBe(0);
});

/** Four clients that ask for one company again and again; every answer has a record in the audit. */
function startLoad(address: string) {
  let answered = 0;
  let stopped = false;
  const statuses = new Set<number>();
  const clients = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      statuses.add((await post(`${address}/v1/verify/cnpj`, { cnpj }, { key })).status);
      answered++;
      await rest(20);
    }
  });
  return {
    answered: () => answered,
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
      return [...statuses];
    },
  };
}

const copyOf = (name: string) => {
  const copy = at(createHome(), name);
  cpSync(backup, copy, { recursive: true });
  return copy;
};

test('a backup made under load holds no secret, is whole, and leaves nothing half-made', async () => {
  expect(readdirSync(backup).sort()).toEqual([
    'audit.db',
    'confere.db',
    'erasures.ndjson',
    'manifest.json',
    'registry',
  ]);
  expect(statSync(backup).mode & 0o077).toBe(0);
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  expect(existsSync(`${backup}.partial`)).toBe(false);
  expect(await confere(home, 'restore', backup, '--check')).toMatchObject(success(/^Whole: \d+ files/));
});

test('restored into an empty place with its secrets, the key works, the company answers and the audit is intact', async () => {
  const fresh = createHome();
  const restored = await confere(fresh, 'restore', backup, '--ledger', ledger(), '--with-secrets', secrets);
  expect(restored, restored.stderr).toMatchObject(success('Restored'));
  const service = await startProcess(fresh);
  const answer = await post(`${service.address}/v1/verify/cnpj`, { cnpj }, { key });
  expect([answer.status, answer.body.status]).toEqual([200, 'verified']);
  // While it has the data directory nothing is restored, with --force neither.
  const refused = await confere(fresh, 'restore', backup, '--ledger', ledger(), '--with-secrets', secrets, '--force');
  expect(refused).toMatchObject(refusal(1, 'Stop it first'));
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  await service.stop();
  const verdict = JSON.parse((await confere(fresh, 'audit', 'verify', '--json')).stdout);
  expect(verdict).toMatchObject({ kind: 'intact' });
  // Every answer of before the backup, and the acts: made, and restored.
  expect(verdict.records).toBeGreaterThan(answeredBefore);
  const acts = await confere(fresh, 'audit', 'list', '--kind', 'act', '--json');
  expect(acts.stdout).toMatch(/backup_restored[\s\S]*backup_made/);
  expect((await confere(fresh, 'registry', 'verify')).code).toBe(0);
});

describe('restoring over data', () => {
  test('is refused, and with --force moves what was there aside', async () => {
    const copy = createHome();
    // The secret alone: what the other machine remembers of its audit would make this one look for it.
    cpSync(at(home, 'secrets/master.key'), at(copy, 'secrets/master.key'));
    chmodSync(at(copy, 'secrets'), 0o700);
    const later = await createKey(copy, '--mode', 'test');
    const refused = await confere(copy, 'restore', backup, '--ledger', ledger());
    expect(refused).toMatchObject(refusal(2, '--force'));
    expect((await confere(copy, 'keys', 'list')).stdout).toContain(later.id);
    const done = await confere(copy, 'restore', backup, '--ledger', ledger(), '--force');
    expect(done, done.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining('What was there lies in') });
    expect((await confere(copy, 'keys', 'list')).stdout).not.toContain(later.id);
    const aside = readdirSync(at(copy, 'data')).find((name) => name.startsWith('replaced-')) as string;
    expect(existsSync(join(at(copy, 'data'), aside, 'confere.db'))).toBe(true);
    expect(existsSync(at(copy, 'data/.restoring'))).toBe(false);
  });

  test.each(['confere.db', 'audit.db'])(
    'is how to go back after an upgrade: a version that does not know the schema of %s says so, and the backup works',
    async (name) => {
      const upgraded = createHome();
      await confere(upgraded, 'restore', backup, '--ledger', ledger(), '--with-secrets', secrets);
      const database = new Database(at(upgraded, `data/${name}`));
      database.pragma('user_version = 999');
      database.close();
      await expect(startProcess(upgraded)).rejects.toThrow(
        /newer Confere \(schema 999\)\. Run that version, or restore/,
      );
      expect(await confere(upgraded, 'restore', backup, '--ledger', ledger(), '--force')).toMatchObject({ code: 0 });
      const service = await startProcess(upgraded);
      expect((await post(`${service.address}/v1/verify/cnpj`, { cnpj }, { key })).status).toBe(200);
      await service.stop();
    },
  );

  test('with the secret of another installation is refused before anything is touched', async () => {
    const other = createHome();
    const own = await createKey(other, '--mode', 'test');
    const bySecret = await confere(other, 'restore', backup, '--ledger', ledger(), '--force');
    expect(bySecret).toMatchObject(refusal(2, 'another master secret'));
    const byFile = await confere(other, 'restore', backup, '--ledger', ledger(), '--force', '--with-secrets', secrets);
    expect(byFile).toMatchObject(refusal(2, 'holds another master.key'));
    expect((await confere(other, 'keys', 'list')).stdout).toContain(own.id);
  });

  test('with the copied secrets of another installation is refused, and leaves none of them behind', async () => {
    const other = createHome();
    await createKey(other, '--mode', 'test');
    const foreign = at(other, 'foreign.json');
    expect((await confere(other, 'backup', at(other, 'backup'), '--with-secrets', foreign)).code).toBe(0);
    const fresh = createHome();
    const refused = await confere(fresh, 'restore', backup, '--ledger', ledger(), '--with-secrets', foreign);
    expect(refused).toMatchObject(refusal(2, 'another master secret'));
    expect([existsSync(at(fresh, 'secrets')), existsSync(at(fresh, 'data/confere.db'))]).toEqual([false, false]);
    mkdirSync(at(fresh, 'secrets'), { mode: 0o700 });
    writeFileSync(at(fresh, 'secrets/bureau.txt'), 'ours', { mode: 0o600 });
    expect((await confere(fresh, 'restore', backup, '--ledger', ledger(), '--with-secrets', foreign)).code).toBe(2);
    expect(readdirSync(at(fresh, 'secrets'))).toEqual(['bureau.txt']);
    expect((await confere(fresh, 'restore', backup, '--ledger', ledger(), '--with-secrets', secrets)).code).toBe(0);
  });

  test('without any secret is refused', async () => {
    const fresh = createHome();
    const refused = await confere(fresh, 'restore', backup, '--ledger', ledger());
    expect(refused).toMatchObject(refusal(2, '--with-secrets'));
    expect(existsSync(at(fresh, 'data/confere.db'))).toBe(false);
  });
});

describe('a backup that is not whole', () => {
  test.each<[string, (copy: string) => void, RegExp]>([
    [
      'with a changed byte',
      (copy) => appendFileSync(join(copy, 'audit.db'), 'x'),
      /audit\.db is not what was backed up/,
    ],
    ['with a missing file', (copy) => rmSync(join(copy, 'confere.db')), /confere\.db is missing/],
    ['without its manifest', (copy) => rmSync(join(copy, 'manifest.json')), /There is no .*manifest\.json/],
    ['with a damaged manifest', (copy) => writeFileSync(join(copy, 'manifest.json'), '{'), /not that of a backup/],
  ])('%s is refused and restores nothing', async (name, breakIt, says) => {
    const copy = copyOf('broken');
    breakIt(copy);
    const fresh = createHome();
    const run = name === 'with a changed byte' ? confere : confereHere;
    const { code, stderr } = await run(fresh, 'restore', copy, '--with-secrets', secrets);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(says);
    expect([existsSync(at(fresh, 'data/confere.db')), existsSync(at(fresh, 'secrets'))]).toEqual([false, false]);
  });
});

test.each<[string, () => string[], RegExp]>([
  ['an existing folder', () => [backup], /exists; a backup never replaces anything/],
  ['a folder inside the data', () => [at(home, 'data/backup')], /inside data_dir/],
  ['a folder that cannot be made', () => [at(home, 'nowhere/backup')], /There is no/],
  [
    'secrets into the backup',
    () => [at(home, 'b2'), '--with-secrets', at(home, 'b2/secrets')],
    /must not be in the backup/,
  ],
  ['secrets over a file', () => [at(home, 'b3'), '--with-secrets', secrets], /exists/],
])('a backup to %s is refused in a sentence', async (name, words, says) => {
  const run = name === 'an existing folder' ? confere : confereHere;
  const { code, stderr } = await run(home, 'backup', ...words());
  expect(code, stderr).toBe(2);
  expect(stderr).toMatch(says);
  expect(readdirSync(home.directory).filter((name) => /^b\d|partial/.test(name))).toEqual([]);
});

test('without the registry and without the secrets it is small, and says what is missing', async () => {
  const small = at(home, 'small');
  const made = await confere(home, 'backup', small, '--no-registry');
  expect(made).toMatchObject(success('without a registry'));
  expect(made.stderr).toContain('Without the secrets');
  expect(readdirSync(small).sort()).toEqual(['audit.db', 'confere.db', 'erasures.ndjson', 'manifest.json']);
});
