// A list as app/screening/update-lists.ts sees it: its publisher, a folder for what is fetched, the import, and the note of the look.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import { importChangedList, importList } from '../app/screening/import-list.ts';
import type { ListUpdate, UpdatableList } from '../app/screening/update-lists.ts';
import { withDiskFaults } from '../datasets/folder/disk-fault.ts';
import { takeImportLock } from '../datasets/folder/import-lock.ts';
import { prepareDirectory } from '../datasets/folder/store.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import { OperatorError } from '../errors.ts';
import { type FetchedList, fetchList } from './download/fetch-list.ts';
import { findDownload, type ListDownload } from './download/list-download.ts';
import type { PublisherClient } from './download/publisher-client.ts';
import { findUpdateNote, type UpdateNote, writeUpdateNote } from './download/update-note.ts';
import { openListSession } from './list-session.ts';
import { getList, publishedLists } from './lists/catalogue.ts';
import type { ListKind } from './lists/list-kind.ts';
import { readListStatus } from './maintenance.ts';
import { toListPaths } from './snapshot/list-dataset.ts';

export interface UpdateTools {
  readonly directory: string;
  readonly client: PublisherClient;
  readonly clock: Clock;
  /** For the publisher that wants one. */
  readonly token: string | undefined;
  readonly onStart: (bytes: number) => void;
  readonly onBytes: (bytes: number) => void;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** A timer does not fire to the minute. */
const slackMs = 600_000;

/** Those that were named; otherwise every list that can be downloaded. With `isDue` those that were not looked at for as long as their pace says. */
export function listUpdatable(
  { directory, clock, token }: Pick<UpdateTools, 'directory' | 'clock' | 'token'>,
  named: readonly string[],
  isDue: boolean,
): readonly string[] {
  for (const id of named) getList(id);
  const all = publishedLists.flatMap(({ id }) => (isOpenToUs(findDownload(id), token) ? [id] : []));
  const lists = named.length === 0 ? all : [...new Set(named)];
  if (!isDue) return lists;
  return lists.filter((id) => {
    const download = findDownload(id);
    const note = findUpdateNote(toListPaths(directory, id).root);
    return download === undefined || isLookDue(note, download, clock.nowMs());
  });
}

/** A list whose publisher wants a token that nobody has set is only asked for by its name. */
function isOpenToUs(download: ListDownload | undefined, token: string | undefined): boolean {
  if (download === undefined) return false;
  return token !== undefined || download.kind === 'dated' || !download.files.some(({ needsToken }) => needsToken);
}

function isLookDue(note: UpdateNote | undefined, { everyHours }: ListDownload, nowMs: number): boolean {
  if (note === undefined) return true;
  // What may pass is tried again at the next hour.
  const hours = note.may_pass ? 1 : everyHours;
  const sinceMs = nowMs - Date.parse(note.looked_at);
  return !(sinceMs >= 0 && sinceMs < hours * hourMs - slackMs);
}

/** Throws an OperatorError where it cannot be downloaded at all, or another download of it is running. */
export function openListUpdate(tools: UpdateTools, name: string): UpdatableList {
  const { directory, clock } = tools;
  const list = getList(name);
  const download = findDownload(list.id);
  if (download === undefined)
    throw new OperatorError(
      `${list.id} cannot be downloaded by a program: ${list.page === null ? 'it is a list of your own' : `get its file from ${list.page}`}, and import it: confere lists import ${list.id} FILE`,
    );
  const paths = toListPaths(directory, list.id);
  prepareDirectory(paths);
  const lookedAt = new Date(clock.nowMs()).toISOString();
  const lock = takeImportLock(join(paths.root, 'download.lock'), lookedAt, {
    what: 'A download',
    portuguese: paths.dataset.portuguese,
  });
  const folder = join(paths.root, 'download');
  const today = toBrazilDay(clock.nowMs());
  const note = findUpdateNote(paths.root);
  const { live, held } = readListStatus(directory, list, today);
  const liveDay = live?.problem === null ? (live.data_as_of ?? undefined) : undefined;
  const isRenewed = download.kind === 'files' && isHalfOld(list, liveDay, today);
  let fetched: FetchedList | undefined;
  return {
    dataAsOf: liveDay,
    isHeld: held,
    async download(signal) {
      await withDiskFaults(directory, async () => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const isKnown = liveDay !== undefined && note?.snapshot === live?.id && !isRenewed;
        const known = isKnown ? (note?.validators ?? {}) : {};
        fetched = await fetchList(download, { ...tools, list, folder, today, liveDay, known, signal });
      });
      return fetched !== undefined;
    },
    async import(overridden, signal) {
      const { path, asOf } = fetched as FetchedList;
      const session = openListSession(directory, { list: list.id, paths: [path], asOf }, clock);
      // What is still offered is as new as today: it is dated anew before it would count as too old.
      return isRenewed ? importList(session, overridden, signal) : importChangedList(session, overridden, signal);
    },
    close(update) {
      rmSync(folder, { recursive: true, force: true });
      if (update !== undefined) writeUpdateNote(paths.root, toNote(update));
      lock.release();
    },
  };

  function toNote(update: ListUpdate): UpdateNote {
    const isFetched = fetched !== undefined && update.kind !== 'failed';
    const made = update.kind === 'updated' ? update.imported.id : (live?.id ?? null);
    return {
      outcome: update.kind,
      looked_at: lookedAt,
      reason: update.kind === 'failed' ? update.reason : null,
      may_pass: update.kind === 'failed' && update.exitCode === 3,
      snapshot: isFetched ? made : (note?.snapshot ?? null),
      validators: isFetched ? (fetched?.validators ?? {}) : (note?.validators ?? {}),
    };
  }
}

function isHalfOld({ staleAfterDays }: ListKind, liveDay: string | undefined, today: string): boolean {
  if (staleAfterDays === null || liveDay === undefined) return false;
  return Date.parse(today) - Date.parse(liveDay) >= (staleAfterDays * dayMs) / 2;
}
