// One thread of an import: reads files into records, later joins partitions into blocks, at last reads blocks back.
// Does one task at a time and knows nothing of the others; import-session.ts hands the tasks out.

import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { DamagedFile } from '../../../app/datasets/damaged-file.ts';
import { isTable } from '../../../app/registry/registry-snapshot.ts';
import { readMember } from '../../../datasets/files/file-member.ts';
import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import { OperatorError, toStack } from '../../../errors.ts';
import { CommaScanner } from '../../files/comma-scanner.ts';
import { layouts } from '../../files/layout.ts';
import { RowScanner } from '../../files/row-scanner.ts';
import { TextProbe } from '../../files/text-encoding.ts';
import { openRecordsFile, pageBytes, type RecordsFile, recordsFile } from '../../records/records-file.ts';
import { createKnownCodes, toCodeUses } from '../../records/tables.ts';
import { verifyRecordsPartition } from '../../records/verify.ts';
import { RecordBlockWriter } from '../../records/write/block-writer.ts';
import { noRecordOddities } from '../../records/write/row-fields.ts';
import { RowPayloads } from '../../records/write/row-payload.ts';
import { BlockWriter, blockBytes } from '../../snapshot/block.ts';
import { blocksFile, openSnapshot, type Snapshot } from '../../snapshot/snapshot.ts';
import { verifyPartition } from '../../snapshot/verify.ts';
import { createRowMapper, noOddities } from '../draft/mapper.ts';
import { PartitionBuilder } from '../draft/partition.ts';
import { Sampler } from '../draft/sample.ts';
import { SpillWriter, writeAll } from '../draft/spill.ts';
import {
  type BuildResult,
  type BuiltRecords,
  type FlushResult,
  type ImportTask,
  type ImportThreadData,
  type ReadResult,
  type RecordsOrder,
  type RejectedRow,
  type SpilledExtent,
  spillFile,
  type TaskResults,
  type ThreadAnswer,
  type VerifyResult,
} from './tasks.ts';

const data = workerData as ImportThreadData;
const port = parentPort;
if (port === null) throw new Error('thread.ts runs as a worker thread.');

const rejectedRowsMax = 10_000;
/** Every block is read back against its checksum; unpacking all of them too would add a tenth to the import. */
const recordsUnpackedEvery = 16;
const progress = new Float64Array(data.progress);
const oddities = noOddities();
const text = new TextProbe();
const records = data.records && {
  oddities: noRecordOddities(),
  codes: createKnownCodes(data.records.activities),
};
let recordWriter: RecordBlockWriter | undefined;
/** Enough for a dictionary; a company with thousands of partners may be in the sample. */
const sampledPayloadsMax = 5000;
const sampledPayloads: Uint8Array[] = [];
const payloads = records && new RowPayloads(records.codes, records.oddities);
const sampler = new Sampler(data.establishmentRows);
let spill: { readonly fd: number; readonly writer: SpillWriter } | undefined;
let builder:
  | {
      readonly partition: PartitionBuilder;
      readonly output: BlockWriter;
      readonly fd: number;
      readonly recordsFd: number;
    }
  | undefined;
let draft: { readonly snapshot: Snapshot; readonly records: RecordsFile | undefined } | undefined;
const spillFds = new Map<number, number>();

port.on('message', async (task: ImportTask) => {
  let answer: ThreadAnswer;
  try {
    answer = { kind: 'done', result: await run(task) };
  } catch (error) {
    answer = toFailedAnswer(error);
  }
  port.postMessage(answer);
});

function run(task: ImportTask): Promise<TaskResults[keyof TaskResults]> | TaskResults[keyof TaskResults] {
  if (task.kind === 'read') return read(task.member);
  if (task.kind === 'flush') return flush();
  if (task.kind === 'dictionary') {
    recordWriter = new RecordBlockWriter(task.dictionary);
    return undefined;
  }
  if (task.kind === 'build') return build(task.partition, task.extents);
  return verify(task.directory, task.partition);
}

async function read(member: ReadResult['member']): Promise<ReadResult> {
  spill ??= createSpill();
  const { group } = member;
  if (isTable(group)) throw new Error('Tables are read before the threads start.');
  const { columns } = layouts[group];
  const map = createRowMapper({ group, spill: spill.writer, oddities, payloads });
  const rejectedRows: RejectedRow[] = [];
  const isRegime = group === 'taxRegimes';
  const Scanner = isRegime ? CommaScanner : RowScanner;
  const scanner = new Scanner(columns, {
    row(bytes, starts, ends) {
      const reason = map(bytes, starts, ends);
      if (isRegime) return reason;
      if (reason === undefined && sampler.collect(group, bytes, starts, ends, columns)) keepPayload();
      return reason;
    },
    rejected(line, reason) {
      if (rejectedRows.length < rejectedRowsMax) rejectedRows.push({ line, reason });
    },
  });
  const rowsBefore = progress[2 * data.thread] as number;
  let checksum = 0;
  for await (const chunk of readMember(member)) {
    if (member.crc32 === undefined) checksum = crc32(chunk, checksum);
    if (!isRegime) text.look(chunk);
    scanner.push(chunk);
    progress[2 * data.thread] = rowsBefore + scanner.rows;
    progress[2 * data.thread + 1] = (progress[2 * data.thread + 1] as number) + chunk.length;
  }
  scanner.finish();
  progress[2 * data.thread] = rowsBefore + scanner.rows;
  if (scanner.endedInsideRow && member.crc32 === undefined) {
    throw new DamagedFile(
      {
        en: `${member.path} ends in the middle of a row: it was cut short. Extract or download it again.`,
        pt: `${member.path} termina no meio de uma linha: foi cortado. Extraia ou baixe de novo.`,
      },
      member.path,
    );
  }
  return { member, rows: scanner.rows, rejected: scanner.rejected, rejectedRows, crc32: member.crc32 ?? checksum };
}

function keepPayload(): void {
  if (payloads !== undefined && sampledPayloads.length < sampledPayloadsMax)
    sampledPayloads.push(Uint8Array.from(payloads.last));
}

function createSpill(): { fd: number; writer: SpillWriter } {
  const fd = openSync(join(data.directory, spillFile(data.thread)), 'w+');
  return { fd, writer: new SpillWriter(fd, data.partitions) };
}

function flush(): FlushResult {
  spill?.writer.flush();
  const extents = spill?.writer.extents.map((extent) => ({ ...extent, thread: data.thread })) ?? [];
  if (spill !== undefined) closeSync(spill.fd);
  spill = undefined;
  const { accents, impossible } = text;
  return {
    extents,
    oddities,
    text: { accents, impossible },
    samples: sampler.rows,
    payloads: sampledPayloads,
    records: records && { oddities: records.oddities, codes: toCodeUses(records.codes) },
  };
}

function build(partition: number, extents: readonly SpilledExtent[]): BuildResult {
  builder ??= {
    partition: new PartitionBuilder(),
    output: new BlockWriter(),
    fd: openSync(join(data.directory, blocksFile), 'r+'),
    recordsFd: records === undefined ? -1 : openSync(join(data.directory, recordsFile), 'r+'),
  };
  const { output, fd, recordsFd } = builder;
  output.reset();
  const counts = builder.partition.build(readExtents(extents), output, recordWriter);
  const built = recordWriter && writeRecords(recordWriter, recordsFd);
  const startBlock = Atomics.add(new Int32Array(data.blocksTaken), 0, output.blocks);
  const checksums = new Uint32Array(output.blocks);
  const keyHigh = new Uint32Array(output.blocks);
  const keyLow = new Uint32Array(output.blocks);
  for (let block = 0; block < output.blocks; block++) {
    checksums[block] = crc32(output.bytes.subarray(block * blockBytes, (block + 1) * blockBytes));
    keyHigh[block] = output.firstKeys[2 * block] as number;
    keyLow[block] = output.firstKeys[2 * block + 1] as number;
  }
  writeAll(fd, output.bytes.subarray(0, output.blocks * blockBytes), startBlock * blockBytes);
  return { partition, startBlock, keyHigh, keyLow, checksums, counts, records: built };
}

function writeRecords(writer: RecordBlockWriter, fd: number): BuiltRecords {
  const { bytes, lengths, checksums } = writer.finish();
  const pages = Math.ceil(bytes.length / pageBytes);
  const taken = new Int32Array((data.records as RecordsOrder).pagesTaken);
  const firstPage = Atomics.add(taken, 0, pages);
  writeAll(fd, bytes, firstPage * pageBytes);
  return { firstPage, lengths, checksums };
}

function readExtents(extents: readonly SpilledExtent[]): Uint8Array {
  const records = new Uint8Array(extents.reduce((sum, extent) => sum + extent.bytes, 0));
  let at = 0;
  for (const { thread, offset, bytes } of extents) {
    let fd = spillFds.get(thread);
    if (fd === undefined) {
      fd = openSync(join(data.directory, spillFile(thread)), 'r');
      spillFds.set(thread, fd);
    }
    const end = at + bytes;
    let position = offset;
    while (at < end) {
      const read = readSync(fd, records, at, end - at, position);
      if (read === 0) throw new Error('A file of the import was cut short while it was running.');
      at += read;
      position += read;
    }
  }
  return records;
}

function verify(directory: string, partition: number): VerifyResult {
  // The records are joined by now; an open file would keep its space on the disk although it is deleted.
  for (const fd of spillFds.values()) closeSync(fd);
  spillFds.clear();
  draft ??= openDraft(directory);
  const establishments = verifyPartition(draft.snapshot, partition);
  if (draft.records !== undefined)
    verifyRecordsPartition(draft.snapshot, draft.records, partition, recordsUnpackedEvery);
  return { establishments };
}

function openDraft(directory: string): { snapshot: Snapshot; records: RecordsFile | undefined } {
  const snapshot = openSnapshot(directory);
  return { snapshot, records: openRecordsFile(directory, snapshot.manifest) };
}

function toFailedAnswer(error: unknown): ThreadAnswer {
  if (error instanceof OperatorError || error instanceof SnapshotDamage) {
    const portuguese = error instanceof OperatorError ? error.portuguese : undefined;
    const damaged = error instanceof DamagedFile && { damagedFile: error.path };
    return { kind: 'failed', reason: 'operator', message: error.message, portuguese, ...damaged };
  }
  if (!(error instanceof Error)) return { kind: 'failed', reason: 'fault', message: String(error) };
  if (!('syscall' in error) || !('code' in error)) {
    return { kind: 'failed', reason: 'fault', message: toStack(error) };
  }
  if (error.code === 'ENOSPC') return { kind: 'failed', reason: 'disk_full', message: error.message };
  const message = `The system refused to ${error.syscall} a file of the import (${error.code}): check the disk and the permissions.`;
  const portuguese = `O sistema recusou uma operação com um arquivo da importação (${error.syscall}, ${error.code}): verifique o disco e as permissões.`;
  return { kind: 'failed', reason: 'operator', message, portuguese };
}
