// A folder for lists and the files that are imported into it, with a clock of its own: the real import on the real disk.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { type ListOrder, openListSession } from '../../../src/screening/list-session.ts';
import { readListsStatus, showEntry } from '../../../src/screening/maintenance.ts';
import { createManualClock } from '../manual-clock.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { parseLines } from '../texts.ts';
import { writeListFile, writeListZip } from './list-files.ts';

const { signal } = new AbortController();

export function createListsPlace() {
  const folder = createTemporaryFolder('lists');
  const directory = join(folder, 'lists');
  const clock = createManualClock({ nowMs: Date.parse('2026-10-20T12:00:00.000Z') });
  const put = async (
    list: string,
    path: string | readonly string[],
    more: Partial<ListOrder> & { force?: string[] } = {},
  ) => {
    clock.advance(1000);
    const { force = [], ...order } = more;
    const paths = typeof path === 'string' ? [path] : path;
    const session = openListSession(directory, { list, paths, asOf: undefined, ...order }, clock, []);
    return importDraft(session, { overridden: force, signal });
  };
  const zip = (name: string, csv: string) => writeListZip(join(folder, `${name}.zip`), `${name}.csv`, csv);
  const file = (name: string, content: string | Uint8Array) => writeListFile(join(folder, name), content);
  const statusOf = (list: string) => readListsStatus(directory, clock).find((one) => one.list === list);
  const show = (row: string) => showEntry(directory, row).entry;
  /** All entries of the live edition. */
  const entriesOf = (list: string): ListEntry[] =>
    parseLines(readFileSync(join(directory, list, 'snapshots', statusOf(list)?.live?.id ?? '', 'entries.dat'), 'utf8'));
  /** Nothing of a failed import is left behind. */
  const isTidy = (list: string) =>
    !existsSync(join(directory, list, 'incoming')) && readdirSync(join(directory, list, 'snapshots')).length <= 1;
  return { folder, directory, clock, put, zip, file, statusOf, show, entriesOf, isTidy };
}

export type ListsPlace = ReturnType<typeof createListsPlace>;
