import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ceis } from '../../../src/screening/lists/cgu/ceis.ts';
import { makeSanctions, toListCsv, writeListFile, writeListZip } from '../../support/lists/list-files.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome } from '../../support/service/process.ts';

const { confereHere } = useCommands();

test('a backup holds the lists, without one that is damaged; a restore puts them in place', async () => {
  const home = createHome();
  const at = (name: string) => join(home.directory, name);
  const zip = (name: string, rows: number) =>
    writeListZip(at(`${name}.zip`), `${name}.csv`, toListCsv(ceis.layout, makeSanctions(rows)));
  await confereHere(home, 'keys', 'create', '--mode', 'test', '--name', 'x');
  await confereHere(home, 'lists', 'import', 'ceis', zip('20260914_CEIS', 60));
  await confereHere(home, 'lists', 'import', 'ceis', zip('20260915_CEIS', 61));
  await confereHere(home, 'lists', 'import', 'own-x', writeListFile(at('own.csv'), 'nome\nMaria Exemplo\n'));
  mkdirSync(at('data/lists/cnep/snapshots'), { recursive: true });
  writeFileSync(at('data/lists/cnep/live.json'), 'half of');
  const made = await confereHere(home, 'backup', at('b'), '--with-secrets', at('s.json'), '--json');
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('cnep: live.json is damaged') });
  expect(JSON.parse(made.stdout)).toMatchObject({
    lists: ['ceis', 'own-x'],
    damaged_lists: [expect.stringMatching(/^cnep/)],
  });
  expect(JSON.parse(readFileSync(at('b/manifest.json'), 'utf8'))).toMatchObject({ lists: ['ceis', 'own-x'] });
  expect(existsSync(at('b/lists/cnep'))).toBe(false);

  const fresh = createHome();
  const order = [at('b'), '--ledger', at('b/erasures.ndjson'), '--with-secrets', at('s.json')];
  expect(await confereHere(fresh, 'restore', ...order)).toMatchObject({ code: 0 });
  const status = JSON.parse((await confereHere(fresh, 'lists', 'status', '--json')).stdout) as { list: string }[];
  expect(status.find(({ list }) => list === 'ceis')).toMatchObject({
    live: { entries: 61 },
    previous: { entries: 60 },
  });
  expect((await confereHere(fresh, 'lists', 'rollback', 'ceis')).stdout).toMatch(/2026-09-14 +60/);
  expect((await confereHere(fresh, 'doctor')).stdout).toMatch(/lists/);

  const small = await confereHere(home, 'backup', at('small'), '--no-lists', '--json');
  expect(JSON.parse(small.stdout)).toMatchObject({ lists: [] });
  expect(readdirSync(at('small'))).not.toContain('lists');
  expect(JSON.parse(readFileSync(at('small/manifest.json'), 'utf8'))).toMatchObject({ lists: [] });
});
