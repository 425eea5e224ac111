// The master secret: one file in a folder that only its owner may read. Every other secret is derived from it by purpose:
// keys, caches and stored answers each have a key of their own, and no other file has to be kept. A line of the file is
// a generation, the newest last: the others are kept for reading what was written under them.

import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';

export interface MasterSecret {
  /** A secret of `length` bytes that depends on the newest generation and the purpose alone. */
  derive(purpose: string, length: number): Uint8Array;
  /** The same of every generation, the newest first. */
  deriveAll(purpose: string, length: number): readonly Uint8Array[];
  /** The same as the file is now: what another process has added to it counts at once. */
  deriveFresh(purpose: string, length: number): readonly [Uint8Array, ...Uint8Array[]];
  /** The same of the first generation: for what names this installation, and opens nothing. */
  deriveFirst(purpose: string, length: number): Uint8Array;
  /** How many generations there are. */
  generations(): number;
  /** Takes up what another process has added to the file meanwhile. */
  refresh(): void;
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
  return createMasterSecret(path);
}

function createMasterSecret(path: string): MasterSecret {
  let file = toVersion(path);
  let secrets = readSecrets(path);
  let derived = new Map<string, readonly Uint8Array[]>();

  /** A file that is gone or broken under a running service changes nothing: what it held is known. */
  function refresh(): void {
    const found = toVersion(path);
    if (found === undefined || found === file) return;
    try {
      secrets = readSecrets(path);
      derived = new Map();
      file = found;
    } catch {
      // Told by the next command, or the next start.
    }
  }

  function deriveAll(purpose: string, length: number): readonly Uint8Array[] {
    const name = `${length} ${purpose}`;
    let all = derived.get(name);
    if (all === undefined) {
      all = secrets.map((secret) => derive(secret, purpose, length)).reverse();
      derived.set(name, all);
    }
    return all;
  }

  return {
    derive: (purpose, length) => deriveAll(purpose, length)[0] as Uint8Array,
    deriveAll,
    deriveFresh(purpose, length) {
      refresh();
      return deriveAll(purpose, length) as readonly [Uint8Array, ...Uint8Array[]];
    },
    deriveFirst: (purpose, length) => deriveAll(purpose, length).at(-1) as Uint8Array,
    generations: () => secrets.length,
    refresh,
  };
}

function derive(secret: Uint8Array, purpose: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `confere/${purpose}`, length));
}

/** Another text whenever the file may have become another one. */
function toVersion(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}

/**
 * Adds a generation and gives its number. Written beside and renamed into place: whenever it is killed, the file is the old one
 * or the new one. Only one process may do it at a time.
 */
export function addGeneration(directory: string): number {
  const path = join(directory, fileName);
  refuseOpenToOthers(directory, '0700');
  refuseOpenToOthers(path, '0600');
  const secrets = [...readSecrets(path), randomBytes(secretBytes)];
  const draft = writeDraft(path, secrets);
  renameSync(draft, path);
  syncFile(directory);
  clearDrafts(directory);
  return secrets.length;
}

function readSecrets(path: string): readonly Buffer[] {
  if (!statSync(path).isFile()) {
    throw new OperatorError(`${path} is not a file. Put the master secret of your backup in its place.`);
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  if (!lines.every((line) => /^[0-9a-f]{64}$/.test(line))) {
    throw new OperatorError(
      `The master secret ${path} is damaged: each line must hold 64 hexadecimal digits. Restore it from your backup.`,
    );
  }
  return lines.map((line) => Buffer.from(line, 'hex'));
}

/** A process id is no name: in a container it is the same at every start, and a draft left by a kill would stop all of them. */
function writeDraft(path: string, secrets: readonly Uint8Array[]): string {
  const draft = `${path}.${randomUUID()}`;
  const text = secrets.map((secret) => `${Buffer.from(secret).toString('hex')}\n`).join('');
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

function clearDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${fileName}.`)) rmSync(join(directory, name), { force: true });
  }
}

/** Written beside and linked into place: of two processes that start together, one wins and both read the same secret. */
function createSecret(directory: string, path: string): void {
  if (!exists(directory)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
  }
  refuseOpenToOthers(directory, '0700');
  const draft = writeDraft(path, [randomBytes(secretBytes)]);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process was faster, and may have cleared our draft away.
    if (!exists(path)) throw error;
  } finally {
    if (exists(path)) clearDrafts(directory);
  }
}

function refuseOpenToOthers(path: string, mode: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  throw new OperatorError(`${path} can be read by other users of this machine. Close it with: chmod ${mode} ${path}`);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
