// `confere doctor` on setups that are broken on purpose: each breakage is found, named, and told with what to do.

import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { toDraft } from '../../../src/app/audit/record.ts';
import type { Finding } from '../../../src/app/doctor/finding.ts';
import { toAuditSecrets } from '../../../src/compose/parts/audit/audit-secrets.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { openAuditWriter } from '../../../src/stores/audit/log/audit-writer.sqlite.ts';
import { openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { findFreePort } from '../../support/free-port.ts';
import { openCheckout, openOutputDirectory } from '../../support/open-checkout.ts';
import { describeBureau } from '../../support/parties/described-sources.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { useCommands } from '../../support/service/commands.ts';
import { confere, createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';

const certificates = join(import.meta.dirname, '../../support/certificates');

interface Report {
  readonly code: number;
  readonly result: string;
  readonly findings: readonly Finding[];
  /** The state of a subject's worst finding, and all that was said about it. */
  of(subject: string): { readonly state: string; readonly text: string };
}

/** For tables of breakages, whose first is examined by a process of its own. */
const { confereHere } = useCommands();
/** With a key, an audit and a secret. */
const used = createHome();
beforeAll(() => createKey(used, '--mode', 'live'));

async function examine(home: Home, run = confere): Promise<Report> {
  const { code, stdout, stderr } = await run(home, 'doctor', '--json');
  expect(stderr).toBe('');
  return toReport(code, stdout);
}

function toReport(code: number, stdout: string): Report {
  const { result, findings } = JSON.parse(stdout) as Report;
  for (const { state, advice } of findings) expect(advice === null, `advice for ${state}`).toBe(state === 'ok');
  expect(code).toBe(findings.some(({ state }) => state === 'fault') ? 1 : 0);
  return {
    code,
    result,
    findings,
    of(subject) {
      const found = findings.filter((finding) => finding.subject === subject);
      const state = ['fault', 'warning', 'ok'].find((each) => found.some((finding) => finding.state === each));
      return { state: state ?? 'not examined', text: found.map(({ says, advice }) => `${says} ${advice}`).join('\n') };
    },
  };
}

/** A home that was used. */
function createUsedHome(): Home {
  const home = createHome();
  for (const name of ['data', 'secrets']) execFileSync('cp', ['-a', join(used.directory, name), home.directory]);
  return home;
}

const atData = (home: Home, name: string) => join(home.directory, 'data', name);
const secretOf = (home: Home) => join(home.directory, 'secrets/master.key');

test('before the first start nothing is a fault, and nothing is made by looking', async () => {
  const home = createHome();
  const report = await examine(home);
  expect(report.findings.filter(({ state }) => state === 'fault')).toEqual([]);
  expect([report.result, report.of('registry').state, report.of('sources').state]).toEqual([
    'warnings',
    'warning',
    'warning',
  ]);
  expect([existsSync(join(home.directory, 'data')), existsSync(join(home.directory, 'secrets'))]).toEqual([
    false,
    false,
  ]);
});

test('beside a running service everything is examined, its port is known for ours, and it goes on', async () => {
  const port = await findFreePort();
  const home = createHome({ CONFERE_PORT: String(port) });
  await createKey(home, '--mode', 'live');
  const service = await startProcess(home);
  const report = await examine(home);
  expect(report.findings.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(report.of('port').text).toContain('held by a Confere');
  expect([report.of('database').state, report.of('audit').state]).toEqual(['ok', 'ok']);
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  expect((await service.stop()).code).toBe(0);
});

test('a verification that was begun and never recorded is told by doctor, by the command and by the metrics', async () => {
  const home = createUsedHome();
  const { data_dir: dataDirectory, secrets_dir: directory } = loadConfig({ cwd: home.directory, env: home.env });
  const secrets = toAuditSecrets(openMasterSecret({ directory, mayCreate: false }));
  const writer = openAuditWriter({ dataDirectory, secrets, busyTimeoutMs: 10_000 });
  const about = { kind: 'cpf', number: createQuery(1).cpf } as const;
  const asked = { requestId: 'req_neverrecorded', keyId: 'key_a' as KeyId, purpose: null, about };
  const atMs = Date.now() - 600_000;
  writer.append([toDraft({ kind: 'intent', atMs, ...asked, parties: ['bureau_a', 'bureau_b'] })], atMs);
  writer.close();
  const report = await examine(home, confereHere);
  expect(report.of('intents')).toMatchObject({ state: 'warning', text: expect.stringContaining('up to 2 calls') });
  expect((await confereHere(home, 'audit', 'verify')).stdout).toContain('req_neverrecorded');
  const service = await startProcess(home);
  const operatorsLine = /For operators: (http:\/\/[^/\s]+)/;
  await expect.poll(service.output).toMatch(operatorsLine);
  const admin = operatorsLine.exec(service.output())?.[1];
  const readMetrics = async () => (await fetch(`${admin}/metrics`)).text();
  await expect.poll(readMetrics).toContain('\nconfere_audit_unfinished_intents 1\n');
  await service.stop();
});

test('a session that somebody wrote into the database is named', async () => {
  const home = createUsedHome();
  const database = new Database(join(home.directory, 'data/confere.db'));
  database.pragma('foreign_keys = OFF');
  database.exec(`INSERT INTO operator_sessions (id, token_hash, operator_id, begun_at_ms, seen_at_ms, network)
    VALUES ('ses_forged', x'00', 'opr_nobody', 1, 1, '')`);
  database.close();
  const { state, text } = (await examine(home, confereHere)).of('rows');
  expect([state, text]).toEqual(['fault', expect.stringContaining('operator_sessions ses_forged')]);
});

test('a port that another program holds is a fault', async () => {
  const other = await startParty(json(200, {}));
  const report = await examine(createHome({ CONFERE_PORT: String(other.port) }));
  expect(report.of('port')).toMatchObject({ state: 'fault', text: expect.stringContaining('another program') });
  await other.close();
});

test('wrong settings are told in the same form', async () => {
  const report = await examine(createHome({ CONFERE_PORT: 'eighty' }));
  expect(report.of('settings')).toMatchObject({ state: 'fault', text: expect.stringContaining('CONFERE_PORT') });
});

test('for people there is a line for each, the advice below it, and a sum', async () => {
  const { code, stdout } = await confere(createHome(), 'doctor');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok {6}node: /m);
  expect(stdout).toMatch(/^WARNING registry: .*\n {8}-> /m);
  expect(stdout).toMatch(/\d+ ok, 2 to look at, 0 to fix\.\n$/);
});

describe('files', () => {
  const breakages: readonly [what: string, subject: string, says: RegExp, work: (home: Home) => void][] = [
    ['a secret that is open to others', 'master_secret', /chmod 0600/, (home) => chmodSync(secretOf(home), 0o644)],
    ['a secret that is gone', 'master_secret', /missing/, (home) => rmSync(secretOf(home))],
    ['a damaged secret', 'master_secret', /damaged/, (home) => writeFileSync(secretOf(home), 'x', { mode: 0o600 })],
    [
      'the secret of another installation',
      'database',
      /another master secret/,
      (home) => writeFileSync(secretOf(home), `${'ab'.repeat(32)}\n`),
    ],
    [
      'secrets open to others',
      'secrets_dir',
      /chmod 0700/,
      (home) => chmodSync(join(home.directory, 'secrets'), 0o755),
    ],
    ['data open to others', 'data_dir', /chmod 0700/, (home) => chmodSync(join(home.directory, 'data'), 0o755)],
    ['a damaged database', 'database', /damaged/, (home) => overwrite(atData(home, 'confere.db'), 4_096)],
    ['a file that is no database', 'database', /damaged/, (home) => overwrite(atData(home, 'confere.db'), 0)],
    ['an audit that is no database', 'audit', /cannot be read/, (home) => overwrite(atData(home, 'audit.db'), 0)],
    ['a changed audit record', 'audit', /BROKEN at record 1/, changeRecord],
    ['an audit without its signature', 'audit', /not ours/, forgeHead],
    ['a database of a newer version', 'database', /newer Confere/, (home) => setNewer(atData(home, 'confere.db'))],
    ['an audit of a newer version', 'audit', /newer Confere/, (home) => setNewer(atData(home, 'audit.db'))],
    [
      'a database of a newer version whose secret is gone',
      'database',
      /newer Confere/,
      (home) => {
        setNewer(atData(home, 'confere.db'));
        rmSync(secretOf(home));
      },
    ],
    [
      'a damaged registry',
      'registry',
      /live\.json/,
      (home) => {
        mkdirSync(atData(home, 'registry/snapshots/20261108-abcdef'), { recursive: true });
        writeFileSync(atData(home, 'registry/live.json'), 'not JSON');
      },
    ],
  ];

  test.each(breakages)('%s is found', async (what, subject, says, work) => {
    const home = createUsedHome();
    work(home);
    const report = await examine(home, what === breakages[0]?.[0] ? confere : confereHere);
    expect(report.of(subject)).toMatchObject({ state: 'fault', text: expect.stringMatching(says) });
  });

  test('a secret that this user may not read, and a file that belongs to another, are found', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip();
    const { directory: made, env } = createUsedHome();
    const directory = openOutputDirectory('doctor');
    execFileSync('cp', ['-a', `${made}/.`, directory]);
    const home = {
      directory,
      env: { ...env, CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') },
    };
    chmodSync(directory, 0o755);
    const program = join(openCheckout(), 'bin/confere');
    for (const path of [
      home.directory,
      join(home.directory, 'data'),
      join(home.directory, 'secrets'),
      atData(home, 'confere.db'),
    ])
      chownSync(path, 65_534, 65_534);
    const report = await new Promise<Report>((resolve) => {
      const options = { cwd: home.directory, env: { ...process.env, ...home.env }, uid: 65_534, gid: 65_534 };
      const child = execFile(program, ['doctor', '--json'], options, (_error, stdout) =>
        resolve(toReport(child.exitCode ?? -1, stdout)),
      );
    });
    expect(report.of('master_secret')).toMatchObject({ state: 'fault', text: expect.stringContaining('EACCES') });
    expect(report.of('data_dir')).toMatchObject({ state: 'fault', text: expect.stringContaining('chown') });
  });

  test('a disk that is full is a fault, and looking leaves nothing on it', async ({ skip }) => {
    const home = createHome();
    const disk = join(home.directory, 'data');
    mkdirSync(disk, { mode: 0o700 });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      process.stderr.write('SKIPPED: no right to mount a small disk.\n');
      skip();
    }
    try {
      const filler = openSync(join(disk, 'filler'), 'w');
      expect(() => {
        for (;;) writeSync(filler, Buffer.alloc(4_096, 1));
      }).toThrow('ENOSPC');
      closeSync(filler);
      const report = await examine(home);
      expect([report.of('disk_space').state, report.of('disk_fsync').state]).toEqual(['fault', 'fault']);
      expect(report.of('disk_fsync').text).toContain('ENOSPC');
      expect(readdirSync(disk)).toEqual(['filler']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

function overwrite(path: string, at: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(2_048, 0xa5), 0, 2_048, at);
  closeSync(file);
}

/** As somebody who can write the file would: past the triggers. */
function setNewer(path: string): void {
  const database = new Database(path);
  database.pragma('user_version = 9999');
  database.close();
}

function changeRecord(home: Home): void {
  const database = new Database(atData(home, 'audit.db'));
  database.exec('UPDATE groups SET contents = zeroblob(length(contents)) WHERE place = 1');
  database.close();
}

function forgeHead(home: Home): void {
  const database = new Database(atData(home, 'audit.db'));
  database.exec(`UPDATE heads SET signature = 'AAAA'`);
  database.close();
}

describe('parties', () => {
  const parties: PartyServer[] = [];
  let expired: PartyServer;
  let trusted: PartyServer;
  let late: PartyServer;
  let tokens: PartyServer;
  beforeAll(async () => {
    const pem = (name: string) => readFileSync(join(certificates, name));
    const plain = json(404, {});
    expired = await startParty(plain, { cert: pem('expired.pem'), key: pem('expired.key') });
    trusted = await startParty(plain, { cert: pem('server.pem'), key: pem('server.key') });
    late = await startParty((_request, response) => {
      const date = new Date(Date.parse(new Date().toUTCString()) - 600_000).toUTCString();
      response.sendDate = false;
      response.writeHead(200, { date }).end();
    });
    tokens = await startParty((request, response) => {
      const isRight = request.headers['authorization'] === `Basic ${Buffer.from('id:right').toString('base64')}`;
      const body = isRight ? { access_token: 'token', expires_in: 300 } : { error: 'invalid_client' };
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    parties.push(expired, trusted, late, tokens);
  });
  afterAll(async () => {
    await Promise.all(parties.map((party) => party.close()));
  });

  async function examineSource(
    description: object,
    env: Record<string, string> = {},
    run = confereHere,
  ): Promise<Report> {
    const home = createHome({ CONFERE_CONFIG: 'confere.yaml', ...env });
    for (const name of ['ca.pem', 'expired.pem']) copyFileSync(join(certificates, name), join(home.directory, name));
    writeFileSync(join(home.directory, 'confere.yaml'), stringify({ sources: { bureau_a: description } }));
    return examine(home, run);
  }

  test('a good one is reached, with the end of its certificate', async () => {
    const report = await examineSource(describeBureau(trusted.origin, { tls: { ca_file: 'ca.pem' } }), {}, confere);
    expect(report.of('source.bureau_a')).toMatchObject({ state: 'ok', text: expect.stringMatching(/ends on 21\d\d/) });
  });

  test('an expired certificate, an unknown authority and a closed port are faults by name', async () => {
    const past = await examineSource(describeBureau(expired.origin, { tls: { ca_file: 'expired.pem' } }));
    expect(past.of('source.bureau_a')).toMatchObject({ state: 'fault', text: expect.stringContaining('has expired') });
    const unknown = await examineSource(describeBureau(trusted.origin));
    expect(unknown.of('source.bureau_a')).toMatchObject({ state: 'fault', text: expect.stringContaining('ca_file') });
    const closed = await examineSource(describeBureau(`http://127.0.0.1:${await findFreePort()}`));
    expect(closed.of('source.bureau_a')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('nothing listens'),
    });
  });

  test('a clock ten minutes behind ours is told', async () => {
    const report = await examineSource(describeBureau(late.origin));
    expect(report.of('source.bureau_a')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('behind ours'),
    });
  });

  test.each([
    ['right', 'ok', /gives us a token/],
    ['wrong', 'fault', /no token \(authentication_failed\)/],
  ])('with a %s secret the credentials are %s, and nobody is asked about anyone', async (secret, state, says) => {
    const auth = {
      kind: 'oauth2_client_credentials',
      token_url: '/token',
      client_id: { env: 'TEST_ID' },
      client_secret: { env: 'TEST_SECRET' },
    };
    const report = await examineSource(describeBureau(tokens.origin, { auth }), { TEST_ID: 'id', TEST_SECRET: secret });
    expect(report.of('source.bureau_a')).toMatchObject({ state, text: expect.stringMatching(says) });
    expect(tokens.requests.map(({ method, url }) => `${method} ${url}`)).not.toContain('GET /person');
    expect(JSON.stringify(report.findings)).not.toMatch(/"[^"]*(right|wrong)[^"]*"/);
  });

  test('a description with a fault, such as a secret that is not set, is told with its line', async () => {
    const auth = { kind: 'bearer', token: { env: 'NOBODY_SET_THIS' } };
    const report = await examineSource(describeBureau(late.origin, { auth }));
    expect(report.of('sources')).toMatchObject({ state: 'fault', text: expect.stringMatching(/confere\.yaml:\d+: /) });
  });
});
