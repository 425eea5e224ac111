// What a shared place says that it holds.

import { hash } from 'node:crypto';
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

/** A list of the country's pieces takes 300 kB. */
export const documentBytesMax = 16 << 20;

/** Undefined where nothing was ever published. Throws SnapshotDamage or a PlaceFault. */
export async function findLatest(place: SharedPlace, signal: AbortSignal): Promise<Latest | undefined> {
  const bytes = await place.read(latestName, documentBytesMax, signal);
  return bytes === undefined ? undefined : parseLatest(bytes);
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
