// Work on lists over real sockets: updated, imported from a file, refused, forced, rolled back, by jobs in processes of their own; who
// may, what is left of a file, and what the audit says of it.

import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/clock.ts';
import { takeImportLock } from '../../../../src/datasets/folder/import-lock.ts';
import { completeCpf } from '../../../../src/domain/numbers/cpf.ts';
import type { ListsView, ListView } from '../../../../src/http/console/contracts/lists.ts';
import { consolePassword, openConsolePage, sendFile, signInTo } from '../../../support/console/console-page.ts';
import { startPublisherServer } from '../../../support/lists/publisher-server.ts';
import { openTestService } from '../../../support/service/service.ts';

const publishers = await startPublisherServer();
afterAll(() => publishers.close());
const service = await openTestService({ CONFERE_LISTS_DOWNLOAD_URL: publishers.url });
const [admin, analyst] = await Promise.all([signInAs('admin'), signInAs('analyst')]);

async function signInAs(role: 'analyst' | 'admin') {
  return signInTo(openConsolePage(service.address), await service.createOperator(role, consolePassword));
}

async function look(): Promise<ListsView> {
  return (await analyst.get('lists')).body;
}

async function find(list: string): Promise<ListView | undefined> {
  return (await look()).lists.find((one) => one.list === list);
}

/** What came of the job, once it is over: of one list. */
async function waitForEnd() {
  await expect.poll(async () => (await look()).job?.outcome ?? null, { timeout: 120_000 }).not.toBeNull();
  const { job } = await look();
  expect(job?.outcome).toEqual({ kind: 'done' });
  return job?.progress?.results[0];
}

const listed = completeCpf('300456712');
const ownForm = { list: 'own-fraudes', file_name: 'fraudes.csv', as_of: null, force: [] };
const ownFile = (count: number) =>
  `documento;nome\n${Array.from({ length: count }, (_, index) => `${index === 0 ? listed : ''};FULANO DE TAL ${index}\n`).join('')}`;
const uploads = () => {
  const folder = join(service.directory, 'data/list-uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const inabilitados =
  'olinda.bcb.gov.br/olinda/servico/Gepad_QuadrosGeraisInternet/versao/v1/odata/QuadroGeralInabilitados?$format=json';
const proibidos = inabilitados.replace('QuadroGeralInabilitados', 'QuadroGeralProibidos');
const bcbFile = JSON.stringify({
  value: [
    {
      CPF: listed,
      Nome: 'FULANO DE TAL',
      PAS: '7',
      Prazo_em_anos: 5,
      Inicio_do_cumprimento: '2024-01-31T00:00:00',
      Prazo_final_penalidade: '31/01/2029',
    },
  ],
});

test('work on lists is for administrators', async () => {
  for (const [name, body] of [
    ['lists-update', { list: null, force: [] }],
    ['list-rollback', { list: 'ceis', from: 'a', to: 'b' }],
    ['lists-stop', {}],
  ] as const) {
    expect((await analyst.post(name, body)).body.code).toBe('role_too_low');
    expect((await openConsolePage(service.address).post(name, body)).body.code).toBe('sign_in_required');
  }
  expect((await sendFile(analyst, 'list-import', ownForm, ownFile(1))).body.code).toBe('role_too_low');
  expect((await look()).job).toBeNull();
});

describe('an update', () => {
  test('of one list brings what its publisher offers, and is seen by others', async () => {
    publishers.answers.set(inabilitados, { kind: 'content', content: bcbFile });
    const started = await admin.post('lists-update', { list: 'bcb-inabilitados', force: [] });
    expect([started.status, started.body.job.kind, started.body.job.list]).toEqual([200, 'update', 'bcb-inabilitados']);
    expect(started.body.job).not.toHaveProperty('pid');
    expect(await waitForEnd()).toMatchObject({ list: 'bcb-inabilitados', kind: 'updated', entries: 1 });
    expect((await look()).job?.by).toMatch(/^operator:admin-/);
    expect(await find('bcb-inabilitados')).toMatchObject({ state: 'current', entries: 1 });
  });

  test('that a publisher refuses says so in both languages, and changes nothing', async () => {
    const before = (await find('bcb-inabilitados'))?.live_id;
    publishers.answers.set(inabilitados, { kind: 'status', status: 403 });
    await admin.post('lists-update', { list: 'bcb-inabilitados', force: [] });
    expect(await waitForEnd()).toMatchObject({
      kind: 'failed',
      sentence: expect.stringContaining('answered 403'),
      portuguese: expect.stringContaining('respondeu 403'),
    });
    expect((await find('bcb-inabilitados'))?.live_id).toBe(before);
  });

  test('of all lists that is stopped tells the audit of those that went live before', async () => {
    publishers.answers.set(inabilitados, { kind: 'content', content: bcbFile.replace('FULANO', 'BELTRANO') });
    publishers.answers.set(proibidos, { kind: 'drip' });
    await admin.post('lists-update', { list: null, force: [] });
    await expect.poll(() => publishers.asked.some(({ path }) => path === proibidos), { timeout: 120_000 }).toBe(true);
    expect((await admin.post('lists-stop')).body).toEqual({ stopped: true });
    await expect.poll(async () => (await look()).job?.outcome, { timeout: 120_000 }).toEqual({ kind: 'stopped' });
    const { live_id } = (await find('bcb-inabilitados')) as ListView;
    const { body } = await analyst.post('audit-search', { kind: 'act' });
    expect(body.rows).toContainEqual(
      expect.objectContaining({ act: 'list_imported', target: `bcb-inabilitados:${live_id}` }),
    );
  });

  test('is one at a time: who comes second is told so', async () => {
    const path = join(service.directory, 'data/lists/console-job.lock');
    const lock = takeImportLock(path, new Date(systemClock.nowMs()).toISOString(), { what: 'A test', portuguese: '' });
    const second = await admin.post('lists-update', { list: null, force: [] });
    const third = await sendFile(admin, 'list-import', ownForm, ownFile(1));
    lock.release();
    expect([second.status, second.body.code, third.body.code]).toEqual([409, 'lists_busy', 'lists_busy']);
    expect(third.body.title).toBe('As listas já estão sendo alteradas');
    expect((await admin.post('lists-update', { list: 'none', force: [] })).body.code).toBe('lists_changed');
    expect((await admin.post('lists-stop')).body).toEqual({ stopped: false });
  });
});

describe('a file', () => {
  test('of a list of one’s own is imported, and nothing of the file is left', async () => {
    const { status, body } = await sendFile(admin, 'list-import', ownForm, ownFile(50));
    expect([status, body.job.kind, body.job.list]).toEqual([200, 'import', 'own-fraudes']);
    expect(await waitForEnd()).toMatchObject({ kind: 'updated', entries: 50 });
    expect(await find('own-fraudes')).toMatchObject({ state: 'current', entries: 50, publisher: null });
    expect(uploads()).toEqual([]);
  });

  test('that looks wrong is refused, and published only by the names of what is overridden', async () => {
    await sendFile(admin, 'list-import', ownForm, ownFile(2));
    const refused = await waitForEnd();
    expect(refused).toMatchObject({ kind: 'refused', judgements: [{ name: 'fewer_rows' }] });
    expect(refused?.judgements[0]?.portuguese).toMatch(/um décimo ou mais sumiria/);
    expect((await find('own-fraudes'))?.entries).toBe(50);
    await sendFile(admin, 'list-import', { ...ownForm, force: ['older_data'] }, ownFile(2));
    expect((await waitForEnd())?.kind).toBe('refused');
    await sendFile(admin, 'list-import', { ...ownForm, force: ['fewer_rows'] }, ownFile(2));
    expect(await waitForEnd()).toMatchObject({ kind: 'updated', entries: 2, overridden: ['fewer_rows'] });
    expect(uploads()).toEqual([]);
  });

  test.each([
    ['is a web page', '<html><body>Acesso negado</body></html>', /é uma página da internet/],
    ['is nothing', '', /.+/],
    ['is of another layout', 'a;b\n1;2\n', /não é d|nenhuma coluna|formato/],
  ])('that %s is told apart in Portuguese', async (_, file, sentence) => {
    await sendFile(admin, 'list-import', { ...ownForm, list: 'mte', as_of: '2026-10-01' }, file);
    expect(await waitForEnd()).toMatchObject({ kind: 'failed', portuguese: expect.stringMatching(sentence) });
    expect(uploads()).toEqual([]);
  });

  test('is refused before it is taken where its list has no such name, and no name of it becomes a path', async () => {
    for (const list of ['../x', 'own-', 'nenhuma']) {
      expect((await sendFile(admin, 'list-import', { ...ownForm, list }, ownFile(1))).body.code).toBe(
        'invalid_request',
      );
    }
    await sendFile(admin, 'list-import', { ...ownForm, file_name: '../../../../tmp/e vil.csv' }, ownFile(2));
    expect((await waitForEnd())?.kind).toBe('updated');
    expect(uploads()).toEqual([]);
  });

  test('whose job is killed changes nothing, leaves nothing of itself, and stands in the way of no other', async () => {
    const before = (await find('own-fraudes'))?.live_id;
    const editions = join(service.directory, 'data/lists/own-fraudes/snapshots');
    const kept = readdirSync(editions);
    // So long that its import is not over when it is killed.
    await sendFile(admin, 'list-import', ownForm, ownFile(300_000));
    const report = JSON.parse(readFileSync(join(service.directory, 'data/lists/console-job.json'), 'utf8'));
    process.kill(report.pid, 'SIGKILL');
    await expect.poll(async () => (await look()).job?.outcome, { timeout: 120_000 }).toEqual({ kind: 'interrupted' });
    expect((await look()).job).not.toHaveProperty('upload');
    expect(await find('own-fraudes')).toMatchObject({ live_id: before, state: 'current' });
    expect(uploads()).toEqual([]);
    await sendFile(admin, 'list-import', ownForm, ownFile(3));
    expect(await waitForEnd()).toMatchObject({ kind: 'updated', entries: 3 });
    expect(readdirSync(editions).filter((name) => !kept.includes(name))).toHaveLength(1);
  });

  test('that a killed process left behind is gone with the next one', async () => {
    const left = join(service.directory, 'data/list-uploads/left');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'left.csv'), 'x');
    const before = (systemClock.nowMs() - 7_200_000) / 1_000;
    utimesSync(left, before, before);
    await sendFile(admin, 'list-import', ownForm, ownFile(2));
    await waitForEnd();
    expect(uploads()).toEqual([]);
  });
});

test('a rollback does what was confirmed or nothing, and an update then holds until somebody overrides that', async () => {
  publishers.answers.set(inabilitados, { kind: 'content', content: bcbFile.replace('DE TAL', 'DE QUAL') });
  await admin.post('lists-update', { list: 'bcb-inabilitados', force: [] });
  expect((await waitForEnd())?.kind).toBe('updated');
  const { live_id: from, previous_id: to } = (await find('bcb-inabilitados')) as ListView;
  const swapped = await admin.post('list-rollback', { list: 'bcb-inabilitados', from: to, to: from });
  expect([swapped.status, swapped.body.code]).toEqual([409, 'lists_changed']);
  await admin.post('list-rollback', { list: 'bcb-inabilitados', from, to });
  expect(await waitForEnd()).toMatchObject({ kind: 'rolled_back', entries: 1 });
  expect(await find('bcb-inabilitados')).toMatchObject({ live_id: to, previous_id: from, is_held: true });
  await admin.post('lists-update', { list: 'bcb-inabilitados', force: [] });
  expect((await waitForEnd())?.kind).toBe('held');
  await admin.post('lists-update', { list: 'bcb-inabilitados', force: ['rollback_hold'] });
  expect((await waitForEnd())?.kind).toBe('updated');
});

test('every act was in the audit before it happened, in the name of the operator, and without the name of a file', async () => {
  const { body } = await analyst.post('audit-search', { kind: 'act' });
  const acts: string[] = body.rows
    .filter(({ act }: { act: string }) => act.startsWith('list_'))
    .map(({ act, target, who }: Record<string, string>) => `${act} ${target} ${who}`)
    .reverse();
  for (const act of acts) expect(act).toMatch(/ admin-\w+$/);
  expect(acts[0]).toMatch(/^list_update_started bcb-inabilitados /);
  expect(acts[1]).toMatch(/^list_imported bcb-inabilitados:\S+ /);
  expect(acts.some((act) => act.startsWith('list_import_started own-fraudes force=fewer_rows '))).toBe(true);
  expect(acts.some((act) => /^list_rollback_started bcb-inabilitados \S+ \S+ /.test(act))).toBe(true);
  expect(acts.some((act) => act.startsWith('list_rolled_back bcb-inabilitados:'))).toBe(true);
  expect(acts.join()).not.toContain('.csv');
});
