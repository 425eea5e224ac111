// The two small files that make a draft's blocks a snapshot: the index, and the manifest that vouches for it.

import { hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotInfo } from '../../app/registry-snapshot.ts';
import { blockBytes } from '../snapshot/block.ts';
import { encodeManifest, manifestFile } from '../snapshot/manifest.ts';
import { encodeIndex, indexFile } from '../snapshot/snapshot.ts';
import type { BuiltDraft } from './draft-builder.ts';
import { sumOf } from './plan.ts';
import { toCounts, toIndex, toParts, toSource } from './results.ts';

export function writeDraftFiles(
  directory: string,
  about: Pick<SnapshotInfo, 'id' | 'importedAt'>,
  { partitions, reads, flushed, builds }: BuiltDraft,
): SnapshotInfo {
  const blocks = sumOf(builds, (build) => build.checksums.length);
  const index = Buffer.from(encodeIndex(toIndex(builds, partitions, blocks)));
  const sources = reads.map(toSource).sort((a, b) => (a.member < b.member ? -1 : 1));
  const info: SnapshotInfo = {
    ...about,
    parts: toParts(sources),
    dataAsOf: reads[0]?.member.dataAsOf ?? '',
    counts: toCounts(reads, flushed, builds),
    bytes: blocks * blockBytes + index.length,
  };
  const manifest = encodeManifest({
    id: info.id,
    data_as_of: info.dataAsOf,
    imported_at: info.importedAt,
    partitions,
    blocks,
    bytes: info.bytes,
    counts: info.counts,
    sources,
    index_sha256: hash('sha256', index, 'hex'),
  });
  writeSynced(join(directory, indexFile), index);
  writeSynced(join(directory, manifestFile), manifest);
  return info;
}

function writeSynced(path: string, content: string | Uint8Array): void {
  const fd = openSync(path, 'w');
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
