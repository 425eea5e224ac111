// Where the company registry lies, and its files before they are imported.

import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { toDatasetDirectory } from '../kept-datasets.ts';

export function toRegistryDirectory(config: Config): string {
  return toDatasetDirectory(config, 'registry');
}

/** Where months are downloaded to, and where folders to import are found. */
export function toDownloads({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'downloads');
}
