// Editions of lists on the disk without a publisher's file: entries as an import writes them. All of them are invented.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../../../src/datasets/folder/dataset.ts';
import { writeDurably } from '../../../src/datasets/folder/notes.ts';
import { findPointer, writePointer } from '../../../src/datasets/folder/store.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { blankEntry, type ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { createEntriesWriter } from '../../../src/screening/snapshot/entries.ts';
import { toListPaths } from '../../../src/screening/snapshot/list-dataset.ts';
import { encodeListManifest } from '../../../src/screening/snapshot/manifest.ts';

export function toEntry(entry: Partial<ListEntry>): ListEntry {
  return { ...blankEntry, id: '1', kind: 'person', ...entry };
}

/** Makes it live. Returns its folder. */
export function writeEdition(
  directory: string,
  list: string,
  entries: Iterable<ListEntry>,
  { dataAsOf = '2026-10-15', id = '20261015T000000-000' } = {},
): string {
  const paths = toListPaths(directory, list);
  const folder = join(paths.snapshots, id);
  mkdirSync(folder, { recursive: true });
  const writer = createEntriesWriter(folder);
  let count = 0;
  for (const entry of entries) {
    writer.add(entry);
    count++;
  }
  const sums = writer.finish();
  writer.close();
  const none = {
    rejected: 0,
    left_out: 0,
    joined: 0,
    without_document: 0,
    unusable_documents: 0,
    unreadable_dates: 0,
    repeated_ids: 0,
  };
  const manifest = encodeListManifest({
    id,
    list,
    data_as_of: dataAsOf,
    imported_at: `${dataAsOf}T10:00:00.000Z`,
    counts: { rows: count, entries: count, ...none },
    source: { member: 'invented.csv', bytes: 0, crc32: null },
    ...sums,
  });
  writeDurably(join(folder, manifestFile), manifest);
  writePointer(paths, { live: id, previous: findPreviousId(paths), held: false });
  return folder;
}

/** The list without which nobody is clear, with somebody whom no test asks about, unless it is there. */
export function writeRequiredList(directory: string, dataAsOf?: string): void {
  if (findPreviousId(toListPaths(directory, 'onu')) !== null) return;
  const document = { kind: 'cpf', number: completeCpf('300999888') as Cpf } as const;
  const somebody = toEntry({ names: ['SICRANO INVENTADO EXIGIDO'], document });
  writeEdition(directory, 'onu', [somebody], dataAsOf === undefined ? {} : { dataAsOf });
}

function findPreviousId(paths: Parameters<typeof findPointer>[0]): string | null {
  try {
    return findPointer(paths)?.live ?? null;
  } catch {
    return null;
  }
}
