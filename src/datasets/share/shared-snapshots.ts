// What a depot says that it holds.

import { hash, type KeyObject } from 'node:crypto';
import type { DatasetName, DatedSnapshot } from '../../app/datasets/dataset-name.ts';
import type { Depot, WritableDepot } from '../depots/depot.ts';
import { SnapshotDamage } from '../folder/damage.ts';
import type { SnapshotManifest } from '../folder/dataset.ts';
import {
  type Contents,
  type Latest,
  latestName,
  parseContents,
  parseLatest,
  type SharedSnapshot,
  toContentsName,
} from './contents.ts';
import { isSignedBy } from './signing.ts';

/** Snapshots of a dataset are published in this share. */
export interface SnapshotShare {
  readonly dataset: DatasetName;
  readonly depot: Depot;
}

export interface WritableShare extends SnapshotShare {
  readonly depot: WritableDepot;
}

/** A list of the country's pieces takes 300 kB. */
export const documentBytesMax = 16 << 20;

/** Returns undefined if nothing was ever published. Throws SnapshotDamage or a DepotFault. */
export async function findLatest({ dataset, depot }: SnapshotShare, signal: AbortSignal): Promise<Latest | undefined> {
  const bytes = await depot.read(latestName, documentBytesMax, signal);
  return bytes === undefined ? undefined : parseLatest(dataset, bytes);
}

export interface Wanted {
  /** The value undefined selects the newest snapshot. */
  readonly id: string | undefined;
  /** The snapshot must carry the signature of one of these publishers; undefined requires no signature. */
  readonly publishers: readonly KeyObject[] | undefined;
}

/** Returns undefined if the snapshot is not there. Throws as above, and also for a snapshot that lacks a required signature. */
export async function findOffered(
  share: SnapshotShare,
  { id, publishers }: Wanted,
  signal: AbortSignal,
): Promise<SharedSnapshot | undefined> {
  const { name, version } = share.dataset;
  const snapshots = (await findLatest(share, signal))?.snapshots ?? [];
  const found = id === undefined ? snapshots[0] : snapshots.find((one) => one.id === id);
  if (found !== undefined && publishers !== undefined && !isSignedBy(share.dataset, found, publishers))
    throw new SnapshotDamage(
      `The ${version.en} ${found.id} ${found.signature === undefined ? 'carries no signature' : 'is signed by another key'}, and ${name}.publisher_key asks for one. Publish it again: confere ${name} publish TARGET --sign KEY.`,
    );
  return found;
}

export async function getContents(
  { dataset, depot }: SnapshotShare,
  { id, contents_sha256 }: SharedSnapshot,
  signal: AbortSignal,
): Promise<Contents> {
  const bytes = await depot.read(toContentsName(id), documentBytesMax, signal);
  // Withdrawn since it was named, or a cache in between that is behind: the next look tells.
  if (bytes === undefined) throw new SnapshotDamage(`${toContentsName(id)} is missing.`);
  if (hash('sha256', bytes, 'hex') !== contents_sha256)
    throw new SnapshotDamage(`${toContentsName(id)} is not the one that ${latestName} names.`);
  return parseContents(dataset, bytes, id);
}

export function toDated({ id, data_as_of, imported_at }: SnapshotManifest): DatedSnapshot {
  return { id, dataAsOf: data_as_of, importedAt: imported_at };
}
