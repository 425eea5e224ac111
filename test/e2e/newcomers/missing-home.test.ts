// A command with the wrong folders: it makes none, and says where it looked.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutputDirectory } from '../../support/output.ts';
import { main } from '../../support/program.ts';

function run(cwd: string, more: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; stderr: string }>((resolve) => {
    const env = { ...process.env, ...more };
    execFile(process.execPath, [main, ...args], { cwd, env }, (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stderr }),
    );
  });
}

const running =
  /^(No Confere that this user can see runs|These data directories are in use by a running Confere:\n( {2}.+\n){1,6})/m;

test('in a folder without data a command makes nothing, and names the folder and who runs elsewhere', async () => {
  const folder = createOutputDirectory('nowhere');
  const refused = await run(folder, {}, 'keys', 'create', '--name', 'x', '--mode', 'test');
  expect(refused).toEqual({ code: 2, stderr: expect.stringContaining(`There is no Confere here: ${folder}/data and`) });
  expect(refused.stderr).toMatch(running);
  expect(readdirSync(folder)).toEqual([]);
});

test('so it does where the settings file names the wrong folders; only an import makes them, and says so', async () => {
  const folder = createOutputDirectory('misnamed');
  const file = join(folder, 'confere.yaml');
  const home = join(folder, 'elsewhere');
  mkdirSync(home);
  writeFileSync(file, `data_dir: ${home}/data\nsecrets_dir: ${home}/secrets\n`);
  const settings = { CONFERE_CONFIG: file };
  const refused = await run(folder, settings, 'keys', 'create', '--name', 'x', '--mode', 'test');
  expect(refused).toEqual({ code: 2, stderr: expect.stringContaining(`as ${file} decides`) });
  expect(refused.stderr).toMatch(running);
  expect(readdirSync(home)).toEqual([]);
  const imported = await run(folder, settings, 'registry', 'import', join(folder, 'nothing'));
  expect(imported).toEqual({ code: 2, stderr: expect.stringContaining('No Confere had data here before') });
  expect(existsSync(join(home, 'secrets/master.key'))).toBe(true);
});
