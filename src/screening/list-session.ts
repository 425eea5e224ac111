// The disk side of an import as app/screening/import-list.ts sees it: the lock, a draft beside the live edition, the switch.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import type { ListOutcome, ListSession } from '../app/screening/import-list.ts';
import type { ListDraft } from '../app/screening/list-counts.ts';
import { manifestFile } from '../datasets/folder/dataset.ts';
import { withDiskFaults } from '../datasets/folder/disk-fault.ts';
import { type DraftFolder, openDraftFolder } from '../datasets/folder/draft.ts';
import type { DatasetPaths } from '../datasets/folder/store.ts';
import { checkNow } from '../datasets/folder/whole-check.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import { findDataDay, findListTexts, type ListTexts } from './files/list-file.ts';
import { type RejectedRow, readEntries } from './files/read-entries.ts';
import { getList } from './lists/catalogue.ts';
import { createEntriesWriter } from './snapshot/entries.ts';
import { toListDataset, toListPaths } from './snapshot/list-dataset.ts';
import { encodeListManifest, type ListManifest, readListManifest, toListInfo } from './snapshot/manifest.ts';

export interface ListOrder {
  readonly list: string;
  /** A file, a folder or a zip; of a list that has several files, each of them. */
  readonly paths: readonly string[];
  /** YYYY-MM-DD; in place of what the names say. */
  readonly asOf: string | undefined;
}

export function openListSession(directory: string, order: ListOrder, clock: Clock): ListSession {
  const list = getList(order.list);
  const paths = toListPaths(directory, list.id);
  const draft = openDraftFolder(paths, clock, []);
  const liveManifest = findManifest(paths, list.id, draft.pointer?.live);
  const live = liveManifest && toListInfo(liveManifest);
  let entriesHash: string | undefined;
  const isUnchanged = () => entriesHash !== undefined && entriesHash === liveManifest?.entries_sha256;
  let found: { readonly texts: ListTexts; readonly dataAsOf: string };
  return {
    live,
    isHeld: draft.pointer?.held === true,
    async survey() {
      const texts = await findListTexts(order.paths, list);
      found = { texts, dataAsOf: await findDataDay(texts, list, order.asOf, toBrazilDay(clock.nowMs())) };
      return found.dataAsOf;
    },
    build: () => withDiskFaults(paths.root, () => build(draft, list.id, found)),
    isUnchanged,
    async verify() {
      checkNow(toListDataset(list.id), draft.folder, () => {});
      draft.noteVerified();
    },
    publish() {
      // The same entries anew, with a newer date, are nothing to go back to.
      const before = findManifest(paths, list.id, draft.pointer?.previous)?.id ?? null;
      const previous = isUnchanged() && before !== null ? before : (live?.id ?? before);
      withDiskFaults(paths.root, () => draft.publish(previous));
    },
    close: (outcome) => draft.close(outcome.kind, detailsOf(outcome)),
  };

  async function build(
    { id, startedAt, folder }: DraftFolder,
    listId: string,
    { texts, dataAsOf }: typeof found,
  ): Promise<ListDraft> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const writer = createEntriesWriter(folder);
    try {
      const { counts, header, rejected } = await readEntries(texts, list, dataAsOf, writer.add);
      const about = { id, data_as_of: dataAsOf, imported_at: startedAt, list: listId, counts };
      const { main: member } = texts;
      const crc32 = member.crc32 === undefined ? null : member.crc32.toString(16).padStart(8, '0');
      const source = { member: member.member, bytes: member.csvBytes, crc32 };
      const written = writer.finish();
      entriesHash = written.entries_sha256;
      const manifest = encodeListManifest({ ...about, source, ...written });
      writeFileSync(join(folder, manifestFile), manifest, { flush: true, mode: 0o600 });
      const rejectedReport = reportRejected(paths.rejectedRows, rejected);
      return { id, dataAsOf, importedAt: startedAt, counts, list: listId, header, rejectedReport };
    } finally {
      writer.close();
    }
  }
}

/** By line and reason, without anything of what the rows say. */
function reportRejected(path: string, rows: readonly RejectedRow[]): string | undefined {
  rmSync(path, { force: true });
  if (rows.length === 0) return undefined;
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  return path;
}

function findManifest(paths: DatasetPaths, list: string, id: string | null | undefined): ListManifest | undefined {
  if (id === null || id === undefined) return undefined;
  try {
    return readListManifest(join(paths.snapshots, id), list);
  } catch {
    return undefined;
  }
}

function detailsOf(outcome: ListOutcome): object {
  if (outcome.kind === 'failed') return { reason: outcome.reason };
  if (outcome.kind !== 'succeeded') return {};
  const { id, dataAsOf, counts, overridden } = outcome.draft;
  return { snapshot: id, data_as_of: dataAsOf, counts, overridden: overridden.map(({ name }) => name) };
}
