// Reads the records of a snapshot back: every block against its checksum, every column used up to its last byte, and the
// values of some. Each block must hold as many establishments as the verification snapshot in the same place.

import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { BlockCursor, blockBytes } from '../snapshot/block.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { RecordsFile } from './records-file.ts';
import { SnapshotRecords } from './snapshot-records.ts';

/** The checksum proves the bytes and the walk their structure; turning every row into values would take five times as long. */
const decodedEvery = 40;

/** Checks every block, and unpacks one in `unpackEvery`. Throws SnapshotDamage. */
export function verifyRecordsPartition(
  snapshot: Snapshot,
  file: RecordsFile,
  partition: number,
  unpackEvery: number,
): void {
  const { index } = snapshot;
  const facts = Buffer.allocUnsafeSlow(blockBytes);
  const factsCursor = new BlockCursor(facts);
  const cursor = file.createCursor();
  const records = new SnapshotRecords(snapshot, file);
  const first = index.partitionStarts[partition] as number;
  const blocks = index.partitionBlocks[partition] as number;
  const pieces = (file.index.partitionBlocks[partition] as number) - blocks;
  if (pieces < 0) throw new SnapshotDamage('records.dat does not have as many blocks as blocks.dat asks for.');
  for (let piece = 0; piece < pieces; piece++) file.checkBlock(partition, blocks + piece);
  for (let block = 0; block < blocks; block++) {
    if (block % unpackEvery !== 0) {
      file.checkBlock(partition, block);
      continue;
    }
    const place = `Block ${block} of partition ${partition} of records.dat`;
    cursor.load(partition, block);
    snapshot.readBlock(first + block, facts);
    factsCursor.rewind();
    let rows = 0;
    while (factsCursor.advance()) rows++;
    for (; cursor.advance(); rows--) {
      if (rows % decodedEvery !== 0) continue;
      cursor.decodeRow();
      if (!cursor.begins) continue;
      const root = cursor.decodeRoot();
      if (root.partnersApart !== undefined) records.readPartners(partition, root, root.partnersApart.total);
    }
    if (rows !== 0) throw new SnapshotDamage(`${place} is out of step with blocks.dat.`);
    if (!cursor.isAtEnd()) throw new SnapshotDamage(`${place} holds more than its establishments.`);
  }
}

/** Checks everything in steps, so that the caller may pause between them. Throws SnapshotDamage. */
export function* verifyRecords(snapshot: Snapshot, file: RecordsFile): Generator<number> {
  const { partitions } = snapshot.manifest;
  for (let partition = 0; partition < partitions; partition++) {
    verifyRecordsPartition(snapshot, file, partition, 1);
    yield (partition + 1) / partitions;
  }
}
