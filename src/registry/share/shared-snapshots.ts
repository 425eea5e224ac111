// What a shared place says that it holds.

import { hash, type KeyObject } from 'node:crypto';
import type { DatedSnapshot } from '../../app/registry/pull-registry.ts';
import { SnapshotDamage } from '../snapshot/damage.ts';
import {
  type Contents,
  type Latest,
  latestName,
  parseContents,
  parseLatest,
  type SharedSnapshot,
  toContentsName,
} from './contents.ts';
import type { SharedPlace } from './places/place.ts';
import { isSignedBy } from './signing.ts';

/** A list of the country's pieces takes 300 kB. */
export const documentBytesMax = 16 << 20;

/** Undefined where nothing was ever published. Throws SnapshotDamage or a PlaceFault. */
export async function findLatest(place: SharedPlace, signal: AbortSignal): Promise<Latest | undefined> {
  const bytes = await place.read(latestName, documentBytesMax, signal);
  return bytes === undefined ? undefined : parseLatest(bytes);
}

export interface Wanted {
  /** Undefined is the newest. */
  readonly id: string | undefined;
  /** Whose signature it must carry; undefined where nobody's is asked for. */
  readonly publishers: readonly KeyObject[] | undefined;
}

/** Undefined where it is not there. Throws as above, and for one that nobody has signed who should have. */
export async function findOffered(
  place: SharedPlace,
  { id, publishers }: Wanted,
  signal: AbortSignal,
): Promise<SharedSnapshot | undefined> {
  const snapshots = (await findLatest(place, signal))?.snapshots ?? [];
  const found = id === undefined ? snapshots[0] : snapshots.find((one) => one.id === id);
  if (found !== undefined && publishers !== undefined && !isSignedBy(found, publishers))
    throw new SnapshotDamage(
      `The snapshot ${found.id} ${found.signature === undefined ? 'carries no signature' : 'is signed by another key'}, and registry.publisher_key asks for one. Publish it again: confere registry publish TARGET --sign KEY.`,
    );
  return found;
}

export async function getContents(
  place: SharedPlace,
  { id, contents_sha256 }: SharedSnapshot,
  signal: AbortSignal,
): Promise<Contents> {
  const bytes = await place.read(toContentsName(id), documentBytesMax, signal);
  // Withdrawn since it was named, or a cache in between that is behind: the next look tells.
  if (bytes === undefined) throw new SnapshotDamage(`${toContentsName(id)} is missing.`);
  if (hash('sha256', bytes, 'hex') !== contents_sha256)
    throw new SnapshotDamage(`${toContentsName(id)} is not the one that ${latestName} names.`);
  return parseContents(bytes, id);
}

export function toDated({ id, data_as_of, imported_at }: SharedSnapshot): DatedSnapshot {
  return { id, dataAsOf: data_as_of, importedAt: imported_at };
}
