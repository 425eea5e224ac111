// The master secret: one file in a folder that only its owner may read. Every other secret is derived from it by purpose:
// keys, caches and stored answers each have a key of their own, and no other file has to be kept. A line of the file is
// a generation, the newest last: the others are kept for reading what was written under them. A generation that was retired
// leaves only what things are found and proven by.

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
import type { ChainEnds } from '../../app/audit/chain.ts';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';
import { type KeptPurpose, keptPurposes, type Purpose } from './purposes.ts';

export interface MasterSecret {
  /** A secret of `length` bytes that depends on the newest generation and the purpose alone. */
  derive(purpose: Purpose, length: number): Uint8Array;
  /** The same of every generation that was not retired, the newest first. */
  deriveAll(purpose: Purpose, length: number): readonly Uint8Array[];
  /** The same as the file is now: what another process has added to it counts at once. */
  deriveFresh(purpose: Purpose, length: number): DerivedSecrets;
  /** The same of every generation that has it, also of retired ones: for finding things, never for believing what they say. */
  deriveEver(purpose: KeptPurpose, length: number): DerivedSecrets;
  /** The same of the first generation: for what names this installation, and opens nothing. */
  deriveFirst(purpose: KeptPurpose, length: number): Uint8Array;
  /** Counts the generations, including retired ones. */
  generations(): number;
  /** The retired generations, by their number: up to which record of each chain their audit counts. */
  retired(): ReadonlyMap<number, ChainEnds>;
  /** Returns another number after every change of the file. */
  version(): number;
  /** Tells of a part of this process that takes newer generations up later, by itself. */
  heldBy(findGeneration: () => number): void;
  /** The newest generation that every part of this process works with. */
  inForce(): number;
  /** Takes up what another process has made of the file meanwhile. */
  refresh(): void;
}

/** The newest first. */
export type DerivedSecrets = readonly [Uint8Array, ...Uint8Array[]];

/** A retired generation leaves this behind: its secrets for these purposes in hexadecimal, and the end of its audit. */
interface RetiredGeneration {
  readonly keys: Readonly<Record<string, string>>;
  readonly chains: ChainEnds;
}

type Generation =
  | { readonly kind: 'whole'; readonly secret: Uint8Array }
  | ({ readonly kind: 'retired' } & RetiredGeneration);

const fileName = 'master.key';
const secretBytes = 32;

interface OpenSecretOptions {
  readonly directory: string;
  /** `mayCreate` is false for an existing database. There, a missing secret is a fault, because a new one would silently disable every key. */
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
  let all = readGenerations(path);
  let version = 1;
  let derived = new Map<string, readonly Uint8Array[]>();
  const held: (() => number)[] = [];

  /** A file that is gone or broken under a running service changes nothing: what it held is known. */
  function refresh(): void {
    const found = toVersion(path);
    if (found === undefined || found === file) return;
    try {
      all = readGenerations(path);
      derived = new Map();
      file = found;
      version++;
    } catch {
      // Told by the next command, or the next start.
    }
  }

  function remember(name: string, find: () => readonly Uint8Array[]): DerivedSecrets {
    const known = derived.get(name) ?? find();
    derived.set(name, known);
    return known as DerivedSecrets;
  }

  const toSecrets = (of: readonly Generation[], purpose: Purpose, length: number) =>
    of.flatMap((each) => derive(each, purpose, length) ?? []).reverse();
  const deriveAll = (purpose: Purpose, length: number) =>
    remember(`${length} ${purpose}`, () => {
      const whole = all.filter(({ kind }) => kind === 'whole');
      return toSecrets(whole, purpose, length);
    });
  const deriveEver = (purpose: KeptPurpose, length: number) =>
    remember(`ever ${length} ${purpose}`, () => toSecrets(all, purpose, length));

  return {
    derive: (purpose, length) => deriveAll(purpose, length)[0],
    deriveAll,
    deriveFresh(purpose, length) {
      refresh();
      return deriveAll(purpose, length);
    },
    deriveEver(purpose, length) {
      refresh();
      return deriveEver(purpose, length);
    },
    deriveFirst: (purpose, length) => deriveEver(purpose, length).at(-1) as Uint8Array,
    generations: () => all.length,
    retired: () =>
      new Map(all.flatMap((each, index) => (each.kind === 'retired' ? [[index + 1, each.chains] as const] : []))),
    version: () => version,
    heldBy: (findGeneration) => void held.push(findGeneration),
    inForce: () => Math.min(all.length, ...held.map((find) => find())),
    refresh,
  };
}

function derive(generation: Generation, purpose: Purpose, length: number): Uint8Array | undefined {
  if (generation.kind === 'whole')
    return new Uint8Array(hkdfSync('sha256', generation.secret, new Uint8Array(), `confere/${purpose}`, length));
  const kept = generation.keys[purpose];
  return kept === undefined ? undefined : Uint8Array.from(Buffer.from(kept, 'hex'));
}

/** The last generation that was retired; 0 where none is. */
export function findLastRetired(secret: Pick<MasterSecret, 'retired'>): number {
  return Math.max(0, ...secret.retired().keys());
}

/** Returns another text whenever the file may have changed. */
function toVersion(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}

/**
 * Adds a generation and gives its number. Written beside and renamed into place: whenever it is killed, the file is the old one
 * or the new one. Only one process may do it at a time.
 */
export function addGeneration(directory: string): number {
  return replaceGenerations(directory, (all) => [...all, { kind: 'whole', secret: randomBytes(secretBytes) }]);
}

/** Leaves of these generations only what is found and proven by, in the same way. Gives how many generations there are. */
export function retireGenerations(directory: string, numbers: readonly number[], chains: ChainEnds): number {
  const toKept = (generation: Generation) =>
    Object.entries(keptPurposes).map(([purpose, length]) => {
      const secret = derive(generation, purpose as KeptPurpose, length) as Uint8Array;
      return [purpose, Buffer.from(secret).toString('hex')];
    });
  return replaceGenerations(directory, (all) =>
    all.map((each, index) =>
      each.kind === 'whole' && numbers.includes(index + 1)
        ? { kind: 'retired', keys: Object.fromEntries(toKept(each)), chains }
        : each,
    ),
  );
}

function replaceGenerations(directory: string, change: (all: readonly Generation[]) => readonly Generation[]): number {
  const path = join(directory, fileName);
  refuseOpenToOthers(directory, '0700');
  refuseOpenToOthers(path, '0600');
  const all = change(readGenerations(path));
  const draft = writeDraft(path, all);
  renameSync(draft, path);
  syncFile(directory);
  clearDrafts(directory);
  return all.length;
}

const retiredPrefix = 'retired ';

function readGenerations(path: string): readonly Generation[] {
  if (!statSync(path).isFile()) {
    throw new OperatorError(`${path} is not a file. Put the master secret of your backup in its place.`);
  }
  const all = readFileSync(path, 'utf8').trim().split('\n').map(parseLine);
  if (all.at(-1)?.kind !== 'whole' || all.includes(undefined)) {
    throw new OperatorError(
      `The master secret ${path} is damaged: each line must hold 64 hexadecimal digits, or begin with "retired". Restore it from your backup.`,
    );
  }
  return all as readonly Generation[];
}

function parseLine(line: string): Generation | undefined {
  if (/^[0-9a-f]{64}$/.test(line)) return { kind: 'whole', secret: Buffer.from(line, 'hex') };
  if (!line.startsWith(retiredPrefix)) return undefined;
  try {
    const { keys, chains } = JSON.parse(line.slice(retiredPrefix.length)) as RetiredGeneration;
    const isRight = Object.values(keys).every((key) => /^([0-9a-f]{2})+$/.test(key));
    return isRight && Object.values(chains).every(isEnd) ? { kind: 'retired', keys, chains } : undefined;
  } catch {
    return undefined;
  }
}

function isEnd({ sequence, hash }: ChainEnds[string]): boolean {
  return Number.isSafeInteger(sequence) && /^[0-9a-f]{64}$/.test(hash);
}

function toGenerationLine(generation: Generation): string {
  if (generation.kind === 'whole') return Buffer.from(generation.secret).toString('hex');
  return retiredPrefix + JSON.stringify({ keys: generation.keys, chains: generation.chains });
}

/** A process id is no name: in a container it is the same at every start, and a draft left by a kill would stop all of them. */
function writeDraft(path: string, all: readonly Generation[]): string {
  const draft = `${path}.${randomUUID()}`;
  const text = all.map((each) => `${toGenerationLine(each)}\n`).join('');
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

function clearDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${fileName}.`)) rmSync(join(directory, name), { force: true });
  }
}

/** Writes the secret beside its place and links it there. If two processes start together, one wins and both read the same secret. */
function createSecret(directory: string, path: string): void {
  if (!exists(directory)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
  }
  refuseOpenToOthers(directory, '0700');
  const draft = writeDraft(path, [{ kind: 'whole', secret: randomBytes(secretBytes) }]);
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
