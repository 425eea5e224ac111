// A live snapshot with an index of the country's size in a few seconds: a small import, whose partitions are filled up with empty
// blocks that sort behind every real one. The blocks are holes in a sparse file; the index is as large as the real one.

import { hash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { manifestFile } from '../../../src/datasets/folder/dataset.ts';
import { blockBytes } from '../../../src/registry/snapshot/block.ts';
import { encodeManifest, readManifest } from '../../../src/registry/snapshot/manifest.ts';
import { blocksFile, encodeIndex, indexFile, openSnapshot } from '../../../src/registry/snapshot/snapshot.ts';

/** 73.4 M establishments, 40 to a block. */
const nationalBlocks = 1_835_000;

/** Blows the snapshot in `directory` up, in place. */
export function fillUpToCountry(directory: string): void {
  const small = openSnapshot(directory);
  const { partitionStarts, partitionBlocks, keyHigh, keyLow, checksums } = small.index;
  small.close();
  const partitions = partitionStarts.length;
  const each = Math.ceil(nationalBlocks / partitions);
  const blocks = each * partitions;
  const emptyChecksum = crc32(new Uint8Array(blockBytes));
  const index = {
    partitionStarts: new Uint32Array(partitions).map((_, partition) => partition * each),
    partitionBlocks: new Uint32Array(partitions).fill(each),
    keyHigh: new Uint32Array(blocks).fill(0xffff_ffff),
    keyLow: new Uint32Array(blocks).fill(0xffff_ffff),
    checksums: new Uint32Array(blocks).fill(emptyChecksum),
  };
  const content = readFileSync(join(directory, blocksFile));
  const fd = openSync(join(directory, blocksFile), 'w');
  ftruncateSync(fd, blocks * blockBytes);
  for (let partition = 0; partition < partitions; partition++) {
    const from = partitionStarts[partition] as number;
    const count = partitionBlocks[partition] as number;
    const to = partition * each;
    index.keyHigh.set(keyHigh.subarray(from, from + count), to);
    index.keyLow.set(keyLow.subarray(from, from + count), to);
    index.checksums.set(checksums.subarray(from, from + count), to);
    writeSync(fd, content, from * blockBytes, count * blockBytes, to * blockBytes);
  }
  closeSync(fd);
  const indexBytes = encodeIndex(index);
  writeFileSync(join(directory, indexFile), indexBytes);
  const { format: _, format_version: __, block_bytes: ___, ...manifest } = readManifest(directory);
  const changed = {
    ...manifest,
    blocks,
    bytes: blocks * blockBytes + indexBytes.length,
    index_sha256: hash('sha256', indexBytes, 'hex'),
  };
  writeFileSync(join(directory, manifestFile), encodeManifest(changed));
}
