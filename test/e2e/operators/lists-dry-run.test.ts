// `confere lists import --dry-run`: what an edition would change is what it changes then, and nothing stays of the look.

import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ceis } from '../../../src/screening/lists/cgu/ceis.ts';
import { makeSanctions, type Rows, toListCsv, writeListZip } from '../../support/lists/list-files.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome, createKey, startProcess } from '../../support/service/process.ts';
import { get, post } from '../../support/service/service.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const { confereHere } = useCommands();
function createPlace() {
  const temporary = createTemporaryFolder('dry-run-temporary');
  const home = createHome({ TMPDIR: temporary });
  const zip = (name: string, rows: Rows) =>
    writeListZip(join(home.directory, `${name}.zip`), `${name}.csv`, toListCsv(ceis.layout, rows));
  /** Every file of the lists with its size, and what is left in the folder of temporary files. */
  const look = () => {
    const lists = join(home.directory, 'data/lists');
    const files =
      statSync(lists, { throwIfNoEntry: false }) && readdirSync(lists, { recursive: true, encoding: 'utf8' });
    const sizes = files?.sort().map((name) => `${name} ${statSync(join(lists, name)).size}`);
    return { files: sizes, temporary: readdirSync(temporary).filter((name) => name.startsWith('confere-')) };
  };
  return { home, look, zip };
}

test('where nothing was ever imported, a dry run says what is in the file and makes no file at all', async () => {
  const { home, look, zip } = createPlace();
  const path = zip('20260914_CEIS', makeSanctions(60));
  const tried = await confereHere(home, 'lists', 'import', 'ceis', path, '--dry-run');
  expect(tried).toMatchObject({
    code: 0,
    stdout:
      'Dry run: nothing was imported.\nceis as of 2026-09-14: 60 entries.\nNo edition is live yet: every entry is new.\nYou watch no customers in the lists.\n',
  });
  expect(statSync(join(home.directory, 'data'), { throwIfNoEntry: false })).toBeUndefined();
  const page = await confereHere(home, 'lists', 'import', 'ceis', join(home.directory, 'none.zip'), '--dry-run');
  expect(page).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file') });
  expect(look()).toEqual({ files: undefined, temporary: [] });
});

test('a dry run says for which watched customers an edition begins, ends or changes a hit, and the import then tells the same', async () => {
  const { home, look, zip } = createPlace();
  mkdirSync(join(home.directory, 'data'), { recursive: true, mode: 0o700 });
  const all = makeSanctions(120);
  const isWatched = (from: number, to: number) => all.slice(from, to).filter((row) => row['person_kind'] === 'F');
  const [stays, ends, cleared] = [isWatched(0, 4), isWatched(4, 10), isWatched(10, 12)];
  const [changes, begins] = [isWatched(12, 14), isWatched(114, 120)];
  const before = all.slice(0, 114);
  const after = all
    .filter((row) => ![...ends, ...cleared].includes(row))
    .map((row) => (changes.includes(row) ? { ...row, category: 'Impedimento' } : row));
  await confereHere(home, 'lists', 'import', 'ceis', zip('20260914_CEIS', before));
  const running = await startProcess(home);
  const scope = ['watch:person', 'screen', 'manage:clearances'];
  const { key, id } = await createKey(home, '--mode', 'live', '--rate', 'none', '--scope', ...scope);
  const people = [...stays, ...ends, ...cleared, ...changes, ...begins].map((row, index) => ({
    ...{ cpf: row['document'], name: row['name'], reference: `cliente-${index}` },
  }));
  for (const { document: cpf, number } of cleared) {
    const judged = { cpf, row: `ceis:${number}`, reason: 'Outra pessoa.', despite_number: true };
    expect((await post(`${running.address}/v1/screen/clearances`, judged, { key })).status).toBe(201);
  }
  const headers = { 'confere-purpose': 'legal_obligation' };
  const made = await post(`${running.address}/v1/watches?legal_basis=legal_obligation`, { people }, { key, headers });
  expect(made.status).toBe(201);
  const listTold = async () =>
    (await get(`${running.address}/v1/watches/${made.body.id}/changes?limit=1000`, { key })).body.changes as {
      readonly [key in 'kind' | 'reference' | 'row']: string;
    }[];
  const waitForTold = (count: number) =>
    vi.waitFor(async () => expect(await listTold()).toHaveLength(count), { timeout: 60_000, interval: 100 });
  await waitForTold(stays.length + ends.length + changes.length);
  const told = await listTold();

  const left = look();
  const path = zip('20260915_CEIS', after);
  const tried = await confereHere(home, 'lists', 'import', 'ceis', path, '--dry-run');
  expect(tried.code).toBe(0);
  expect(tried.stdout).toContain('ceis as of 2026-09-15: 116 entries.\nAgainst the edition of 2026-09-14: +6 −4 ~1.\n');
  expect(tried.stdout).toContain(
    'This edition changes 7 of your customers: new hits 3, hits that end 3, hits that change 1.\n',
  );
  expect(tried.stdout).toMatch(/^wat_\w+ +cliente-2 +hit ends +ceis:1005 +document, hit$/m);
  expect(tried.stdout).not.toMatch(/FULANO|\d{11}/);
  const { stdout } = await confereHere(home, 'lists', 'import', 'ceis', path, '--dry-run', '--json');
  const { watched } = JSON.parse(stdout);
  expect(watched).toMatchObject({
    watches: 1,
    partial: false,
    customers: 7,
    new_hits: 3,
    ended_hits: 3,
    changed_hits: 1,
  });
  expect(stdout).not.toMatch(/FULANO|\d{11}/);

  const half = await confereHere(
    home,
    'lists',
    'import',
    'ceis',
    zip('20260916_CEIS', before.slice(0, 50)),
    '--dry-run',
  );
  expect(half).toMatchObject({ code: 2, stderr: expect.stringMatching(/would be refused[\s\S]*--force fewer_rows/) });
  expect(half.stdout).toContain('+0 −64 ~0');
  expect(look()).toEqual(left);
  expect(await listTold()).toEqual(told);
  const acts = JSON.parse((await confereHere(home, 'audit', 'list', '--kind', 'act', '--json')).stdout);
  const ofLists = (acts as { act: string; target: string }[]).filter(({ act }) => act.startsWith('list_'));
  expect(ofLists.map(({ act, target }) => (act === 'list_imported' ? act : `${act} ${target}`))).toEqual([
    ...Array(3).fill('list_import_tried ceis'),
    'list_imported',
  ]);

  expect((await confereHere(home, 'lists', 'import', 'ceis', path)).code).toBe(0);
  await waitForTold(told.length + 7);
  const toText = ({ kind, reference, row }: Awaited<ReturnType<typeof listTold>>[number]) =>
    `${kind} ${reference} ${row}`;
  const came = (await listTold()).slice(told.length).map(toText);
  expect(watched.hits.map(toText).toSorted()).toEqual(came.toSorted());
  await running.stop();
  // Nobody is told any more, so that nobody is read either.
  await confereHere(home, 'keys', 'revoke', id);
  const revoked = await confereHere(home, 'lists', 'import', 'ceis', zip('20260917_CEIS', before), '--dry-run');
  expect(revoked.stdout).toContain('You watch no customers in the lists.');
});
