// The registry as a dataset: how it is called, and where its snapshots lie.

import type { DatasetName } from '../../app/datasets/dataset-name.ts';
import { type DatasetPaths, toDatasetPaths } from '../../datasets/folder/store.ts';

export const registryName: DatasetName = {
  name: 'registry',
  noun: 'registry',
  portuguese: 'o cadastro',
  version: { en: 'snapshot', pt: 'versão' },
  given: { en: 'The files are', pt: 'Os arquivos são' },
  live: 'snapshot',
  newer: { en: 'month', pt: 'o mês' },
};

/** The file names the month that a snapshot was downloaded from. */
export const publishedFile = 'published.json';

export function toRegistryPaths(directory: string): DatasetPaths {
  return toDatasetPaths(registryName, directory);
}
