// The two small files that make a draft's blocks a snapshot: the index, and the manifest that vouches for it.

import { hash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotInfo } from '../../app/registry/registry-snapshot.ts';
import { manifestFile } from '../../datasets/folder/dataset.ts';
import { recordsFormat } from '../records/layout.ts';
import { encodeRecordsIndex, recordsFile, recordsIndexFile, tablesFile } from '../records/records-file.ts';
import { encodeTables } from '../records/tables.ts';
import { blockBytes } from '../snapshot/block.ts';
import { encodeManifest, type RecordsManifest, toRecordsInfo } from '../snapshot/manifest.ts';
import { encodeIndex, indexFile } from '../snapshot/snapshot.ts';
import { sumOf } from './draft/plan.ts';
import type { BuiltDraft } from './draft-builder.ts';
import { toIndex, toPartRows, toRecordCounts, toRecordsIndex, toRowCounts, toSource } from './threads/results.ts';

export function writeDraftFiles(
  directory: string,
  about: Pick<SnapshotInfo, 'id' | 'importedAt'>,
  built: BuiltDraft,
): SnapshotInfo {
  const { partitions, reads, flushed, builds } = built;
  const blocks = sumOf(builds, (build) => build.checksums.length);
  const index = Buffer.from(encodeIndex(toIndex(builds, partitions, blocks)));
  const sources = reads.map(toSource).sort((a, b) => (a.member < b.member ? -1 : 1));
  const info: SnapshotInfo = {
    ...about,
    parts: toPartRows(sources),
    dataAsOf: reads.find(({ member }) => member.dataAsOf !== undefined)?.member.dataAsOf ?? '',
    counts: toRowCounts(reads, flushed, builds),
    bytes: blocks * blockBytes + index.length,
  };
  const records = writeRecordsFiles(directory, built);
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
    records: records ?? null,
  });
  writeFileSync(join(directory, indexFile), index, { flush: true });
  writeFileSync(join(directory, manifestFile), manifest, { flush: true });
  return { ...info, records: records && toRecordsInfo(records) };
}

/** Index and tables of the records file, which the threads have written. */
function writeRecordsFiles(directory: string, built: BuiltDraft): RecordsManifest | undefined {
  const { tables, builds, flushed, partitions, reads } = built;
  if (tables === undefined) return undefined;
  const recordsIndex = toRecordsIndex(builds, partitions);
  const index = encodeRecordsIndex(recordsIndex);
  const texts = encodeTables({ ...tables.tables, dictionary: built.dictionary?.toString('base64') });
  writeFileSync(join(directory, recordsIndexFile), index, { flush: true });
  writeFileSync(join(directory, tablesFile), texts, { flush: true });
  return {
    format: recordsFormat,
    blocks: recordsIndex.lengths.length,
    file_bytes: statSync(join(directory, recordsFile)).size,
    index_sha256: hash('sha256', index, 'hex'),
    tables_sha256: hash('sha256', texts, 'hex'),
    partners: reads.some(({ member }) => member.group === 'partners'),
    tax_regimes: reads.some(({ member }) => member.group === 'taxRegimes'),
    counts: toRecordCounts(flushed, builds, tables),
  };
}
