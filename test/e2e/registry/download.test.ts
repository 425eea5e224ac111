// The real commands against a real share on this machine.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { createZipFile } from '../../../scripts/make-dump/zip-file.ts';
import { main } from '../../support/program.ts';
import { startWebdavServer, type WebdavServer } from '../../support/registry/webdav-server.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { confere, type Home } from '../../support/service/process.ts';
import { unhurried } from '../../support/service/unhurried.ts';
import { gatherText } from '../../support/texts.ts';

/** The first test of each command has processes of its own. */
const { confereHere } = useCommands();
const root = mkdtempSync(join(tmpdir(), 'confere-update-'));
const dumps = { '2026-09': '2026-09-12', '2026-10': '2026-10-10' } as const;
let server: WebdavServer;
let home: Home;
let folder: string;
let downloads: string;

beforeAll(async () => {
  for (const [month, date] of Object.entries(dumps)) {
    await makeDump({ establishments: 600, folder: join(root, month), date });
  }
});
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(async () => {
  server = await startWebdavServer();
  const directory = mkdtempSync(join(root, 'home-'));
  folder = join(directory, 'files');
  downloads = join(directory, 'data/downloads');
  home = {
    directory,
    env: {
      ...unhurried,
      CONFERE_DATA_DIR: join(directory, 'data'),
      CONFERE_SECRETS_DIR: join(directory, 'secrets'),
      CONFERE_REGISTRY_DOWNLOAD_URL: server.url,
    },
  };
  publish('2026-09');
});
afterEach(() => server.close());

describe('confere registry download', () => {
  it('fetches the newest month and says how to import it', async () => {
    publish('2026-10');
    const done = await confere(home, 'registry', 'download', '--to', folder);
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toContain('2026-10 is complete: 41 files');
    expect(done.stdout).toContain(`confere registry import ${join(folder, '2026-10')}`);
    expect((await confere(home, 'registry', 'import', join(folder, '2026-10'))).stdout).toContain(
      'Live: 600 establishments',
    );
  });

  it('fetches the month that is asked for, and tells machines what it did', async () => {
    publish('2026-10');
    const done = await run('registry', 'download', '--to', folder, '--month', '2026-09', '--json');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const result = JSON.parse(done.stdout);
    expect(result).toMatchObject({
      month: '2026-09',
      folder: join(folder, '2026-09'),
      complete: true,
      not_published: [],
    });
    expect(result.files).toHaveLength(41);
    expect(result.files[0]).toMatchObject({ kind: 'downloaded', name: expect.any(String), bytes: expect.any(Number) });
  });

  it('ends with 3 and a sentence when the month is partial, with 0 once it is whole', async () => {
    server.files.delete('2026-09/Empresas4.zip');
    server.mischief = (path) => (path.endsWith('Simples.zip') ? { kind: 'status', status: 403 } : { kind: 'none' });
    // On a busy machine the progress is told before.
    const partial = await confere(home, 'registry', 'download', '--to', folder);
    expect(partial).toMatchObject({ code: 3, stdout: '' });
    expect(partial.stderr).toContain(
      '2026-09 is partial; not published yet: Empresas4.zip; not fetched: Simples.zip (the server answered 403). ' +
        'Run the same command again later: it resumes where it stopped.\n',
    );
    const json = await run('registry', 'download', '--to', folder, '--json');
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({ complete: false, not_published: ['Empresas4.zip'] });
    publish('2026-09');
    server.mischief = () => ({ kind: 'none' });
    expect((await run('registry', 'download', '--to', folder)).code).toBe(0);
  });

  it('goes on after kill -9 with the bytes that were there', async () => {
    const large = largeZip();
    server.put('2026-09/Estabelecimentos0.zip', large);
    server.mischief = (path, turn) =>
      path.endsWith('Estabelecimentos0.zip') && turn === 0 ? { kind: 'stall', stallAfter: 400_000 } : { kind: 'none' };
    const { child, ended } = start([process.execPath], 'registry', 'download', '--to', folder);
    const part = join(folder, '2026-09/Estabelecimentos0.zip.part');
    await expect.poll(() => existsSync(part) && statSync(part).size).toBe(400_000);
    child.kill('SIGKILL');
    await ended;
    expect((await run('registry', 'download', '--to', folder)).code).toBe(0);
    expect(server.gets.filter(({ path }) => path.endsWith('Estabelecimentos0.zip')).at(-1)).toMatchObject({
      range: 'bytes=400000-',
      status: 206,
    });
    expect(readFileSync(join(folder, '2026-09/Estabelecimentos0.zip')).equals(large)).toBe(true);
  });

  it('runs once per folder: a second one says who is there; Ctrl-C ends the first and keeps its bytes', async () => {
    server.put('2026-09/Estabelecimentos0.zip', largeZip());
    server.mischief = (path) =>
      path.endsWith('Estabelecimentos0.zip') ? { kind: 'stall', stallAfter: 400_000 } : { kind: 'none' };
    const first = start([process.execPath], 'registry', 'download', '--to', folder);
    const part = join(folder, '2026-09/Estabelecimentos0.zip.part');
    await expect.poll(() => existsSync(part) && statSync(part).size).toBe(400_000);
    const second = await run('registry', 'download', '--to', folder);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^A download is already running \(process \d+, since .*\n$/);
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject(refusal(130, 'The download was stopped'));
    expect(statSync(part).size).toBe(400_000);
  });

  it('ends with one sentence when the disk refuses, and goes on once it does not', async () => {
    server.put('2026-09/Estabelecimentos0.zip', largeZip());
    // A limit on the size of files stands for a disk that fills up on the way: it needs no rights.
    const limited = start(
      ['bash', '-c', 'ulimit -f 400; exec "$0" "$@"', process.execPath],
      'registry',
      'download',
      '--to',
      folder,
    );
    const { code, stderr } = await limited.ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Writing to \S+2026-09 failed \(EFBIG\): .*run the same command again\.\n$/m);
    expect((await run('registry', 'download', '--to', folder)).code).toBe(0);
    expect(server.gets.filter(({ path }) => path.endsWith('Estabelecimentos0.zip')).at(-1)?.range).toMatch(
      /^bytes=[1-9]/,
    );
  });

  it('names the setting when the address is wrong, without its token', async () => {
    const url = server.url.replace('http://', 'http://secret-token@').replace('public.php', 'moved');
    home.env['CONFERE_REGISTRY_DOWNLOAD_URL'] = url;
    const failed = await run('registry', 'download', '--to', folder);
    expect(failed.code).toBe(2);
    expect(failed.stderr).toContain('registry.download_url');
    expect(failed.stderr).not.toContain('secret-token');
  });
});

describe('confere registry update', () => {
  it('imports the newest month once, does nothing while it is live, and follows the next month', async () => {
    const first = await confere(home, 'registry', 'update');
    expect(first).toMatchObject(success('Live: 600 establishments'));
    expect(first.stdout).toContain('as of 2026-09-12');
    const asked = server.gets.length;
    const again = await confere(home, 'registry', 'update');
    expect(again).toMatchObject(success('Nothing to do: the newest month is 2026-09'));
    expect(server.gets.length).toBe(asked);
    publish('2026-10');
    const next = await confere(home, 'registry', 'update', '--json');
    expect(JSON.parse(next.stdout)).toMatchObject({
      outcome: 'updated',
      month: '2026-10',
      data_as_of: '2026-10-10',
      establishments: 600,
    });
    expect(JSON.parse((await confere(home, 'registry', 'update', '--json')).stdout)).toEqual({
      outcome: 'up_to_date',
      month: '2026-10',
      data_as_of: '2026-10-10',
    });
    expect(readdirSync(downloads).filter((name) => name.startsWith('20'))).toEqual([]);
  });

  it('keeps the files when told so', async () => {
    await run('registry', 'update', '--keep-files', '--to', folder);
    expect(existsSync(join(folder, '2026-09/Simples.zip'))).toBe(true);
  });

  it('changes nothing while the newest month is partial', async () => {
    await run('registry', 'update');
    publish('2026-10');
    server.files.delete('2026-10/Estabelecimentos7.zip');
    const partial = await run('registry', 'update', '--json');
    expect(partial.code).toBe(3);
    expect(JSON.parse(partial.stdout)).toMatchObject({
      outcome: 'partial',
      month: '2026-10',
      not_published: ['Estabelecimentos7.zip'],
    });
    expect(await liveDate()).toBe('2026-09-12');
    publish('2026-10');
    expect((await run('registry', 'update')).code).toBe(0);
    expect(await liveDate()).toBe('2026-10-10');
  });

  it('leaves a rollback alone until it is released, and an older month only follows by name', async () => {
    await run('registry', 'update');
    publish('2026-10');
    await run('registry', 'update');
    await run('registry', 'rollback');
    const held = await run('registry', 'update');
    expect(held).toMatchObject(success('a rollback holds the data of 2026-09-12'));
    expect(JSON.parse((await run('registry', 'update', '--json')).stdout)).toEqual({
      outcome: 'held',
      data_as_of: '2026-09-12',
    });
    expect(await liveDate()).toBe('2026-09-12');
    await run('registry', 'release');
    expect((await run('registry', 'update')).code).toBe(0);
    expect(await liveDate()).toBe('2026-10-10');
    const older = await run('registry', 'update', '--month', '2026-09');
    expect(older).toMatchObject(refusal(2, '--force older_data'));
    const forced = await run('registry', 'update', '--month', '2026-09', '--force', 'older_data', '--json');
    expect(JSON.parse(forced.stdout)).toMatchObject({ outcome: 'updated', overridden: ['older_data'] });
  });

  it('imports a month again that is published anew, and only then', async () => {
    await run('registry', 'update');
    server.put('2026-09/Simples.zip', readFileSync(join(root, '2026-09/Simples.zip')));
    expect(JSON.parse((await run('registry', 'update', '--json')).stdout)).toMatchObject({ outcome: 'updated' });
    expect(JSON.parse((await run('registry', 'update', '--json')).stdout)).toMatchObject({ outcome: 'up_to_date' });
  });

  it('takes the older month on a fresh installation while the newest is partial', async () => {
    publish('2026-10');
    server.files.delete('2026-10/Estabelecimentos7.zip');
    expect(JSON.parse((await run('registry', 'update', '--json')).stdout)).toMatchObject({
      outcome: 'updated',
      month: '2026-09',
    });
  });

  it('fetches a file again by itself that was damaged in transit, once', async () => {
    const whole = readFileSync(join(root, '2026-09/Empresas4.zip'));
    await run('registry', 'download', '--to', downloads);
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, 200, 400);
    writeFileSync(join(downloads, '2026-09/Empresas4.zip'), damaged);
    const asked = server.gets.length;
    expect((await run('registry', 'update')).code).toBe(0);
    expect(server.gets.slice(asked).map(({ path }) => path)).toEqual(['2026-09/Empresas4.zip']);
  });

  it('leaves the live registry and the files alone when the import refuses them', async () => {
    await run('registry', 'update');
    publish('2026-10');
    server.put('2026-10/Simples.zip', readFileSync(join(root, '2026-09/Simples.zip')));
    const failed = await run('registry', 'update');
    expect(failed).toMatchObject(refusal(2, 'extracted on different days'));
    expect(await liveDate()).toBe('2026-09-12');
    expect(existsSync(join(downloads, '2026-10/Empresas0.zip'))).toBe(true);
    server.put('2026-10/Simples.zip', readFileSync(join(root, '2026-10/Simples.zip')));
    expect((await run('registry', 'update')).code).toBe(0);
    expect(await liveDate()).toBe('2026-10-10');
  });
});

function publish(month: keyof typeof dumps): void {
  for (const name of readdirSync(join(root, month))) {
    const path = `${month}/${name}`;
    if (name.endsWith('.zip') && !server.files.has(path)) server.put(path, readFileSync(join(root, path)));
  }
}

const run = (...words: string[]) => confereHere(home, ...words);

/** A command to be stopped on its way. */
function start([program, ...before]: [string, ...string[]], ...words: string[]) {
  const child = spawn(program, [...before, main, ...words], { env: { ...process.env, ...home.env } });
  const stderr = gatherText(child.stderr);
  const ended = once(child, 'close').then(([code]) => ({ code, stderr: stderr() }));
  return { child, ended };
}

async function liveDate(): Promise<string> {
  return JSON.parse((await run('registry', 'status', '--json')).stdout).live.data_as_of;
}

function largeZip(): Buffer {
  const path = join(root, 'large.zip');
  const zip = createZipFile({ path, member: 'MEMBER', date: '2026-09-12', level: 1, zip64: false });
  zip.write(randomBytes(700_000));
  zip.close();
  return readFileSync(path);
}
