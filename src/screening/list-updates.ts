// A list as app/screening/lists/update-lists.ts sees it: its publisher, a folder for what is fetched, the import, and the note of the look.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import { importNeededDraft } from '../app/datasets/import-draft.ts';
import type { ListUpdate, UpdatableList } from '../app/screening/lists/update-lists.ts';
import type { NeededSnapshots } from '../app/watches/ports.ts';
import { withDiskFaults } from '../datasets/folder/disk-fault.ts';
import { listEverLive } from '../datasets/folder/ever-live.ts';
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
import { isDayInside, type ListKind } from './lists/list-kind.ts';
import { readListStatus } from './maintenance.ts';
import { checkContent } from './snapshot/entries.ts';
import { toListPaths } from './snapshot/list-dataset.ts';
import { toFreshDay } from './snapshot/staleness.ts';

export interface UpdateTools {
  readonly directory: string;
  readonly client: PublisherClient;
  readonly clock: Clock;
  /** Editions to keep beside the live one and the one before. */
  readonly needed: NeededSnapshots;
  /** `token` serves the publisher that requires one. */
  readonly token: string | undefined;
  readonly onStart: (bytes: number) => void;
  readonly onBytes: (bytes: number) => void;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** A timer does not fire to the minute. */
const slackMs = 600_000;

/**
 * Returns the named lists, or else every list that is on and can be downloaded. With `isDue`, it returns the damaged lists and those whose check is
 * overdue by their pace.
 */
export function listUpdatable(
  { directory, clock, token }: Pick<UpdateTools, 'directory' | 'clock' | 'token'>,
  named: readonly string[],
  isDue: boolean,
): readonly string[] {
  for (const id of named) getList(id);
  const everLive = listEverLive(directory);
  const isOn = ({ id, isOptIn }: ListKind) => isOptIn !== true || everLive.includes(id);
  const all = publishedLists.flatMap((list) =>
    isOn(list) && canUpdate(list.id, token !== undefined) ? [list.id] : [],
  );
  const lists = named.length === 0 ? all : [...new Set(named)];
  if (!isDue) return lists;
  const today = toBrazilDay(clock.nowMs());
  return lists.filter((id) => {
    const download = findDownload(id);
    const note = findUpdateNote(toListPaths(directory, id).root);
    if (download === undefined || isLookDue(note, download, clock.nowMs())) return true;
    return readListStatus(directory, getList(id), today).state === 'damaged';
  });
}

/** Tells whether an update may include the list. If its publisher requires a token that is not set, an update includes it only by name. */
export function canUpdate(list: string, hasToken: boolean): boolean {
  const download = findDownload(list);
  if (download === undefined) return false;
  return hasToken || download.kind === 'dated' || !download.files.some(({ needsToken }) => needsToken);
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
  const { directory, clock, needed } = tools;
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
  // A damaged edition is fetched again, whatever its publisher says of its file.
  const { live, held } = readListStatus(directory, list, today, checkContent);
  const liveDay = live?.problem === null ? (live.data_as_of ?? undefined) : undefined;
  const freshDay = liveDay && toFreshDay(liveDay, live?.seen_on);
  const { asksPublishers } = tools.client;
  // At a mirror only the day inside a file tells that the publisher has offered it since.
  const isTelling = asksPublishers || isDayInside(list);
  const isRenewed = download.kind === 'files' && isTelling && isHalfOld(list, freshDay, today);
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
      const { path, asOf: foundOn } = fetched as FetchedList;
      const asOf = asksPublishers ? foundOn : undefined;
      const session = openListSession(directory, { list: list.id, paths: [path], asOf, foundOn }, clock, needed);
      // What is still offered is as new as today: it is dated anew before it would count as too old.
      const isNeeded = () => !session.isUnchanged() || (isRenewed && session.isFresher());
      return importNeededDraft(session, { overridden, signal }, isNeeded);
    },
    /** Each download fetches whole files. */
    discard: async () => {},
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

function isHalfOld({ staleAfterDays }: ListKind, freshDay: string | undefined, today: string): boolean {
  if (staleAfterDays === null || freshDay === undefined) return false;
  return Date.parse(today) - Date.parse(freshDay) >= (staleAfterDays * dayMs) / 2;
}
