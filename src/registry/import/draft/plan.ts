// How an import is cut up before it starts, from what the zips say about their size.

import type { DumpGroup } from '../../../app/registry/registry-snapshot.ts';
import type { DumpMember } from '../../files/dump.ts';
import { layouts } from '../../files/layout.ts';
import { partitionRecordsMax } from './partition.ts';

const partitionRecordsWanted = 128 * 1024;
const partitionsMax = 1024;
/** Well under the number of records that a sort key can count, even if every row had the smallest size. */
const partitionRecordsSafe = partitionRecordsMax * 0.8;

export function rowsAtMost(members: readonly DumpMember[], group: DumpGroup): number {
  const bytes = sumOf(
    members.filter((member) => member.group === group),
    (member) => member.csvBytes,
  );
  return Math.ceil(bytes / layouts[group].rowBytesMin);
}

/** Small enough for the processor's cache, few enough for one buffer each; a power of two, as the hash wants. */
export function toPartitions(members: readonly DumpMember[]): number {
  const rows = sumOf(Object.keys(layouts) as DumpGroup[], (group) => rowsAtMost(members, group));
  const wanted = Math.min(rows / partitionRecordsWanted, partitionsMax);
  const needed = rows / partitionRecordsSafe;
  return 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(wanted, needed))));
}

export function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
