// Walks over all records of a snapshot in the order of the file, for those who want lists. Opens files of its own, so that a
// snapshot may be replaced while a scan runs.

import type { RecordScan, ScanShare } from '../../app/companies/ports.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import {
  type CompanyRecord,
  matchesFacts,
  matchesFilter,
  matchesRow,
  type RecordFilter,
} from '../../domain/company/company-record.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { fromKey } from '../files/cnpj-key.ts';
import { BlockCursor, blockBytes } from '../snapshot/block.ts';
import { openSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { withoutRecords } from './open-records.ts';
import type { RootRecord } from './read/decode-root.ts';
import { openRecordsFile, type RecordsFile } from './records-file.ts';
import { SnapshotRecords } from './snapshot-records.ts';

export function scanRecords(
  directory: string,
  filter: RecordFilter,
  share: ScanShare = { part: 0, of: 1 },
): RecordScan {
  try {
    const snapshot = openSnapshot(directory);
    const file = openRecordsFile(directory, snapshot.manifest);
    if (file === undefined) {
      snapshot.close();
      return withoutRecords;
    }
    const { origin } = new SnapshotRecords(snapshot, file);
    return { kind: 'open', batches: walk(snapshot, file, filter, share), ...origin };
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : 'The records cannot be read.' };
  }
}

async function* walk(
  snapshot: Snapshot,
  file: RecordsFile,
  filter: RecordFilter,
  { part, of }: ScanShare,
): AsyncGenerator<readonly CompanyRecord[]> {
  try {
    for (let partition = part; partition < snapshot.manifest.partitions; partition += of)
      yield* walkPartition(snapshot, file, partition, filter);
  } finally {
    file.close();
    snapshot.close();
  }
}

/** One batch a block. */
function* walkPartition(
  snapshot: Snapshot,
  file: RecordsFile,
  partition: number,
  filter: RecordFilter,
): Generator<readonly CompanyRecord[]> {
  const records = new SnapshotRecords(snapshot, file);
  const cursor = file.createCursor();
  const facts = Buffer.allocUnsafeSlow(blockBytes);
  const factsCursor = new BlockCursor(facts);
  const first = snapshot.index.partitionStarts[partition] as number;
  const blocks = snapshot.index.partitionBlocks[partition] as number;
  let root: RootRecord | undefined;
  for (let block = 0; block < blocks; block++) {
    const batch: CompanyRecord[] = [];
    cursor.load(partition, block);
    snapshot.readBlock(first + block, facts);
    factsCursor.rewind();
    while (factsCursor.advance()) {
      if (!cursor.advance()) throw new SnapshotDamage('A block of records holds fewer establishments than blocks.dat.');
      if (cursor.begins) root = undefined;
      const { high, low, branch } = factsCursor;
      const base = fromKey(high, low, branch);
      // From the cheapest to the dearest: a list of one state has no need of the partners of the other 26.
      const company = factsCursor.toCompany(completeCnpj(base));
      if (!matchesFacts(company, filter)) continue;
      const row = cursor.decodeRow();
      if (!matchesRow(row, filter)) continue;
      root ??= cursor.decodeRoot();
      const partners = records.readPartners(partition, root, Number.POSITIVE_INFINITY);
      const record = records.toRecord(company, row, root, partners);
      if (matchesFilter(record, filter)) batch.push(record);
    }
    // The next block may go on with the company that began last in this one.
    if (cursor.hasRoot) root ??= cursor.decodeRoot();
    if (batch.length > 0) yield batch;
  }
}
