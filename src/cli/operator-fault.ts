// What the file system, the database or the network of this machine refused, as a sentence for its operator.
// Parts that know more say more, as an OperatorError of their own; this is for whatever nobody foresaw.

import { OperatorError } from '../errors.ts';

/** Something is wrong with a path, its owner or its rights: the operator's to mend, exit code 2. */
const mistakes: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${path}.`,
  EACCES: notPermitted,
  EPERM: notPermitted,
  ENOTDIR: (path) => `${path} cannot be used: a part of that path is a file and not a folder.`,
  EISDIR: (path) => `${path} is a folder; a file is needed.`,
  EEXIST: (path) => `${path} exists already, and is not what is needed there.`,
  ENOTEMPTY: (path) => `${path} is not empty.`,
  EROFS: (path) => `${path} lies on a file system that is read-only.`,
  ELOOP: (path) => `${path} is a link that leads back to itself.`,
  ENAMETOOLONG: (path) => `The path ${path} is too long.`,
  EXDEV: (path) => `${path} lies on another file system than the rest of its folder.`,
  SQLITE_CANTOPEN: () => 'The database cannot be opened. Check the folder data_dir, its owner and its permissions.',
  SQLITE_READONLY: () => 'The database cannot be written. Check the folder data_dir, its owner and its permissions.',
  SQLITE_PERM: () => 'The database cannot be opened. Check the folder data_dir, its owner and its permissions.',
  SQLITE_NOTADB: () => 'The file confere.db in data_dir is not a database of Confere. Restore it from your backup.',
  SQLITE_CORRUPT: () => 'The database confere.db in data_dir is damaged. Restore it from your backup.',
  ERR_MODULE_NOT_FOUND: notInstalled,
  MODULE_NOT_FOUND: notInstalled,
};

/** These codes mean that the request is valid, but the machine cannot fulfil it now. The command then exits with code 1. */
const shortages: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota of this user is used up.',
  EMFILE: 'Too many files are open. Raise the limit: ulimit -n 65536, or LimitNOFILE under systemd.',
  ENFILE: 'This machine has too many files open.',
  ENOMEM: 'This machine has no memory left.',
  EIO: 'The disk reports an error (EIO). Look at the log of the kernel.',
  SQLITE_FULL: 'The disk with data_dir is full.',
  SQLITE_BUSY: 'Another process holds the database. Try again.',
  SQLITE_PROTOCOL: 'Another process holds the database. Try again.',
  SQLITE_IOERR: 'The disk with data_dir reports an error.',
};

export function findOperatorFault(thrown: unknown): OperatorError | undefined {
  if (thrown instanceof OperatorError) return thrown;
  const { code, path, dest } = (thrown ?? {}) as { code?: unknown; path?: unknown; dest?: unknown };
  if (typeof code !== 'string') return undefined;
  // SQLite's extended codes, such as SQLITE_READONLY_DIRECTORY, say the same with more words.
  const known = [code, /^SQLITE_[A-Z]+/.exec(code)?.[0]].find(
    (name) => name !== undefined && (Object.hasOwn(mistakes, name) || Object.hasOwn(shortages, name)),
  );
  if (known === undefined) return undefined;
  const where = typeof dest === 'string' ? dest : typeof path === 'string' ? path : undefined;
  const shortage = shortages[known];
  if (shortage !== undefined) return new OperatorError(where === undefined ? shortage : `${shortage} (${where})`, 1);
  return new OperatorError(mistakes[known]?.(where ?? 'a file that was needed') ?? known);
}

function notInstalled(): string {
  return 'A part of Confere is not installed. Run npm ci in its folder.';
}

function notPermitted(path: string): string {
  return (
    `This user may not use ${path}. Run the command as the user who runs the service ` +
    `(sudo -u confere confere …), or see who owns it: ls -ld ${path}`
  );
}
