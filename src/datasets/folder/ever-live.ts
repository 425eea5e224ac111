// What tells, once the folder of a dataset is gone, that something was live in it: a note beside the folder, not in it.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ifThere } from '../../errors.ts';
import { writeDurably } from './notes.ts';

const notesFolder = 'ever-live';

/** `directory`: of one dataset. */
export function toEverLiveNote(directory: string): string {
  return join(dirname(directory), notesFolder, basename(directory));
}

export function noteEverLive(note: string): void {
  mkdirSync(dirname(note), { recursive: true, mode: 0o700 });
  writeDurably(note, '');
}

export function removeEverLive(note: string): void {
  rmSync(note, { force: true });
}

/** Returns the names of those folders in `parent`. Throws if they cannot be determined. */
export function listEverLive(parent: string): readonly string[] {
  const names = ifThere(() => readdirSync(join(parent, notesFolder))) ?? [];
  return names.filter((name) => !name.endsWith('.new'));
}
