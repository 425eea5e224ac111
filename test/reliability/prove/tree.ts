// A copy of the source tree, in which things can be broken. The product itself carries no switch for that.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyEdit, type Edit } from './mutant.ts';

const root = join(import.meta.dirname, '../../..');

export type Tree = ReturnType<typeof copyTree>;

/** Of all files that are or would be committed, as they are now. */
export function copyTree() {
  const directory = mkdtempSync(join(tmpdir(), 'confere-prove-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  for (const file of files) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(join(directory, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(directory, file));
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return {
    directory,
    /** Breaks it for as long as the work takes. */
    async within<Result>(edits: readonly Edit[], work: () => Promise<Result>): Promise<Result> {
      const before = edits.map(({ file }) => [file, readFileSync(join(directory, file), 'utf8')] as const);
      try {
        for (const edit of edits) {
          const path = join(directory, edit.file);
          writeFileSync(path, applyEdit(readFileSync(path, 'utf8'), edit));
        }
        return await work();
      } finally {
        for (const [file, text] of before) writeFileSync(join(directory, file), text);
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
