// The files of an earlier commit in a folder of their own, with the packages of today, so that both versions run side by side.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Puts those from before the commit with this subject into `folder`; false where this copy of the repository does not have it. */
export function unpackBefore(subject: string, folder: string): boolean {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' });
  let archive: Buffer;
  try {
    const commit = git('log', '-1', '--format=%H', '--fixed-strings', `--grep=${subject}`).toString().trim();
    archive = git('archive', `${commit}~1`);
  } catch {
    return false;
  }
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'files.tar');
  writeFileSync(file, archive);
  execFileSync('tar', ['-xf', file, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return true;
}
