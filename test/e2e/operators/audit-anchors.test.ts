// Heads that were kept elsewhere, by the operator or as anchors, against somebody who has every secret of the machine; and what is
// accepted as lost.

import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ChainEnd, createExtendChain, emptyChain } from '../../../src/app/audit/chain.ts';
import { createGroupOpener, type KeptGroup } from '../../../src/app/audit/groups/group.ts';
import { listEnds } from '../../../src/app/audit/groups/parts.ts';
import { createGroupWriter } from '../../../src/app/audit/groups/write-group.ts';
import { createHeadSigner } from '../../../src/app/audit/head.ts';
import { systemClock } from '../../../src/clock.ts';
import { toAuditSecrets } from '../../../src/compose/parts/audit/audit-secrets.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { readOwnGroups } from '../../support/audit-rows.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { createHome, type Home } from '../../support/service/process.ts';
import { post, startTestService } from '../../support/service/service.ts';
import {
  type CopiedGroup,
  forgeNext,
  groupColumns,
  rewrite,
  withOtherContents,
} from '../../support/stores/forged-records.ts';

const { confereHere } = useCommands();
let home: Home;
let worm = '';
const audit = (...args: string[]) => confereHere(home, 'audit', ...args);
const act = () => confereHere(home, 'keys', 'create', '--name', 'any', '--mode', 'test');
const anchored = (...places: readonly object[]): Home => ({
  ...home,
  env: { ...home.env, CONFERE_AUDIT_ANCHOR: JSON.stringify(places) },
});
const databasePath = () => join(home.env['CONFERE_DATA_DIR'] as string, 'audit.db');
const file = (name: string) => join(home.directory, name);
const stateFolder = () => join(home.env['CONFERE_SECRETS_DIR'] as string, 'audit-heads', 'sqlite');

/** With an audit of some records, which each test gets a copy of. */
let template: Home;
beforeAll(async () => {
  home = createHome();
  await act();
  await act();
  template = home;
});
beforeEach(() => {
  home = createHome();
  for (const name of ['CONFERE_DATA_DIR', 'CONFERE_SECRETS_DIR'])
    cpSync(template.env[name] as string, home.env[name] as string, { recursive: true });
  worm = file('worm');
  mkdirSync(worm);
  home = anchored({ folder: worm });
});

function edit(work: (database: Database.Database) => void): void {
  const database = new Database(databasePath());
  database.exec('DROP TRIGGER IF EXISTS groups_are_kept; DROP TRIGGER IF EXISTS groups_only_forget;');
  work(database);
  database.close();
}

function removeAudit(): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${databasePath()}${suffix}`, { force: true });
}

function stealSecrets() {
  const directory = home.env['CONFERE_SECRETS_DIR'] as string;
  return toAuditSecrets(openMasterSecret({ directory, mayCreate: false }))[0];
}

const readChain = () => openRememberedHeads(stateFolder()).list()[0]?.chain as string;

/** One head in place of all. */
function signAgain(atMs: number): void {
  edit((database) => {
    database.exec('DELETE FROM heads');
    const last = database.prepare('SELECT first, parts FROM groups ORDER BY place DESC').get() as CopiedGroup;
    const end = listEnds(last).at(-1) as ChainEnd;
    const head = { chain: readChain(), sequence: end.sequence, hash: end.hash.toString('hex'), atMs };
    const { signer, signature } = createHeadSigner(stealSecrets().headSeed).sign(head);
    database
      .prepare('INSERT INTO heads (chain, sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?, ?)')
      .run(head.chain, head.sequence, head.hash, atMs, signer, signature);
  });
}

type Draft = readonly [head: string, subject: string | null, tail: string, details: string | null];

/** With write access to every file and all secrets: rows, links, signatures and what is remembered are all made anew, one row for each record. */
function rewriteHistory(change: (contents: readonly string[]) => readonly string[]): void {
  const secrets = stealSecrets();
  edit((database) => {
    const chain = readChain();
    const opener = createGroupOpener([secrets]);
    const all = readOwnGroups(home.env['CONFERE_DATA_DIR'] as string);
    const contents = all.flatMap((group) => opener.open(group).contents.map((content) => content ?? ''));
    const write = createGroupWriter({
      chain,
      secrets,
      extend: createExtendChain(secrets.linkKey, chain),
      randomBytes,
    });
    database.exec('DELETE FROM groups; DELETE FROM evidence');
    let end = emptyChain;
    for (const content of change(contents)) {
      // An act holds no subject between its parts.
      const parts = /^(\[1,\d+,"act",null,null,)null(,.*)$/.exec(content) as unknown as [string, string, string];
      const draft: Draft = [parts[1], null, parts[2], null];
      const written = write([draft], end);
      end = written.end;
      for (const group of written.groups) insertGroup(database, toCopied(group));
    }
    const memory = openRememberedHeads(stateFolder());
    memory.remember(chain, end, { isDurable: true });
    memory.close();
  });
  signAgain(Date.now());
}

const toCopied = ({ fromMs, toMs, findMac, ...group }: KeptGroup): CopiedGroup => ({
  ...{ ...group, from_ms: fromMs, to_ms: toMs, find_mac: findMac },
});

function insertGroup(database: Database.Database, group: CopiedGroup): void {
  const values = groupColumns.map((name) => `@${name}`).join(', ');
  database.prepare(`INSERT INTO groups (place, ${groupColumns.join(', ')}) VALUES (@first, ${values})`).run(group);
}

const changeFirst = ([first, ...rest]: readonly string[]) => [
  (first ?? '').replace('key_created', 'key_revoked'),
  ...rest,
];

describe('anchors', () => {
  test('prove a history that goes on, and name the places and their newest time', async () => {
    expect(await audit('anchor')).toMatchObject({ code: 0, stdout: `folder: sent to ${worm}.\n` });
    await act();
    const verified = await audit('verify', '--anchors');
    expect(verified.stdout, verified.stderr).toMatch(/^Intact: .*\n1 heads that were kept elsewhere agree with it\.\n/);
    expect(verified.stdout).toMatch(/folder: 1 anchors in .*worm, the newest of \d{4}-/);
    const json = JSON.parse((await audit('verify', '--anchors', '--json')).stdout);
    expect(json).toMatchObject({ kind: 'intact', withoutKeptHead: [], kept: { agreed: 1, broken: [], lost: [] } });
  });

  test.each([
    ['changes a record', changeFirst, 'the record is not the one that the kept head names'],
    ['removes the last ones', (all: readonly string[]) => all.slice(0, 1), 'records up to the kept head are missing'],
  ])('find somebody who has every secret and %s; nothing else does', async (_what, change, fault) => {
    await audit('anchor');
    rewriteHistory(change);
    expect((await audit('verify')).stdout).toMatch(/^Intact/);
    const found = await audit('verify', '--anchors');
    expect(found).toMatchObject(refusal(1, `: ${fault} (kept by folder at 2`));
    expect(found.stderr).toMatch(
      /BROKEN at record \d+ of \S+: .*worm\/\d{4}-\d{2}-\d{2}\/\S+\.json\)\. Keep everything/,
    );
    // The forged end goes out, too, and makes nothing good.
    await act();
    await audit('anchor');
    expect(await audit('verify', '--anchors')).toMatchObject(refusal(1, 'BROKEN'));
    expect(JSON.parse((await audit('verify', '--anchors', '--json')).stdout)).toMatchObject({ kind: 'broken' });
  });

  test('are read from the day of --since on: older ones say nothing then, and without any nothing is proven', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await audit('anchor');
    const [day = ''] = readdirSync(worm);
    renameSync(join(worm, day), join(worm, '2025-01-01'));
    const none = await audit('verify', '--anchors', '--since', today);
    expect(none).toMatchObject(refusal(1, `holds no anchor since ${today}`));
    rewriteHistory(changeFirst);
    await audit('anchor');
    expect(await audit('verify', '--anchors')).toMatchObject(refusal(1, 'BROKEN'));
    expect((await audit('verify', '--anchors', '--since', today)).stdout).toMatch(
      /^Intact[\s\S]*folder: 1 anchors in /,
    );
    const older = await audit('verify', '--anchors', '--since', '2024-12-31');
    expect(older).toMatchObject(refusal(1, '2025-01-01'));
  });

  test('find that the whole chain is missing', async () => {
    await audit('anchor');
    removeAudit();
    rmSync(stateFolder(), { recursive: true });
    await act();
    expect((await audit('verify')).stdout).toMatch(/^Intact/);
    const found = await audit('verify', '--anchors');
    expect(found).toMatchObject(refusal(1, 'the whole chain is missing'));
  });

  test.each([
    ['a place that is gone', () => rmSync(worm, { recursive: true }), 'the folder is not there'],
    [
      'a place that is empty',
      () => rmSync(join(worm, readdirSync(worm)[0] as string), { recursive: true }),
      'holds no anchor',
    ],
    [
      'an anchor that is none',
      () => {
        const [day = ''] = readdirSync(worm);
        const [name = ''] = readdirSync(join(worm, day));
        writeFileSync(join(worm, day, name), '{}\n');
      },
      'is no anchor, or was changed',
    ],
    [
      'an anchor that we did not sign',
      () => {
        const [day = ''] = readdirSync(worm);
        const [name = ''] = readdirSync(join(worm, day));
        const path = join(worm, day, name);
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"sequence":(\d+)/, '"sequence":1'));
      },
      'the signature of the head is not ours',
    ],
  ])('%s is a fault, and never taken for intact', async (_what, spoil, says) => {
    await audit('anchor');
    spoil();
    const found = await audit('verify', '--anchors');
    expect(found).toMatchObject(refusal(1, says));
    expect(found.stdout).not.toContain('Intact');
  });

  test('without a place, or with a webhook alone, there is nothing to verify with: that is said', async () => {
    home = anchored();
    expect(await audit('verify', '--anchors')).toMatchObject(refusal(2, 'No place is set'));
    expect(await audit('anchor')).toMatchObject(refusal(2, 'No place is set'));
    writeFileSync(file('secret'), `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
    home = anchored({ webhook: 'https://siem.invalid/', secret: { file: file('secret') } });
    expect(await audit('verify', '--anchors')).toMatchObject(refusal(2, '--heads FILE'));
    expect(await audit('anchor')).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT SENT') });
  });

  test('a chain that no anchor in a place names is refused once it must be there', async () => {
    await audit('anchor');
    removeAudit();
    const mine = home;
    // Where no place is set, nothing is sent.
    home = anchored();
    await audit('accept-loss', '--yes', '--reason', 'the disk was replaced');
    home = mine;
    // Just begun: it is on its way.
    expect((await audit('verify', '--anchors')).code).toBe(0);
    signAgain(Date.now() - 3_600_000);
    const found = await audit('verify', '--anchors');
    expect(found).toMatchObject(refusal(1, 'folder holds no head of '));
    await audit('anchor');
    expect((await audit('verify', '--anchors')).code).toBe(0);
  });
});

/** With write access to the file, our source and no secret. */
describe('somebody without a secret', () => {
  const selectAll = `SELECT ${groupColumns.join(', ')} FROM groups ORDER BY place`;
  const readAll = (database: Database.Database) =>
    (database.prepare(selectAll).all() as CopiedGroup[]).map((group) => ({ ...group, evidence: null }));

  test('who changes one record, removes one and links the rest anew is found, however often it is looked', async () => {
    await act();
    edit((database) => {
      const forged = rewrite(readAll(database), ([first, , ...rest]) => [
        withOtherContents(first as CopiedGroup),
        ...rest,
      ]);
      database.exec('DELETE FROM groups; DELETE FROM heads;');
      for (const group of forged) insertGroup(database, group);
    });
    // Looking signs nothing, so that a second look finds what the first one did.
    for (let look = 0; look < 2; look++) expect(await audit('verify')).toMatchObject(refusal(1, 'BROKEN'));
    expect(await audit('verify', '--threads', '1')).toMatchObject({ code: 1 });
    const { findings } = JSON.parse((await confereHere(home, 'doctor', '--json')).stdout);
    expect(findings).toContainEqual(expect.objectContaining({ subject: 'audit', state: 'fault' }));
  });

  test('who appends a record is found, also by heads that were kept before', async () => {
    writeFileSync(file('kept.ndjson'), (await audit('heads')).stdout);
    edit((database) => insertGroup(database, forgeNext(readAll(database))));
    for (const how of [[], ['--heads', file('kept.ndjson')], ['--since', '1']])
      expect(await audit('verify', ...how)).toMatchObject(refusal(1, 'BROKEN'));
  });
});

test('a proof from a day or a head on says what it took for proven, and several threads find the same', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const [whole, threads, since] = [
    await audit('verify'),
    await audit('verify', '--threads', '2'),
    await audit('verify', '--since', '2020-01-01'),
  ];
  expect([whole.code, threads.code, since.code]).toEqual([0, 0, 0]);
  expect(threads.stdout).toBe(whole.stdout);
  expect((await audit('verify', '--since', tomorrow)).stdout).not.toBe(whole.stdout);
  expect(await audit('verify', '--since', 'nonsense')).toMatchObject(refusal(2, '--since'));
});

describe('heads in a file', () => {
  const verify = (text: string) => {
    writeFileSync(file('heads.ndjson'), text);
    return audit('verify', '--heads', file('heads.ndjson'));
  };

  test('that is empty, or holds something else, is refused', async () => {
    for (const text of ['', '\n \n'])
      expect(await verify(text)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is empty') });
    for (const text of ['nonsense\n', '{}\n', '[]\n', '{"chain":"a"}\n'])
      expect(await verify(text)).toMatchObject(refusal(2, 'line 1 must be'));
  });

  test('that is older than a chain leaves a doubt with an exit code of its own; a newer one that lacks it is refused', async () => {
    const heads = (await audit('heads')).stdout;
    expect((await verify(heads)).code).toBe(0);
    const [last = ''] = heads.trim().split('\n').reverse();
    const { chain, sequence, hash } = JSON.parse(last);
    removeAudit();
    await audit('accept-loss', '--yes', '--reason', 'the disk was replaced');
    const found = await verify(heads);
    expect(found).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^Not proven to the end: [\s\S]*Accepted loss/),
    });
    expect(found.stderr).toMatch(/chain_\S+ began after the newest head in .*heads\.ndjson/);
    const json = await audit('verify', '--heads', file('heads.ndjson'), '--json');
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'unproven', doubts: [{ kind: 'chain_younger_than_heads' }] });
    const newer = createHeadSigner(stealSecrets().headSeed).sign({
      chain,
      sequence,
      hash,
      atMs: Date.now() + 3_600_000,
    });
    expect(await verify(`${heads}${JSON.stringify(newer)}\n`)).toMatchObject(
      refusal(1, 'so it proves nothing about that chain'),
    );
  });

  test('names each that somebody removed from the audit, though nothing is remembered', async () => {
    const heads = (await audit('heads')).stdout;
    edit((database) => database.exec('DELETE FROM heads WHERE sequence = (SELECT min(sequence) FROM heads)'));
    rmSync(stateFolder(), { recursive: true });
    expect(await verify(heads)).toMatchObject(refusal(1, 'the signed head was removed from the audit'));
  });

  test('may be anchors, or the bodies of webhooks that a receiver kept', async () => {
    await audit('anchor');
    const [day = ''] = readdirSync(worm);
    const [name = ''] = readdirSync(join(worm, day));
    const anchor = readFileSync(join(worm, day, name), 'utf8');
    expect((await verify(anchor)).code).toBe(0);
    const body = `${JSON.stringify({ type: 'audit.anchored', data: JSON.parse(anchor) })}\n`;
    expect((await verify(body)).code).toBe(0);
    rewriteHistory(changeFirst);
    expect(await verify(body)).toMatchObject(refusal(1, 'heads.ndjson'));
  });
});

describe('what this machine remembers', () => {
  test('tells that somebody removed all signed heads, also after more was signed, until an operator accepts it', async () => {
    const kept = (await audit('heads')).stdout;
    writeFileSync(file('kept.ndjson'), kept);
    edit((database) => database.exec('DELETE FROM heads'));
    for (let look = 0; look < 2; look++) {
      expect(await audit('verify')).toMatchObject(refusal(1, 'signed heads of the chain are missing'));
      await act();
    }
    expect((await audit('accept-loss', '--yes', '--reason', 'the heads are gone')).code).toBe(0);
    expect((await audit('verify')).code).toBe(0);
    const verified = await audit('verify', '--heads', file('kept.ndjson'));
    expect(verified, verified.stderr).toMatchObject(success('Signed heads up to '));
  });

  test('is missed where it went with the newest records: nothing disagrees, and that is not called intact', async () => {
    await audit('anchor');
    edit((database) => database.exec('DELETE FROM groups WHERE place > 1; DELETE FROM heads WHERE sequence > 1'));
    rmSync(stateFolder(), { recursive: true });
    const found = await audit('verify');
    expect(found).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Not proven to the end: 1 records/) });
    expect(found.stderr).toContain('remembers nothing of what it wrote');
    expect(found.stdout).toContain('Not looked at: the anchors of audit.anchor. Run with --anchors');
    const json = JSON.parse((await audit('verify', '--json')).stdout);
    expect(json).toMatchObject({ kind: 'unproven', anchorsNotRead: true, doubts: [{ kind: 'end_not_remembered' }] });
    expect(await audit('verify', '--anchors')).toMatchObject(refusal(1, 'records up to the kept head are missing'));
  });
});

describe('confere audit accept-loss', () => {
  const accept = (...args: string[]) => audit('accept-loss', ...args);

  test('does nothing where nothing is lost, without a reason, or without --yes', async () => {
    expect(await accept('--yes', '--reason', 'because I say so')).toMatchObject(refusal(1, 'Nothing is lost'));
    expect(await accept('--yes', '--reason', 'no')).toMatchObject(refusal(2, 'Say why'));
    expect((await accept('--reason', 'because I say so')).code).toBe(2);
    expect((await accept('--yes')).code).toBe(2);
    expect((await audit('list', '--json')).stdout).not.toContain('audit_loss_accepted');
  });

  test('goes on after an older copy was put back: recorded, and older heads tell of it without an alarm for ever', async () => {
    const older = file('older.db');
    const database = new Database(databasePath());
    await database.backup(older);
    database.close();
    await act();
    await act();
    await audit('anchor');
    appendFileSync(file('kept.ndjson'), (await audit('heads')).stdout);
    for (const suffix of ['-wal', '-shm']) rmSync(`${databasePath()}${suffix}`, { force: true });
    copyFileSync(older, databasePath());
    expect((await audit('verify', '--anchors')).code).toBe(1);
    expect((await act()).stderr).toContain('AUDIT_REWOUND');
    const accepted = await accept('--yes', '--reason', 'the disk was swapped');
    expect(accepted).toMatchObject(success('Accepted and recorded'));
    expect(accepted.stdout).toMatch(/written here up to record \d+/);
    await act();
    const acts = JSON.parse((await audit('list', '--kind', 'act', '--json')).stdout) as {
      act: string;
      target: string;
    }[];
    expect(JSON.parse(acts.find(({ act: name }) => name === 'audit_loss_accepted')?.target ?? '{}')).toMatchObject({
      reason: 'the disk was swapped',
      lost: [{ sequence: expect.any(Number), left: expect.any(Number) }],
    });
    for (const how of [['--anchors'], ['--heads', file('kept.ndjson')]]) {
      const verified = await audit('verify', ...how);
      expect(verified, verified.stderr).toMatchObject({ code: 0 });
      expect(verified.stdout).toMatch(
        /Accepted loss at 2\S+ by os:\S+: the disk was swapped\. Records \d+ to \d+ of \S+ are gone; a head of record \d+ was kept/,
      );
    }
    const json = JSON.parse((await audit('verify', '--anchors', '--json')).stdout);
    expect(json.kept.lost).toMatchObject([{ accepted: { reason: 'the disk was swapped' } }]);
    // What was left then must still be there.
    rewriteHistory(changeFirst);
    expect(await audit('verify', '--heads', file('kept.ndjson'))).toMatchObject(refusal(1, 'BROKEN'));
  });

  test('goes on after the audit is gone, and tells what of', async () => {
    await audit('anchor');
    removeAudit();
    expect((await accept('--yes', '--reason', 'the disk is dead')).code).toBe(0);
    await audit('anchor');
    const verified = await audit('verify', '--anchors');
    expect(verified, verified.stderr).toMatchObject(success('Accepted loss at'));
  });
});

describe('a running service', () => {
  test('sends to its places by itself, and one that fails is told once and holds up nobody', async () => {
    home = anchored({ folder: worm }, { folder: file('unmounted'), name: 'archive' });
    const service = await startTestService(home.env as Record<string, string>);
    onTestFinished(() => service.close());
    const admin = await service.listenForOperators();
    await expect.poll(() => readdirSync(worm)).toHaveLength(1);
    // biome-ignore lint/suspicious/noExplicitAny: it is looked into
    const readAudit = async () => ((await (await fetch(`${admin}/status`)).json()) as any).audit;
    await expect.poll(async () => (await readAudit()).anchors.archive.problem).toContain('the folder is not there');
    expect(await readAudit()).toMatchObject({
      writable: true,
      problem: null,
      anchors: { folder: { sent_at: expect.stringMatching(/^2/), problem: null }, archive: { sent_at: null } },
    });
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toContain('confere_audit_anchors_total{place="folder",outcome="sent"} 1');
    expect(metrics).toContain('confere_audit_anchors_total{place="folder",outcome="failed"} 0');
    expect(metrics).toMatch(/confere_audit_anchor_last_success_seconds\{place="folder"\} \d+/);
    expect(metrics).toMatch(/confere_audit_anchor_waiting_seconds\{place="archive"\} \d/);
    const failures = service.readLog().filter(({ event }) => event === 'audit_anchor_failed');
    expect(failures).toMatchObject([{ component: 'archive', internal: expect.stringContaining('unmounted') }]);
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  });

  test('whose audit is replaced by an older copy answers about nobody until an operator accepts the loss', async () => {
    const sources = createSandboxSources(systemClock);
    const service = await startTestService(home.env as Record<string, string>, { liveSources: sources });
    onTestFinished(() => service.close());
    const key = await service.createKey({ mode: 'live', rate: null });
    const verify = async () => {
      const { status, body } = await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
      return status === 200 ? '200' : `${status} ${body.code}`;
    };
    expect(await verify()).toBe('200');
    const older = file('older.db');
    const database = new Database(databasePath());
    await database.backup(older);
    database.close();
    expect(await verify()).toBe('200');
    removeAudit();
    renameSync(older, databasePath());
    await expect.poll(verify).toBe('503 audit_unavailable');
    const admin = await service.listenForOperators();
    // biome-ignore lint/suspicious/noExplicitAny: it is looked into
    const readProblem = async () => ((await (await fetch(`${admin}/status`)).json()) as any).audit.problem;
    await expect.poll(readProblem).toMatch(/^AUDIT_REWOUND: The audit is an older copy.* confere audit accept-loss$/);
    expect((await audit('accept-loss', '--yes', '--reason', 'the disk was swapped')).code).toBe(0);
    await expect.poll(verify).toBe('200');
    expect(await readProblem()).toBeNull();
  });

  test('has all that it recorded in what is sent or printed at that moment', async () => {
    const service = await startTestService(anchored().env as Record<string, string>, {
      liveSources: createSandboxSources(systemClock),
    });
    onTestFinished(() => service.close());
    const key = await service.createKey({ mode: 'live', rate: null });
    const verify = () => post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
    const readProof = async (...how: string[]) => JSON.parse((await audit('verify', '--json', ...how)).stdout);
    expect((await verify()).status).toBe(200);
    expect((await readProof()).unsigned).toBeGreaterThan(0);
    expect(await audit('anchor')).toMatchObject(success('sent to'));
    expect(await readProof('--anchors')).toMatchObject({ unsigned: 0, kept: { agreed: 1 } });
    expect((await verify()).status).toBe(200);
    const heads = (await audit('heads')).stdout.trim().split('\n');
    const { records, unsigned } = await readProof();
    expect({ unsigned, last: JSON.parse(heads.at(-1) as string).sequence }).toEqual({ unsigned: 0, last: records });
  });

  test('looks at its anchors when it starts: cut off with what is remembered, the end is missed', async () => {
    await audit('anchor');
    edit((database) => database.exec('DELETE FROM groups WHERE place > 1; DELETE FROM heads WHERE sequence > 1'));
    rmSync(stateFolder(), { recursive: true });
    const service = await startTestService(home.env as Record<string, string>, {
      liveSources: createSandboxSources(systemClock),
    });
    onTestFinished(() => service.close());
    const told = service.readLog().filter(({ event }) => event === 'audit_anchor_disagrees');
    expect(told).toMatchObject([
      { component: 'folder', internal: expect.stringContaining('records up to the kept head') },
    ]);
    await expect.poll(async () => (await fetch(`${service.address}/readyz?for=cpf`)).status).toBe(503);
    expect((await act()).stderr).toContain('AUDIT_REWOUND');
    expect((await audit('accept-loss', '--yes', '--reason', 'the disk was swapped')).code).toBe(0);
    await service.close();
    const again = await startTestService(home.env as Record<string, string>);
    onTestFinished(() => again.close());
    expect(again.readLog().filter(({ event }) => event === 'audit_anchor_disagrees')).toEqual([]);
    expect((await fetch(`${again.address}/readyz?for=cpf`)).status).toBe(200);
  });

  test('is examined by doctor: places that cannot be read are named', async () => {
    await audit('anchor');
    home = anchored({ folder: worm }, { folder: file('unmounted'), name: 'archive' });
    const { findings } = JSON.parse((await confereHere(home, 'doctor', '--json')).stdout);
    expect(findings.filter(({ subject }: { subject: string }) => subject === 'audit_anchors')).toMatchObject([
      { state: 'ok', says: expect.stringContaining('worm has what was signed until') },
      { state: 'fault', says: expect.stringMatching(/archive: .*unmounted cannot be used/) },
    ]);
  });
});
