import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { ceis } from '../../../src/screening/lists/cgu/ceis.ts';
import { makeSanctions, toListCsv, writeListFile, writeListZip } from '../../support/lists/list-files.ts';
import { refusal, useCommands } from '../../support/service/commands.ts';
import { confere, createHome } from '../../support/service/process.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const { confereHere } = useCommands();

test('an operator imports a list, sees it, sees a row, goes back, forgets it, and all of it is in the audit', async () => {
  const home = createHome();
  const folder = createTemporaryFolder('list-files');
  const zip = (name: string, rows: number) =>
    writeListZip(join(folder, `${name}.zip`), `${name}.csv`, toListCsv(ceis.layout, makeSanctions(rows)));
  const first = await confere(home, 'lists', 'import', 'ceis', zip('20260914_CEIS', 60));
  expect(first).toMatchObject({ code: 0, stdout: 'Live: 60 entries of ceis as of 2026-09-14.\n' });
  const second = await confereHere(home, 'lists', 'import', 'ceis', zip('20260915_CEIS', 61), '--json');
  expect(JSON.parse(second.stdout)).toMatchObject({
    list: 'ceis',
    data_as_of: '2026-09-15',
    entries: 61,
    overridden: [],
  });

  const half = await confereHere(home, 'lists', 'import', 'ceis', zip('20260916_CEIS', 20));
  expect(half).toMatchObject(refusal(2, '--force fewer_rows'));
  const page = await confereHere(home, 'lists', 'import', 'ceis', writeListFile(join(folder, 'a.zip'), '<html>'));
  expect(page).toMatchObject(refusal(2, 'is a web page'));
  const status = JSON.parse((await confereHere(home, 'lists', 'status', '--json')).stdout) as { list: string }[];
  expect(status.map(({ list }) => list)).toEqual([
    'ceis',
    'cnep',
    'cepim',
    'leniencia',
    'ceaf',
    'pep',
    'tcu-inidoneos',
    'tcu-inabilitados',
    'tcu-contas-irregulares',
    'bcb-inabilitados',
    'bcb-proibidos',
    'mte',
    'ibama',
    'onu',
    'ofac',
    'ue',
    'ofac-non-sdn',
    'reino-unido',
    'seco',
    'canada',
    'bis',
    'banco-mundial',
    'cvm-acusados',
    'tse-gerais',
    'tse-municipais',
  ]);
  expect(status[0]).toMatchObject({
    live: { entries: 61 },
    previous: { entries: 60 },
    last_import: { outcome: 'failed' },
  });
  const table = (await confereHere(home, 'lists', 'status')).stdout;
  expect(table).toMatch(/^pep +missing$/m);
  expect(table).toMatch(/^seco +off$/m);

  const shown = await confereHere(home, 'lists', 'show', 'ceis:1001');
  const cpf = completeCpf('300001001');
  expect(shown.stdout).toMatch(/document +\*\*\*\.001\.\d{3}-\*\*/);
  expect(shown.stdout).not.toContain(cpf);
  expect(shown.stdout).not.toContain(cpf.slice(0, 6));
  expect(await confereHere(home, 'lists', 'show', 'ceis:9')).toMatchObject({ code: 2 });

  expect((await confereHere(home, 'lists', 'rollback', 'ceis')).stdout).toMatch(
    /held by a rollback +2026-09-14 +2026-09-14 +60/,
  );
  expect(await confereHere(home, 'lists', 'rollback', 'pep')).toMatchObject({ code: 2 });
  await confereHere(home, 'lists', 'import', 'ceis', zip('20260917_CEIS', 62), '--force', 'rollback_hold');
  const kept = JSON.parse((await confereHere(home, 'lists', 'status', '--json')).stdout);
  expect(kept[0]).toMatchObject({ live: { entries: 62 }, previous: { entries: 60 }, stored: { editions: 3 } });
  expect(await confereHere(home, 'lists', 'forget', 'ceis')).toMatchObject({ stderr: expect.stringMatching(/--yes/) });
  const forgotten = await confereHere(home, 'lists', 'forget', 'ceis', '--yes');
  expect(forgotten.stdout).toMatch(/^Forgotten: 3 editions of ceis, /);
  expect((await confereHere(home, 'lists', 'status')).stdout).toMatch(/^ceis +missing$/m);
  const acts = JSON.parse((await confereHere(home, 'audit', 'list', '--kind', 'act', '--json')).stdout) as {
    act: string;
  }[];
  expect(acts.map(({ act }) => act).filter((act) => act.startsWith('list_'))).toEqual([
    'list_forgotten',
    'list_imported',
    'list_rolled_back',
    'list_imported',
    'list_imported',
  ]);
});

test('what an operator overrides, and why, is in the audit', async () => {
  const home = createHome();
  const folder = createTemporaryFolder('list-files');
  const zip = (name: string, rows: number) =>
    writeListZip(join(folder, `${name}.zip`), `${name}.csv`, toListCsv(ceis.layout, makeSanctions(rows)));
  await confereHere(home, 'lists', 'import', 'ceis', zip('20260914_CEIS', 60));
  const half = ['lists', 'import', 'ceis', zip('20260915_CEIS', 30), '--force', 'fewer_rows'];
  const ofPerson = `A pedido de ${completeCpf('300456789')}`;
  for (const [wrong, says] of [
    ['no', 'Say why in 5 to 300'],
    [ofPerson, 'It has a CPF'],
  ] as const)
    expect(await confereHere(home, ...half, '--reason', wrong)).toMatchObject({
      stderr: expect.stringContaining(says),
    });
  const reason = 'O portal confirma: a lista encolheu em setembro.';
  expect(await confereHere(home, ...half, '--reason', reason)).toMatchObject({ code: 0 });
  const listed = await confereHere(home, 'audit', 'list', '--kind', 'act', '--json');
  const [last, first] = (JSON.parse(listed.stdout) as { act: string; target: string }[]).filter(
    ({ act }) => act === 'list_imported',
  );
  expect(last?.target).toMatch(new RegExp(`^ceis:\\S+ forced:fewer_rows ${reason}$`));
  expect(first?.target).toMatch(/^ceis:\S+$/);
});
