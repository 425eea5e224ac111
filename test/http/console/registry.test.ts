// Cadastro's routes over real sockets: first nothing, then imported, refused, forced, rolled back and released, by jobs in processes of
// their own; who may, and what the audit says of it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { rewriteZip } from '../../support/registry/rewrite-zip.ts';
import { startWebdavServer } from '../../support/registry/webdav-server.ts';
import { openTestService } from '../../support/service/service.ts';

const share = await startWebdavServer();
afterAll(() => share.close());
const service = await openTestService({ CONFERE_REGISTRY_DOWNLOAD_URL: share.url });
const [admin, viewer] = await Promise.all([signInAs('admin'), signInAs('viewer')]);

async function signInAs(role: 'viewer' | 'analyst' | 'admin') {
  return signInTo(openConsolePage(service.address), await service.createOperator(role, consolePassword));
}

async function look(page = viewer) {
  const { status, body } = await page.get('registry');
  expect(status).toBe(200);
  return body;
}

/** What came of the job, once it is over. */
async function waitForEnd() {
  await expect.poll(async () => (await look()).job?.outcome ?? null, { timeout: 120_000 }).not.toBeNull();
  return (await look()).job.outcome;
}

const dumpFolder = (name: string) => join(service.directory, 'data/downloads', name);

describe('the registry', () => {
  test('is empty at first, which everyone may see', async () => {
    expect(await look()).toEqual({
      live: null,
      previous: null,
      held: false,
      has_other_import: false,
      job: null,
      folders: [],
    });
  });

  test.each([
    ['import', { folder: '2026-10', force: [] }],
    ['update', { force: [] }],
    ['rollback', { from: 'a', to: 'b' }],
    ['release', {}],
    ['stop', {}],
  ])('%s is for administrators', async (name, body) => {
    const analyst = await signInAs('analyst');
    expect((await analyst.post(`registry-${name}`, body)).body.code).toBe('role_too_low');
    expect((await openConsolePage(service.address).post(`registry-${name}`, body)).body.code).toBe('sign_in_required');
  });

  test('only a folder that was listed can be imported: no path comes from a browser', async () => {
    mkdirSync(join(service.directory, 'data/elsewhere'), { recursive: true });
    for (const folder of ['../elsewhere', '/etc', '.', '..', '2026-01', service.directory.slice(0, 100)]) {
      const answer = await admin.post('registry-import', { folder, force: [] });
      expect([answer.status, answer.body.code]).toEqual([409, 'registry_changed']);
    }
    expect((await admin.post('registry-import', { folder: 'x', force: ['everything'] })).body.code).toBe(
      'invalid_request',
    );
    expect((await look()).job).toBeNull();
  });

  test('a folder is imported in a process of its own, seen by others, and one at a time', async () => {
    await makeDump({ establishments: 20_000, folder: dumpFolder('2026-10'), seed: 31 });
    expect((await look()).folders).toMatchObject([{ name: '2026-10', files: expect.any(Number) }]);
    const started = await admin.post('registry-import', { folder: '2026-10', force: [] });
    expect([started.status, started.body.job.kind, started.body.job.folder]).toEqual([200, 'import', '2026-10']);
    expect(started.body.job).not.toHaveProperty('pid');
    const second = await admin.post('registry-update', { force: [] });
    if ((await look()).job.id === started.body.job.id && second.status !== 200)
      expect([second.status, second.body.code]).toEqual([409, 'registry_busy']);
    expect(await waitForEnd()).toMatchObject({ kind: 'imported', data_as_of: '2026-10-10', establishments: 20_000 });
    const { live, previous, job } = await look();
    expect(job.by).toMatch(/^operator:admin-/);
    expect([live.data_as_of, live.establishments, live.problem, previous]).toEqual(['2026-10-10', 20_000, null, null]);
    expect(live.verified_at).not.toBeNull();
  });

  test('files that are judged to be wrong are refused in both languages, and published only by the names of what is overridden', async () => {
    await makeDump({ establishments: 20_000, folder: dumpFolder('2026-11'), seed: 31 });
    const cut = (rows: string[]) => rows.slice(0, rows.length * 0.3);
    await rewriteZip(join(dumpFolder('2026-11'), 'Estabelecimentos3.zip'), cut, 'latin1');
    await admin.post('registry-import', { folder: '2026-11', force: [] });
    const refused = await waitForEnd();
    expect(refused.kind).toBe('refused');
    const [first] = refused.judgements;
    expect(first.name).toBe('part_rows');
    expect(first.sentence).toMatch(/^Estabelecimentos3 holds \d+ rows/);
    expect(first.portuguese).toMatch(/^Estabelecimentos3 tem \d+ linhas/);
    await admin.post('registry-import', { folder: '2026-11', force: ['older_data'] });
    expect((await waitForEnd()).kind).toBe('refused');
    const force = [...new Set(refused.judgements.map(({ name }: { name: string }) => name))];
    await admin.post('registry-import', { folder: '2026-11', force });
    expect(await waitForEnd()).toMatchObject({ kind: 'imported', overridden: expect.arrayContaining(['part_rows']) });
    expect((await look()).previous.establishments).toBe(20_000);
  });

  test('a rollback does what was confirmed or nothing, and holds until it is released', async () => {
    const { live, previous } = await look();
    const swapped = await admin.post('registry-rollback', { from: previous.id, to: live.id });
    expect([swapped.status, swapped.body.code]).toEqual([409, 'registry_changed']);
    await admin.post('registry-rollback', { from: live.id, to: previous.id });
    expect(await waitForEnd()).toMatchObject({ kind: 'rolled_back', snapshot: previous.id, establishments: 20_000 });
    const after = await look();
    expect([after.live.id, after.previous.id, after.held]).toEqual([previous.id, live.id, true]);
    await admin.post('registry-update', { force: [] });
    expect((await waitForEnd()).kind).toBe('held');
    await admin.post('registry-import', { folder: '2026-11', force: ['part_rows', 'fewer_rows'] });
    const refused = await waitForEnd();
    expect([refused.kind, refused.judgements?.map(({ name }: { name: string }) => name)]).toEqual([
      'refused',
      ['rollback_hold'],
    ]);
    expect(refused.judgements[0].portuguese).toContain('está travado neles');
    expect((await look()).held).toBe(true);
    expect((await admin.post('registry-release')).body.held).toBe(false);
    expect((await admin.post('registry-release')).body.code).toBe('registry_changed');
  });

  test('an update that finds no server says so, and changes nothing', async () => {
    share.listing = () => ({ status: 404 });
    const before = (await look()).live.id;
    await admin.post('registry-update', { force: [] });
    const outcome = await waitForEnd();
    expect(outcome.kind).toBe('failed');
    expect(outcome.sentence).toContain('answered 404, so the files are not there');
    expect(outcome.portuguese).toContain('respondeu 404: os arquivos não estão lá');
    expect((await look()).live.id).toBe(before);
  });

  test('every act was in the audit before it happened, in the name of the operator', async () => {
    const { body } = await (await signInAs('analyst')).post('audit-search', { kind: 'act' });
    const acts = body.rows
      .filter(({ act }: { act: string }) => act.startsWith('registry_'))
      .map(({ act, target, who }: { act: string; target: string; who: string }) => `${act} ${target} ${who}`)
      .reverse();
    const by = / admin-\w+$/;
    for (const act of acts) expect(act).toMatch(by);
    expect(acts[0]).toMatch(/^registry_import_started 2026-10 /);
    expect(acts[1]).toMatch(/^registry_imported \S+ /);
    expect(acts.some((act: string) => /^registry_import_started 2026-11 force=\S*part_rows/.test(act))).toBe(true);
    expect(acts.some((act: string) => /^registry_rollback_started \S+ \S+ /.test(act))).toBe(true);
    expect(acts.some((act: string) => /^registry_rolled_back \S+ /.test(act))).toBe(true);
    expect(acts.some((act: string) => act.startsWith('registry_released '))).toBe(true);
  });
});
