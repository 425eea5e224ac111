// What is known of the last look at a publisher: `last-update.json` beside the editions of a list.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ListUpdate } from '../../app/screening/lists/update-lists.ts';
import { parseRecord, readIfPresent, writeDurably } from '../../datasets/folder/notes.ts';
import type { Validators } from './fetch-file.ts';

const noteFile = 'last-update.json';

export interface UpdateNote {
  readonly outcome: ListUpdate['kind'];
  /** ISO 8601, UTC. */
  readonly looked_at: string;
  /** The text states the reason for the failure. */
  readonly reason: string | null;
  /** `may_pass` tells whether a retry may succeed. */
  readonly may_pass: boolean;
  /** The edition that was made of what the publisher gave with these validators. */
  readonly snapshot: string | null;
  readonly validators: Readonly<Record<string, Validators>>;
}

/** Returns undefined if there is no readable note; the next look then fetches everything. */
export function findUpdateNote(root: string): UpdateNote | undefined {
  const note = parseRecord(readIfPresent(join(root, noteFile)));
  return typeof note?.['outcome'] === 'string' && typeof note['looked_at'] === 'string'
    ? (note as unknown as UpdateNote)
    : undefined;
}

export function removeUpdateNote(root: string): void {
  rmSync(join(root, noteFile), { force: true });
}

/** On a full disk it cannot be written, and that must not hide why the update failed. */
export function writeUpdateNote(root: string, note: UpdateNote): void {
  try {
    writeDurably(join(root, noteFile), `${JSON.stringify(note)}\n`);
  } catch {
    // The next look writes its own.
  }
}
