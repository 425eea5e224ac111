// The datasets that an installation keeps. Each has one word for its commands, settings, folder, metrics and error codes; the audit may
// use another one for what happens to it.

import { join } from 'node:path';
import type { Config } from '../../config.ts';

const actWords = { registry: 'registry', lists: 'list' } as const;

export type KeptDataset = keyof typeof actWords;

export type DatasetAct = 'imported' | 'rolled_back' | 'published' | 'pulled';
export type JobAct = 'import_started' | 'update_started' | 'rollback_started' | 'job_stopped';

/** Returns the name that the audit gives to the act. */
export function toDatasetAct<Act extends DatasetAct | JobAct>(dataset: KeptDataset, act: Act) {
  return `${actWords[dataset]}_${act}` as const;
}

export function toDatasetDirectory({ data_dir }: Pick<Config, 'data_dir'>, dataset: KeptDataset): string {
  return join(data_dir, dataset);
}
