// The disk side of an import as app/screening/lists/import-list.ts sees it: the lock, a draft beside the live edition, the switch.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import { judgeListDraft, type ListSession } from '../app/screening/lists/import-list.ts';
import type { ListJudgementName } from '../app/screening/lists/judge-list.ts';
import type { ListDraft } from '../app/screening/lists/list-counts.ts';
import type { NeededSnapshots } from '../app/watches/ports.ts';
import { findManifest, manifestFile } from '../datasets/folder/dataset.ts';
import { type DraftFolder, openDraftFolder } from '../datasets/folder/draft.ts';
import { createDraftSession } from '../datasets/folder/draft-session.ts';
import { reportRejected } from '../datasets/folder/import-log.ts';
import type { DatasetPaths } from '../datasets/folder/store.ts';
import { openTrialFolder } from '../datasets/folder/trial.ts';
import { checkNow } from '../datasets/folder/whole-check.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import type { ListEntry } from '../domain/screening/entry/list-entry.ts';
import type { ListFolders } from './changes/changed-list.ts';
import type { RejectedRow } from './files/entry-source.ts';
import { type DataDays, findDataDays, findListTexts, type ListTexts } from './files/list-file.ts';
import { readEntries } from './files/read-entries.ts';
import { getList } from './lists/catalogue.ts';
import { createEntriesWriter, hasContent, readEntriesOf, shareEntries } from './snapshot/entries.ts';
import { createEntryKeys, type EntryKeys } from './snapshot/gone-entries.ts';
import { toListDataset, toListPaths } from './snapshot/list-dataset.ts';
import { encodeListManifest, toListInfo } from './snapshot/manifest.ts';
import { toFreshDay } from './snapshot/staleness.ts';

export interface ListOrder {
  readonly list: string;
  /** A file, a folder or a zip; of a list that has several files, each of them. */
  readonly paths: readonly string[];
  /** YYYY-MM-DD: the day on which the publisher offered it, in place of what the names say. A day inside the file stays the file's. */
  readonly asOf: string | undefined;
  /** This day counts if no other source states one. */
  readonly foundOn?: string | undefined;
}

/** `needed` are editions to keep beside the live one and the one before. */
export function openListSession(
  directory: string,
  order: ListOrder,
  clock: Clock,
  needed: NeededSnapshots,
): ListSession {
  const paths = toListPaths(directory, getList(order.list).id);
  const draft = openDraftFolder(paths, clock, needed);
  return toSession({ paths, draft, order, clock, report: (rejected) => reportRejected(paths, rejected) });
}

export interface ListTrial {
  readonly session: ListSession;
  /** The live edition, where it is whole, and the draft once it is built. */
  readonly findFolders: () => ListFolders;
}

/** By the same rules, and nothing of it stays. */
export function openListTrial(directory: string, order: ListOrder, clock: Clock): ListTrial {
  const paths = toListPaths(directory, getList(order.list).id);
  const draft = openTrialFolder(paths, clock);
  const session = toSession({ paths, draft, order, clock, report: () => undefined });
  return {
    session,
    findFolders() {
      const { live } = session;
      const before = live === undefined ? undefined : join(paths.snapshots, live.id);
      return { list: order.list, before, after: draft.folder };
    },
  };
}

interface SessionParts {
  readonly paths: DatasetPaths;
  readonly draft: DraftFolder;
  readonly order: ListOrder;
  readonly clock: Clock;
  /** Says where they are listed, where they are. */
  readonly report: (rejected: readonly RejectedRow[]) => string | undefined;
}

function toSession({ paths, draft, order, clock, report }: SessionParts): ListSession {
  const list = getList(order.list);
  const dataset = toListDataset(list.id);
  const findEdition = (id: string | null | undefined) => findManifest(dataset, paths.snapshots, id);
  const liveManifest = findEdition(draft.pointer?.live);
  const live = liveManifest && toListInfo(liveManifest);
  let entriesHash: string | undefined;
  let isWhole: boolean | undefined;
  const isLiveWhole = () => {
    isWhole ??= liveManifest !== undefined && hasContent(join(paths.snapshots, liveManifest.id), liveManifest);
    return isWhole;
  };
  // A damaged edition has not the entries that its manifest speaks of.
  const isUnchanged = () => entriesHash !== undefined && entriesHash === liveManifest?.entries_sha256 && isLiveWhole();
  let found: DataDays & { readonly texts: ListTexts };
  const session = createDraftSession<ListDraft, ListJudgementName>(paths, draft, {
    live,
    async survey() {
      const texts = await findListTexts(order.paths, list);
      found = { texts, ...(await findDataDays(texts, list, { ...order, today: toBrazilDay(clock.nowMs()) })) };
      return found.dataAsOf;
    },
    build: () => build(draft, list.id, found),
    judge: (made) => judgeListDraft(made, live),
    async readBack() {
      checkNow(dataset, draft.folder, () => {});
    },
    findWayBack: () => findWayBack(findEdition(draft.pointer?.previous)?.id ?? null),
  });
  return {
    ...session,
    live,
    isUnchanged,
    isFresher() {
      const day = toFreshDay(found.dataAsOf, found.seenOn);
      return liveManifest === undefined || day > toFreshDay(liveManifest.data_as_of, liveManifest.seen_on);
    },
  };

  /** A damaged edition is nothing to go back to, nor are the same entries with an older date. */
  function findWayBack(before: string | null): string | null {
    if (!isLiveWhole()) return before;
    return isUnchanged() && before !== null ? before : (live?.id ?? null);
  }

  function compare(keys: EntryKeys): Pick<ListDraft, 'gone' | 'changes'> {
    if (liveManifest === undefined || !isLiveWhole()) return { gone: undefined, changes: undefined };
    if (isUnchanged()) return { gone: undefined, changes: { added: 0, removed: 0, changed: 0 } };
    const { gone, changes } = keys.compareWith(readEntriesOf(join(paths.snapshots, liveManifest.id), liveManifest));
    // Whoever has a list of their own may have another one tomorrow.
    return { gone: list.weight === 'own' ? undefined : gone, changes };
  }

  async function build(
    { id, startedAt, folder }: DraftFolder,
    listId: string,
    { texts, dataAsOf, seenOn }: typeof found,
  ): Promise<ListDraft> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const writer = createEntriesWriter(folder);
    const { staysYears } = list;
    const keys = createEntryKeys(staysYears === undefined ? undefined : toYearsBefore(dataAsOf, staysYears));
    const take = (entry: ListEntry) => {
      writer.add(entry);
      keys.add(entry);
    };
    try {
      const { counts, header, rejected, unreadNames, isEmpty } = await readEntries(texts, list, dataAsOf, take);
      const about = { id, data_as_of: dataAsOf, imported_at: startedAt, list: listId, counts };
      const { main: member } = texts;
      const crc32 = member.crc32 === undefined ? null : member.crc32.toString(16).padStart(8, '0');
      const source = { member: member.member, bytes: member.csvBytes, crc32 };
      const written = writer.finish();
      entriesHash = written.entries_sha256;
      // What is live and the way back never share a file: damage to one must leave the other.
      const hasOtherWayBack = findEdition(draft.pointer?.previous) !== undefined;
      if (liveManifest !== undefined && hasOtherWayBack && isUnchanged())
        shareEntries(join(paths.snapshots, liveManifest.id), folder);
      const same = isUnchanged() ? liveManifest : undefined;
      const since = { seen_on: seenOn, unchanged_since: same?.unchanged_since ?? same?.data_as_of ?? dataAsOf };
      const manifest = encodeListManifest({ ...about, ...since, source, ...written });
      writeFileSync(join(folder, manifestFile), manifest, { flush: true, mode: 0o600 });
      const rejectedReport = report(rejected);
      return {
        id,
        dataAsOf,
        importedAt: startedAt,
        counts,
        list: listId,
        header,
        ...compare(keys),
        isEmpty,
        told: texts.told,
        unreadNames,
        rejectedReport,
      };
    } finally {
      writer.close();
    }
  }
}

/** Subtracts years from a day as text, because 29 February need not exist in the resulting year to be comparable. */
function toYearsBefore(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
}
