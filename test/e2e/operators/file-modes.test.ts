import { chmodSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeListFile } from '../../support/lists/list-files.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome, startProcess } from '../../support/service/process.ts';

const { confereHere } = useCommands();

test('nobody else of the machine reads a file that holds what is kept, in the data, in a backup or after a restore', async () => {
  const home = createHome();
  const at = (name: string) => join(home.directory, name);
  /** What others may read, of the files below. */
  const findOpen = (folder: string, wanted: RegExp = /./) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => wanted.test(name) && lstatSync(at(`${folder}/${name}`)).isFile())
      .filter((name) => (lstatSync(at(`${folder}/${name}`)).mode & 0o077) !== 0);
  const databases = /\.db(?:-wal|-shm)?$/;

  const service = await startProcess(home);
  try {
    expect(readdirSync(at('data'))).toContain('confere.db-wal');
    expect(findOpen('data', databases)).toEqual([]);
  } finally {
    await service.stop();
  }
  const own = writeListFile(at('own.csv'), 'cpf;nome\n40442820135;Maria Exemplo\n40442820136;Ana Exemplo\n;\n');
  expect(await confereHere(home, 'lists', 'import', 'own-x', own)).toMatchObject({ code: 0 });
  expect(await confereHere(home, 'backup', at('b'), '--with-secrets', at('s.json'))).toMatchObject({ code: 0 });
  // The lock names a process and a time, and nothing else.
  expect(findOpen('data/lists/own-x', /^(?!import\.lock)/)).toEqual([]);
  expect(findOpen('secrets')).toEqual([]);
  expect(findOpen('b')).toEqual([]);
  expect(lstatSync(at('s.json')).mode & 0o077).toBe(0);

  // As an earlier version has left them.
  for (const name of ['confere.db', 'audit.db']) chmodSync(at(`data/${name}`), 0o644);
  for (const name of ['confere.db', 'audit.db']) chmodSync(at(`b/${name}`), 0o644);
  writeFileSync(at('data/audit.db-wal'), '', { mode: 0o644 });
  const again = await startProcess(home);
  await again.stop();
  expect(findOpen('data', databases)).toEqual([]);
  const fresh = { ...home, env: { ...home.env, CONFERE_DATA_DIR: at('data2'), CONFERE_SECRETS_DIR: at('secrets2') } };
  const order = [at('b'), '--ledger', at('b/erasures.ndjson'), '--with-secrets', at('s.json')];
  expect(await confereHere(fresh, 'restore', ...order)).toMatchObject({ code: 0 });
  expect(findOpen('data2')).toEqual([]);
});
