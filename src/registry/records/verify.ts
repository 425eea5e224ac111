// Reads the records of a snapshot back: every block against its checksum, as many establishments in it as the verification
// snapshot holds in the same place, every column used up to its last byte, and the values of some.

import { BlockCursor, blockBytes } from '../snapshot/block.ts';
import { SnapshotDamage } from '../snapshot/damage.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { RecordCursor } from './cursor.ts';
import { factsBlocksPerBlock } from './layout.ts';
import type { RecordsFile } from './records-file.ts';

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
  const cursor = new RecordCursor(file.texts);
  const first = index.partitionStarts[partition] as number;
  const factsBlocks = index.partitionBlocks[partition] as number;
  const blocks = Math.ceil(factsBlocks / factsBlocksPerBlock);
  if (file.index.partitionBlocks[partition] !== blocks)
    throw new SnapshotDamage('records.dat does not have as many blocks as blocks.dat asks for.');
  for (let block = 0; block < blocks; block++) {
    if (block % unpackEvery !== 0) {
      file.checkBlock(partition, block);
      continue;
    }
    const place = `Block ${block} of partition ${partition} of records.dat`;
    cursor.load(file.readBlock(partition, block));
    let rows = 0;
    for (let part = 0; part < factsBlocksPerBlock; part++) {
      const number = block * factsBlocksPerBlock + part;
      if (number >= factsBlocks) break;
      snapshot.readBlock(first + number, facts);
      factsCursor.rewind();
      while (factsCursor.advance()) rows++;
      if (part === 0 && rows !== cursor.firstRows) throw new SnapshotDamage(`${place} is out of step with blocks.dat.`);
    }
    if (rows !== cursor.rows) throw new SnapshotDamage(`${place} is out of step with blocks.dat.`);
    for (let row = 0; cursor.advance(); row++) {
      if (row % decodedEvery !== 0) continue;
      cursor.decodeRow();
      if (cursor.begins) cursor.decodeRoot();
    }
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
