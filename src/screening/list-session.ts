// The disk side of an import as app/screening/lists/import-list.ts sees it: the lock, a draft beside the live edition, the switch.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import type { ListSession } from '../app/screening/lists/import-list.ts';
import type { ListDraft } from '../app/screening/lists/list-counts.ts';
import type { NeededSnapshots } from '../app/watches/ports.ts';
import { manifestFile } from '../datasets/folder/dataset.ts';
import { withDiskFaults } from '../datasets/folder/disk-fault.ts';
import { type DraftFolder, openDraftFolder } from '../datasets/folder/draft.ts';
import { reportRejected } from '../datasets/folder/import-log.ts';
import { checkNow } from '../datasets/folder/whole-check.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import type { ListEntry } from '../domain/screening/entry/list-entry.ts';
import { type DataDays, findDataDays, findListTexts, type ListTexts } from './files/list-file.ts';
import { readEntries } from './files/read-entries.ts';
import { getList } from './lists/catalogue.ts';
import { createEntriesWriter, hasContent, readEntriesOf, shareEntries } from './snapshot/entries.ts';
import { createEntryKeys, type EntryKeys } from './snapshot/gone-entries.ts';
import { toListDataset, toListPaths } from './snapshot/list-dataset.ts';
import { encodeListManifest, findListManifest, toListInfo } from './snapshot/manifest.ts';
import { toFreshDay } from './snapshot/staleness.ts';

export interface ListOrder {
  readonly list: string;
  /** A file, a folder or a zip; of a list that has several files, each of them. */
  readonly paths: readonly string[];
  /** YYYY-MM-DD: the day on which the publisher offered it, in place of what the names say. A day inside the file stays the file's. */
  readonly asOf: string | undefined;
  /** Where nothing else says a day. */
  readonly foundOn?: string | undefined;
}

/** `needed` are editions to keep beside the live one and the one before. */
export function openListSession(
  directory: string,
  order: ListOrder,
  clock: Clock,
  needed: NeededSnapshots,
): ListSession {
  const list = getList(order.list);
  const paths = toListPaths(directory, list.id);
  const draft = openDraftFolder(paths, clock, needed);
  const liveManifest = findListManifest(paths.snapshots, list.id, draft.pointer?.live);
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
  return {
    live,
    isHeld: draft.pointer?.held === true,
    async survey() {
      const texts = await findListTexts(order.paths, list);
      found = { texts, ...(await findDataDays(texts, list, { ...order, today: toBrazilDay(clock.nowMs()) })) };
      return found.dataAsOf;
    },
    build: () => withDiskFaults(paths.root, () => build(draft, list.id, found)),
    isUnchanged,
    isFresher() {
      const day = toFreshDay(found.dataAsOf, found.seenOn);
      return liveManifest === undefined || day > toFreshDay(liveManifest.data_as_of, liveManifest.seen_on);
    },
    async verify() {
      checkNow(toListDataset(list.id), draft.folder, () => {});
      draft.noteVerified();
    },
    publish() {
      const before = findListManifest(paths.snapshots, list.id, draft.pointer?.previous)?.id ?? null;
      withDiskFaults(paths.root, () => draft.publish(findWayBack(before)));
    },
    close: (outcome) => draft.close(outcome, outcome.kind === 'succeeded' ? outcome.draft : undefined),
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
    const keys = createEntryKeys();
    const take = (entry: ListEntry) => {
      writer.add(entry);
      keys.add(entry);
    };
    try {
      const { counts, header, rejected, isEmpty } = await readEntries(texts, list, dataAsOf, take);
      const about = { id, data_as_of: dataAsOf, imported_at: startedAt, list: listId, counts };
      const { main: member } = texts;
      const crc32 = member.crc32 === undefined ? null : member.crc32.toString(16).padStart(8, '0');
      const source = { member: member.member, bytes: member.csvBytes, crc32 };
      const written = writer.finish();
      entriesHash = written.entries_sha256;
      // What is live and the way back never share a file: damage to one must leave the other.
      const hasOtherWayBack = findListManifest(paths.snapshots, list.id, draft.pointer?.previous) !== undefined;
      if (liveManifest !== undefined && hasOtherWayBack && isUnchanged())
        shareEntries(join(paths.snapshots, liveManifest.id), folder);
      const same = isUnchanged() ? liveManifest : undefined;
      const since = { seen_on: seenOn, unchanged_since: same?.unchanged_since ?? same?.data_as_of ?? dataAsOf };
      const manifest = encodeListManifest({ ...about, ...since, source, ...written });
      writeFileSync(join(folder, manifestFile), manifest, { flush: true, mode: 0o600 });
      const rejectedReport = reportRejected(paths, rejected);
      return {
        id,
        dataAsOf,
        importedAt: startedAt,
        counts,
        list: listId,
        header,
        ...compare(keys),
        isEmpty,
        rejectedReport,
      };
    } finally {
      writer.close();
    }
  }
}
