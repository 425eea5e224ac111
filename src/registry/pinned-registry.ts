// The live snapshot for a long piece of work: it stays the same one while imports go on, and any thread can open it by its folder.

import { join } from 'node:path';
import { findPointer } from '../datasets/folder/store.ts';
import { readManifest } from './snapshot/manifest.ts';
import { toRegistryPaths } from './snapshot/registry-paths.ts';

export interface PinnedRegistry {
  readonly id: string;
  readonly folder: string;
  readonly dataAsOf: string;
}

/** Returns undefined if nothing was imported. Throws SnapshotDamage or a system error. */
export function findPinnedRegistry(directory: string): PinnedRegistry | undefined {
  const paths = toRegistryPaths(directory);
  const pointer = findPointer(paths);
  if (pointer === undefined) return undefined;
  const folder = join(paths.snapshots, pointer.live);
  return { id: pointer.live, folder, dataAsOf: readManifest(folder).data_as_of };
}
