// Packages that only some tests and scripts need. Each such folder has a lock file of its own and is installed on first use, so that the
// main install stays small.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Two that install at the same time do not meet: each does so aside, and the first that is done puts it in place. */
export function installExtra(folder: string): void {
  const modules = join(folder, 'node_modules');
  if (isInstalled(folder)) return;
  process.stderr.write(`Installing what ${relative(root, folder)} needs, once…\n`);
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'extra-packages-'));
  try {
    // npm reads the settings of the folder that it installs into.
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(aside, name));
    const args = ['ci', '--prefix', aside, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    const npm = spawnSync('npm', args, { encoding: 'utf8' });
    if (npm.status !== 0) throw new Error(`npm could not install what ${folder} needs:\n${npm.stderr}`);
    if (isInstalled(folder)) return;
    rmSync(modules, { recursive: true, force: true });
    renameSync(join(aside, 'node_modules'), modules);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function isInstalled(folder: string): boolean {
  const mark = join(folder, 'node_modules/.package-lock.json');
  return existsSync(mark) && statSync(mark).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
}

/** A module of such a folder, with what it imports in place. */
export function loadExtra<Module>(folder: string, module: string): Promise<Module> {
  installExtra(join(root, folder));
  return import(join(root, folder, module)) as Promise<Module>;
}
