// The registry's directory: `snapshots/<id>/`, the pointer `live.json` that names the live and the previous one, `incoming/`
// where an import works, and the records of the last import. Every switch is one atomic rename.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';
import { SnapshotDamage } from './damage.ts';
import { isDiskFull } from './disk-fault.ts';

const verifiedFile = 'verified.json';
/** Which month a snapshot was downloaded from. */
export const publishedFile = 'published.json';

export interface Pointer {
  readonly live: string;
  readonly previous: string | null;
  /** A rollback holds: an update must not undo it by itself. */
  readonly held: boolean;
}

export interface RegistryPaths {
  readonly root: string;
  readonly snapshots: string;
  readonly incoming: string;
  readonly pointer: string;
  /** What the pointer becomes by a rollback, written in advance: a full disk must not be in the way of one. */
  readonly rollbackPointer: string;
  readonly lock: string;
  readonly lastImport: string;
  readonly rejectedRows: string;
}

export function toRegistryPaths(directory: string): RegistryPaths {
  return {
    root: directory,
    snapshots: join(directory, 'snapshots'),
    incoming: join(directory, 'incoming'),
    pointer: join(directory, 'live.json'),
    rollbackPointer: join(directory, 'rollback.json'),
    lock: join(directory, 'import.lock'),
    lastImport: join(directory, 'last-import.json'),
    rejectedRows: join(directory, 'rejected-rows.jsonl'),
  };
}

/** Undefined when nothing was ever published. Throws SnapshotDamage when snapshots exist and the pointer cannot be read. */
export function findPointer(paths: RegistryPaths): Pointer | undefined {
  const text = readIfPresent(paths.pointer);
  if (text === undefined) {
    if (listSnapshots(paths).length === 0) return undefined;
    throw new SnapshotDamage('live.json is missing beside existing snapshots: run `confere registry import` again.');
  }
  try {
    const { live, previous, held } = JSON.parse(text) as Record<string, unknown>;
    if (live === null && previous === null) return undefined;
    if (isId(live) && (previous === null || isId(previous))) return { live, previous, held: held === true };
  } catch {
    // Falls through: what is not JSON is as damaged as what is not a pointer.
  }
  throw new SnapshotDamage('live.json is damaged: run `confere registry import` again.');
}

export function writePointer(paths: RegistryPaths, pointer: Pointer): void {
  writeDurably(paths.pointer, encodePointer(pointer));
  syncFile(paths.root);
  prepareRollback(paths, pointer);
}

/** Goes back to the previous snapshot. Where the disk takes no more bytes, by the pointer that was written in advance. */
export function switchBack(paths: RegistryPaths, pointer: Pointer): void {
  const back = toRolledBack(pointer);
  if (back === undefined)
    throw new OperatorError({
      en: 'There is no previous snapshot to go back to.',
      pt: 'Não há uma versão anterior do cadastro para onde voltar.',
    });
  try {
    writePointer(paths, back);
  } catch (error) {
    if (!isDiskFull(error) || readIfPresent(paths.rollbackPointer) !== encodePointer(back)) throw error;
    renameSync(paths.rollbackPointer, paths.pointer);
    syncFile(paths.root);
    prepareRollback(paths, back);
  }
}

/** Going back holds; going back from there is where one came from, and does not. */
function toRolledBack({ live, previous, held }: Pointer): Pointer | undefined {
  return previous === null ? undefined : { live: previous, previous: live, held: !held };
}

function prepareRollback(paths: RegistryPaths, pointer: Pointer): void {
  const back = toRolledBack(pointer);
  try {
    if (back === undefined) rmSync(paths.rollbackPointer, { force: true });
    else writeDurably(paths.rollbackPointer, encodePointer(back));
  } catch {
    // Only a rollback on a full disk needs it.
  }
}

function encodePointer(pointer: Pointer): string {
  return `${JSON.stringify(pointer)}\n`;
}

function listSnapshots(paths: RegistryPaths): string[] {
  return listNames(paths.snapshots);
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Removes what a killed import left behind, and snapshots that are neither live nor previous nor `needed` by a watch. Only under
 * the import lock. `unfinished` names what is on its way here and goes on where it stopped.
 */
export function removeLeftovers(paths: RegistryPaths, needed: NeededSnapshots, unfinished?: string): void {
  if (unfinished === undefined) rmSync(paths.incoming, { recursive: true, force: true });
  else
    for (const name of listNames(paths.incoming)) {
      if (name !== unfinished) rmSync(join(paths.incoming, name), { recursive: true, force: true });
    }
  let pointer: Pointer | undefined;
  try {
    pointer = findPointer(paths);
  } catch {
    // Without a readable pointer nobody knows which snapshot matters, so none is removed.
    return;
  }
  if (needed === 'all') return;
  for (const id of listSnapshots(paths)) {
    if (id !== pointer?.live && id !== pointer?.previous && !needed.includes(id))
      rmSync(join(paths.snapshots, id), { recursive: true, force: true });
  }
}

/** Writes beside, syncs, then renames over: a reader sees the old text or the new, never half of one. */
export function writeDurably(path: string, text: string): void {
  const beside = `${path}.new`;
  writeFileSync(beside, text, { flush: true });
  renameSync(beside, path);
}

/** Notes when all of a snapshot was last read and found whole. */
export function recordVerified(snapshotDirectory: string, nowMs: number): void {
  const record = { verified_at: new Date(nowMs).toISOString() };
  try {
    writeFileSync(join(snapshotDirectory, verifiedFile), `${JSON.stringify(record)}\n`);
  } catch {
    // A note for `registry status`, nothing that anything depends on; the data may well be mounted read-only.
  }
}

/** When all of it was last read and found whole, ISO 8601; null where nobody noted it. */
export function readVerifiedAt(snapshotDirectory: string): string | null {
  try {
    const { verified_at } = JSON.parse(readIfPresent(join(snapshotDirectory, verifiedFile)) ?? '{}');
    return typeof verified_at === 'string' ? verified_at : null;
  } catch {
    return null;
  }
}

/** The pointer is there before the first snapshot: one that is missing later was lost, and does not mean "nothing imported". */
export function prepareDirectory(paths: RegistryPaths): void {
  try {
    // The data directory may be made by this, and belongs to nobody else.
    mkdirSync(paths.snapshots, { recursive: true, mode: 0o700 });
    if (readIfPresent(paths.pointer) === undefined && listSnapshots(paths).length === 0) {
      writeDurably(paths.pointer, `${JSON.stringify({ live: null, previous: null })}\n`);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
    throw new OperatorError({
      en: `${paths.root} cannot be written (${code}): check that it is a directory, its permissions and its free space.`,
      pt: `${paths.root} não aceita gravação (${code}): veja se é uma pasta, as permissões e o espaço livre.`,
    });
  }
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A snapshot's name is a plain folder name, so that a damaged pointer cannot lead anywhere else. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z-]{8,64}$/.test(value);
}
