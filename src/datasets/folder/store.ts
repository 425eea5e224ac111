// The directory of a dataset: `snapshots/<id>/`, the pointer `live.json` that names the live and the previous one, `incoming/`
// where an import works, and the records of the last import. Every switch is one atomic rename.

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatasetName } from '../../app/datasets/dataset-name.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { syncFile } from '../../durable-files.ts';
import { codeOf, OperatorError } from '../../errors.ts';
import { SnapshotDamage } from './damage.ts';
import { isDiskFull } from './disk-fault.ts';
import { noteEverLive, toEverLiveNote } from './ever-live.ts';
import { readIfPresent, writeDurably } from './notes.ts';

export interface Pointer {
  readonly live: string;
  readonly previous: string | null;
  /** A rollback holds: an update must not undo it by itself. */
  readonly held: boolean;
}

export interface DatasetPaths {
  readonly dataset: DatasetName;
  readonly root: string;
  readonly snapshots: string;
  readonly incoming: string;
  readonly pointer: string;
  /** A rollback replaces the pointer by this file, which is written in advance so that a full disk cannot prevent a rollback. */
  readonly rollbackPointer: string;
  readonly lock: string;
  readonly lastImport: string;
  readonly rejectedRows: string;
  /** The note tells, once the dataset is gone, that a snapshot was live. It is undefined if this fact is not needed. */
  readonly everLiveNote: string | undefined;
}

export function toDatasetPaths(dataset: DatasetName, directory: string): DatasetPaths {
  return {
    dataset,
    root: directory,
    snapshots: join(directory, 'snapshots'),
    incoming: join(directory, 'incoming'),
    pointer: join(directory, 'live.json'),
    rollbackPointer: join(directory, 'rollback.json'),
    lock: join(directory, 'import.lock'),
    lastImport: join(directory, 'last-import.json'),
    rejectedRows: join(directory, 'rejected-rows.jsonl'),
    everLiveNote: dataset.isRemembered ? toEverLiveNote(directory) : undefined,
  };
}

/** Returns undefined if nothing was ever published. Throws SnapshotDamage if snapshots exist and the pointer cannot be read. */
export function findPointer(paths: DatasetPaths): Pointer | undefined {
  const text = readIfPresent(paths.pointer);
  if (text === undefined) {
    if (listFolderNames(paths.snapshots).length === 0) return undefined;
    throw new SnapshotDamage(`live.json is missing beside existing snapshots: ${importAgain(paths)}`);
  }
  try {
    const { live, previous, held } = JSON.parse(text) as Record<string, unknown>;
    if (live === null && previous === null) return undefined;
    if (isId(live) && (previous === null || isId(previous))) return { live, previous, held: held === true };
  } catch {
    // Falls through: what is not JSON is as damaged as what is not a pointer.
  }
  throw new SnapshotDamage(`live.json is damaged: ${importAgain(paths)}`);
}

function importAgain({ dataset }: DatasetPaths): string {
  return `run \`confere ${dataset.importCommand ?? `${dataset.name} import`}\` again.`;
}

/** Returns the pointer if it can be read. The next import replaces an unreadable one. */
export function findReadablePointer(paths: DatasetPaths): Pointer | undefined {
  try {
    return findPointer(paths);
  } catch {
    return undefined;
  }
}

/** Puts a whole draft among the snapshots, so that the pointer may name it. */
export function keepDraft(paths: DatasetPaths, draft: string, id: string): void {
  syncFile(draft);
  renameSync(draft, join(paths.snapshots, id));
  syncFile(paths.snapshots);
}

export function writePointer(paths: DatasetPaths, pointer: Pointer): void {
  // First: what is live is never unknown.
  if (paths.everLiveNote !== undefined) noteEverLive(paths.everLiveNote);
  writeDurably(paths.pointer, encodePointer(pointer));
  syncFile(paths.root);
  prepareRollback(paths, pointer);
}

/** Sets the pointer to no snapshot, which does not count as damage. */
export function clearPointer(paths: DatasetPaths): void {
  writeDurably(paths.pointer, `${JSON.stringify({ live: null, previous: null })}\n`);
}

/** Goes back to the previous snapshot. Where the disk takes no more bytes, by the pointer that was written in advance. */
export function switchBack(paths: DatasetPaths, pointer: Pointer): void {
  const back = toRolledBack(pointer);
  if (back === undefined) throw toNoPrevious(paths.dataset);
  try {
    writePointer(paths, back);
  } catch (error) {
    if (!isDiskFull(error) || readIfPresent(paths.rollbackPointer) !== encodePointer(back)) throw error;
    renameSync(paths.rollbackPointer, paths.pointer);
    syncFile(paths.root);
    prepareRollback(paths, back);
  }
}

export function toNoPrevious({ portuguese, version }: DatasetName): OperatorError {
  return new OperatorError({
    en: `There is no previous ${version.en} to go back to.`,
    pt: `Não há uma ${version.pt} anterior d${portuguese} para onde voltar.`,
  });
}

/** Going back holds; going back from there is where one came from, and does not. */
function toRolledBack({ live, previous, held }: Pointer): Pointer | undefined {
  return previous === null ? undefined : { live: previous, previous: live, held: !held };
}

function prepareRollback(paths: DatasetPaths, pointer: Pointer): void {
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

/** Returns the names, or none if the folder cannot be read. */
export function listFolderNames(folder: string): string[] {
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
export function removeLeftovers(paths: DatasetPaths, needed: NeededSnapshots, unfinished?: string): void {
  if (unfinished === undefined) rmSync(paths.incoming, { recursive: true, force: true });
  else
    for (const name of listFolderNames(paths.incoming)) {
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
  for (const id of listFolderNames(paths.snapshots)) {
    if (id !== pointer?.live && id !== pointer?.previous && !needed.includes(id))
      rmSync(join(paths.snapshots, id), { recursive: true, force: true });
  }
}

/** The pointer is there before the first snapshot: one that is missing later was lost, and does not mean "nothing imported". */
export function prepareDirectory(paths: DatasetPaths): void {
  try {
    // The data directory may be made by this, and belongs to nobody else.
    mkdirSync(paths.snapshots, { recursive: true, mode: 0o700 });
    if (readIfPresent(paths.pointer) === undefined && listFolderNames(paths.snapshots).length === 0) {
      clearPointer(paths);
    }
  } catch (error) {
    const code = codeOf(error) || 'unknown fault';
    throw new OperatorError({
      en: `${paths.root} cannot be written (${code}): check that it is a directory, its permissions and its free space.`,
      pt: `${paths.root} não aceita gravação (${code}): veja se é uma pasta, as permissões e o espaço livre.`,
    });
  }
}

/** A snapshot's name is a plain folder name, so that a damaged pointer cannot lead anywhere else. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z-]{8,64}$/.test(value);
}
