// The smallest dataset there could be: some words, and notes that a snapshot can do without. For tests only.

import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import { SnapshotDamage } from '../../../src/datasets/folder/damage.ts';
import {
  type CheckStep,
  type Dataset,
  findManifest,
  manifestFile,
  type SnapshotManifest,
} from '../../../src/datasets/folder/dataset.ts';
import { openDraftFolder } from '../../../src/datasets/folder/draft.ts';
import { createDraftSession } from '../../../src/datasets/folder/draft-session.ts';
import { encodeDocument, parseDocument } from '../../../src/datasets/folder/sealed-document.ts';
import { findReadablePointer, toDatasetPaths } from '../../../src/datasets/folder/store.ts';
import { checkNow } from '../../../src/datasets/folder/whole-check.ts';
import { createManualClock } from '../../support/manual-clock.ts';

interface WordsManifest extends SnapshotManifest {
  readonly words_sha256: string;
  readonly notes_sha256: string;
}

const kind = { format: 'confere-words', version: 1 };

export const madeUpDataset: Dataset<WordsManifest> = {
  name: 'words',
  noun: 'word list',
  portuguese: 'o vocabulário',
  version: { en: 'edition', pt: 'edição' },
  given: { en: 'The file is', pt: 'O arquivo é' },
  live: 'edition',
  newer: { en: 'file', pt: 'o arquivo' },
  files: () => [manifestFile, 'notes.dat', 'words.dat'],
  readManifest,
  *verify(folder): Generator<CheckStep, Error | undefined> {
    const { words_sha256, notes_sha256 } = readManifest(folder);
    const words = findDamage(folder, 'words.dat', words_sha256);
    if (words !== undefined) throw words;
    yield { share: 0.5, bytes: 1 };
    return findDamage(folder, 'notes.dat', notes_sha256);
  },
};

/** Imports as every dataset does: under the lock, a draft beside the live snapshot, judged and read back, then the switch. */
export async function importWords(
  directory: string,
  word: string,
  at: { readonly day: string; readonly time: string },
): Promise<string> {
  const paths = toDatasetPaths(madeUpDataset, directory);
  const draft = openDraftFolder(paths, createManualClock({ nowMs: Date.parse(at.time) }), []);
  const { id, folder, startedAt: importedAt, pointer } = draft;
  const live = findManifest(madeUpDataset, paths.snapshots, pointer?.live);
  const session = createDraftSession(paths, draft, {
    live: live && { id: live.id, dataAsOf: live.data_as_of, importedAt: live.imported_at },
    survey: async () => at.day,
    async build() {
      mkdirSync(folder, { recursive: true });
      const [words, notes] = [toText(word, 3000), toText(`note ${word}`, 1000)];
      const manifest: WordsManifest = {
        id,
        data_as_of: at.day,
        imported_at: at.time,
        words_sha256: hash('sha256', words),
        notes_sha256: hash('sha256', notes),
      };
      writeFileSync(join(folder, 'words.dat'), words);
      writeFileSync(join(folder, 'notes.dat'), notes);
      writeFileSync(join(folder, manifestFile), encodeDocument(kind, manifest, 1));
      return { id, dataAsOf: at.day, importedAt, counts: { words: 3000 } };
    },
    judge: () => [],
    readBack: async () => void checkNow(madeUpDataset, folder, () => {}),
    findWayBack: () => live?.id ?? null,
  });
  await importDraft(session, { overridden: [], signal: new AbortController().signal });
  return id;
}

/** The first word of a file of the live snapshot. */
export function readWord(directory: string, file: string): string | undefined {
  const paths = toDatasetPaths(madeUpDataset, directory);
  const live = findReadablePointer(paths)?.live;
  return live && /\S+$/.exec(readFileSync(join(paths.snapshots, live, file), 'utf8').split('\n', 1)[0] ?? '')?.[0];
}

function toText(word: string, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `${hash('sha256', `${word}${line}`).slice(0, 12)} ${word}\n`).join(
    '',
  );
}

function readManifest(folder: string): WordsManifest {
  const says = { foreign: 'manifest.json is not one of words.', otherVersion: 'It is of another version.' };
  const text = readFileSync(join(folder, manifestFile), 'utf8');
  return parseDocument(text, manifestFile, kind, says) as unknown as WordsManifest;
}

function findDamage(folder: string, name: string, sha256: string): Error | undefined {
  const isWhole = hash('sha256', readFileSync(join(folder, name))) === sha256;
  return isWhole ? undefined : new SnapshotDamage(`${name} is damaged.`);
}
