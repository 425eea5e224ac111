// The master secret: one file in a folder that only its owner may read. Every other secret is derived from it by purpose,
// so that keys, caches and stored answers each have a key of their own and nothing else has to be kept.

import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';

export interface MasterSecret {
  /** A secret of `length` bytes that depends on the master secret and the purpose alone. */
  derive(purpose: string, length: number): Uint8Array;
}

const fileName = 'master.key';
const secretBytes = 32;

interface OpenSecretOptions {
  readonly directory: string;
  /** With an existing database a missing secret is a fault: a new one would silently disable every key. */
  readonly mayCreate: boolean;
}

export function masterSecretExists(directory: string): boolean {
  return exists(join(directory, fileName));
}

export function openMasterSecret({ directory, mayCreate }: OpenSecretOptions): MasterSecret {
  const path = join(directory, fileName);
  if (!exists(path)) {
    if (!mayCreate) {
      throw new OperatorError(
        `The master secret ${path} is missing, but the database was made with one. ` +
          'Restore the file from your backup, or move the data directory away to start anew with new keys.',
      );
    }
    createSecret(directory, path);
  }
  refuseOpenToOthers(directory, '0700');
  refuseOpenToOthers(path, '0600');
  const secret = readSecret(path);
  return {
    derive: (purpose, length) =>
      new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `confere/${purpose}`, length)),
  };
}

function readSecret(path: string): Buffer {
  if (!statSync(path).isFile()) {
    throw new OperatorError(`${path} is not a file. Put the master secret of your backup in its place.`);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new OperatorError(
      `The master secret ${path} is damaged: it must hold 64 hexadecimal digits. Restore it from your backup.`,
    );
  }
  return Buffer.from(text, 'hex');
}

/** Written beside and linked into place: of two processes that start together, one wins and both read the same secret. */
function createSecret(directory: string, path: string): void {
  if (!exists(directory)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
  }
  refuseOpenToOthers(directory, '0700');
  // A process id is no name: in a container it is the same at every start, and a draft left by a kill would stop all of them.
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(secretBytes).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process was faster, and may have cleared our draft away.
    if (!exists(path)) throw error;
  } finally {
    for (const name of readdirSync(directory)) {
      if (name.startsWith(`${fileName}.`) && exists(path)) rmSync(join(directory, name), { force: true });
    }
  }
}

function refuseOpenToOthers(path: string, mode: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  throw new OperatorError(`${path} can be read by other users of this machine. Close it with: chmod ${mode} ${path}`);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
