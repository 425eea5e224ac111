// A folder with just what git has of this checkout, changes of tracked files included: what a build finds elsewhere.

import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Not where output is searched: it is code. */
export function createCleanCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'confere-checkout-'));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const state = git('stash', 'create') || 'HEAD';
  const archive = join(folder, '.archive.tar');
  git('archive', '--output', archive, state);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  execFileSync('rm', [archive]);
  return folder;
}
