// A list as a dataset: which files an edition has, and how all of it is read.

import { join } from 'node:path';
import type { DatasetName } from '../../app/datasets/dataset-name.ts';
import { type CheckStep, type Dataset, manifestFile } from '../../datasets/folder/dataset.ts';
import { type DatasetPaths, toDatasetPaths } from '../../datasets/folder/store.ts';
import { entriesFile, readLines } from './entries.ts';
import { type ListManifest, readListManifest } from './manifest.ts';

const name: DatasetName = {
  name: 'lists',
  noun: 'list',
  portuguese: 'a lista',
  version: { en: 'edition', pt: 'edição' },
  given: { en: 'The file is', pt: 'O arquivo é' },
  live: 'list',
  newer: { en: 'file', pt: 'o arquivo' },
  // A list that is gone must not read as one on which nobody stands.
  isRemembered: true,
};

/** `directory` holds a folder for each list. */
export function toListPaths(directory: string, list: string): DatasetPaths {
  return toDatasetPaths({ ...name, importCommand: `lists import ${list} FILE` }, join(directory, list));
}

export function toListDataset(list: string): Dataset<ListManifest> {
  return {
    ...name,
    files: () => [manifestFile, entriesFile],
    readManifest: (folder) => readListManifest(folder, list),
    *verify(folder): Generator<CheckStep, Error | undefined> {
      const manifest = readListManifest(folder, list);
      let done = 0;
      for (const { lines, bytes } of readLines(folder, manifest)) {
        done += lines.length;
        yield { share: done / Math.max(1, manifest.counts.entries), bytes };
      }
      return undefined;
    },
  };
}
