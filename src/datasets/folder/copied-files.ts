// Which files of a dataset a copy of it must hold, and what its pointer says then.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from './dataset.ts';
import { readIfPresent } from './notes.ts';
import { findPointer, type Pointer, toDatasetPaths } from './store.ts';

export interface DatasetCopyPlan {
  /** Relative to the dataset's directory. Never written again once they are there. */
  readonly unchanging: readonly string[];
  /** Small notes that may be written again; their text now. */
  readonly texts: Readonly<Record<string, string>>;
  readonly dataAsOf: string;
}

/** Returns undefined if nothing was imported. An import that ends meanwhile may remove the named files; the caller then plans again. */
export function planDatasetCopy(dataset: Dataset, directory: string): DatasetCopyPlan | undefined {
  const paths = toDatasetPaths(dataset, directory);
  const pointer = findPointer(paths);
  if (pointer === undefined) return undefined;
  const texts: Record<string, string> = {};
  const unchanging: string[] = [];
  for (const id of idsOf(pointer)) {
    for (const name of readdirSync(join(paths.snapshots, id))) {
      const path = join('snapshots', id, name);
      if (!statSync(join(directory, path)).isFile()) continue;
      if (name.endsWith('.json')) texts[path] = readIfPresent(join(directory, path)) ?? '';
      else unchanging.push(path);
    }
  }
  texts['live.json'] = `${JSON.stringify(pointer)}\n`;
  const lastImport = readIfPresent(paths.lastImport);
  if (lastImport !== undefined) texts['last-import.json'] = lastImport;
  return { unchanging, texts, dataAsOf: dataset.readManifest(join(paths.snapshots, pointer.live)).data_as_of };
}

function idsOf({ live, previous }: Pointer): readonly string[] {
  return previous === null ? [live] : [live, previous];
}
