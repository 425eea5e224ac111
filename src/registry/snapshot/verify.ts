// Reads a whole snapshot back: every block against its checksum, every entry in its order and place.
// Used before a snapshot goes live, by `registry verify`, and by the thread that checks the live one in the background.

import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { keyLow, partitionOf } from '../files/cnpj-key.ts';
import { BlockCursor, blockBytes } from './block.ts';
import type { Snapshot } from './snapshot.ts';

/** Checks one partition and returns how many establishments it holds. Throws SnapshotDamage. */
export function verifyPartition(snapshot: Snapshot, partition: number): number {
  const { index } = snapshot;
  const partitions = index.partitionStarts.length;
  const block = Buffer.allocUnsafeSlow(blockBytes);
  const cursor = new BlockCursor(block);
  const first = index.partitionStarts[partition] as number;
  const end = first + (index.partitionBlocks[partition] as number);
  let entries = 0;
  let lastHigh = -1;
  let lastLow = -1;
  for (let number = first; number < end; number++) {
    snapshot.readBlock(number, block);
    cursor.rewind();
    for (let entry = 0; cursor.advance(); entry++) {
      const low = keyLow(cursor.low, cursor.branch);
      const inPlace =
        (cursor.high > lastHigh || (cursor.high === lastHigh && low > lastLow)) &&
        partitionOf(cursor.high, cursor.low, partitions) === partition &&
        (entry > 0 || (cursor.high === index.keyHigh[number] && low === index.keyLow[number]));
      if (!inPlace) throw new SnapshotDamage(`Block ${number} of blocks.dat holds entries out of their order.`);
      lastHigh = cursor.high;
      lastLow = low;
      entries++;
    }
  }
  return entries;
}

/** Checks everything in steps, so that the caller may pause between them. Throws SnapshotDamage. */
export function* verifySnapshot(snapshot: Snapshot): Generator<number> {
  const { partitions, counts } = snapshot.manifest;
  let establishments = 0;
  for (let partition = 0; partition < partitions; partition++) {
    establishments += verifyPartition(snapshot, partition);
    yield (partition + 1) / partitions;
  }
  if (establishments !== counts.establishments) {
    throw new SnapshotDamage(
      `The snapshot holds ${establishments} establishments, its manifest says ${counts.establishments}.`,
    );
  }
}
