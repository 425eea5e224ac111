// The ledger of erasures as a file: only ever added to, and on the disk before an erasure begins.

import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ledgerHead, parseLedger, type SealedErasure, toLedgerLine } from '../../app/privacy/ledger.ts';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';

export interface LedgerFile {
  readonly path: string;
  exists(): boolean;
  /** Makes an empty one where there is none. */
  create(): void;
  /** Reads the erasures in the order in which they were written. It returns none if there is no file. */
  read(): readonly SealedErasure[];
  /** The same erasures in another seal: the file is the old one or the new one, whenever this is killed. */
  replace(erasures: readonly SealedErasure[]): void;
  /** Adds the erasures that the ledger does not hold yet. */
  add(erasures: readonly SealedErasure[]): void;
}

export function createLedgerFile(path: string): LedgerFile {
  const exists = () => statSync(path, { throwIfNoEntry: false }) !== undefined;
  const read = () => (exists() ? parseLedger(readFileSync(path, 'utf8'), path) : []);

  function create(): void {
    if (exists()) return;
    try {
      writeFileSync(path, ledgerHead, { flag: 'wx', mode: 0o600, flush: true });
      syncFile(dirname(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toUnwritable(path, error);
    }
  }

  return {
    path,
    exists,
    create,
    read,
    replace(erasures) {
      const draft = `${path}.new`;
      try {
        rmSync(draft, { force: true });
        writeFileSync(draft, ledgerHead + erasures.map(toLedgerLine).join(''), {
          flag: 'wx',
          mode: 0o600,
          flush: true,
        });
        renameSync(draft, path);
        syncFile(dirname(path));
      } catch (error) {
        throw toUnwritable(path, error);
      }
    },
    add(erasures) {
      const known = new Set(read().map(({ id }) => id));
      const text = erasures.filter(({ id }) => !known.has(id)).map(toLedgerLine);
      if (text.length === 0) return;
      create();
      try {
        dropTornLine(path);
        const descriptor = openSync(path, 'a', 0o600);
        try {
          writeSync(descriptor, text.join(''));
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
      } catch (error) {
        throw toUnwritable(path, error);
      }
    },
  };
}

function dropTornLine(path: string): void {
  const text = readFileSync(path);
  const whole = text.lastIndexOf(10) + 1;
  if (whole < text.length) truncateSync(path, whole);
}

function toUnwritable(path: string, error: unknown): OperatorError {
  const { code } = error as NodeJS.ErrnoException;
  return new OperatorError(
    `The ledger of erasures ${path} cannot be written (${code}), so nothing was erased. Make it writable, or set privacy.ledger to another file.`,
    1,
  );
}
