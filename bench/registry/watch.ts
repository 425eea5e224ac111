// `npm run bench watch`: a list of watched companies against two snapshots, one in fifty of whose companies changed, in one pass; and
// the whole snapshots against each other. The snapshots are written block by block, since an import of this size would take far longer.

import { hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { manifestFile } from '../../src/datasets/folder/dataset.ts';
import { type Cnpj, completeCnpj } from '../../src/domain/numbers/cnpj.ts';
import { compareSnapshots, compareWatched } from '../../src/registry/changes/compare-snapshots.ts';
import { toKeyWords, toWatchedKeys } from '../../src/registry/changes/watched-keys.ts';
import { firstBranch, partitionOf, rootHigh, rootLow, toQuad } from '../../src/registry/files/cnpj-key.ts';
import { toPackedDate } from '../../src/registry/files/quirks.ts';
import { BlockWriter, blockBytes } from '../../src/registry/snapshot/block.ts';
import { encodeManifest, type Manifest } from '../../src/registry/snapshot/manifest.ts';
import { blocksFile, encodeIndex, indexFile, openSnapshot } from '../../src/registry/snapshot/snapshot.ts';
import { print } from '../support/print.ts';

const establishments = Number(process.env['BENCH_ESTABLISHMENTS'] ?? 20_000_000);
const watchedCount = Number(process.env['BENCH_WATCHED'] ?? 1_000_000);
const partitions = 256;
const changedShare = 50;
const youngCompanyDays = 180;

export async function run(folder: string): Promise<void> {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  writeSnapshot(before, '2026-09-12', 0);
  writeSnapshot(after, '2026-10-10', 1);
  const shown = `${establishments.toLocaleString('en')} establishments in each snapshot`;
  const [old, young] = [openSnapshot(before), openSnapshot(after)];
  for (let round = 0; round < 3; round++) {
    const random = new Random().restart(round + 1);
    const listed = new Set<Cnpj>();
    while (listed.size < watchedCount) listed.add(completeCnpj(`${toRoot(random.below(establishments))}0001`));
    const numbers = [...listed];
    const spent = measure(() => compareWatched(old, young, toWatchedKeys(toKeyWords(numbers)), youngCompanyDays));
    print(`${watchedCount.toLocaleString('en')} watched, ${shown}: ${spent} (goal 10 s)`);
  }
  print(`All, ${shown}: ${measure(() => compareSnapshots(old, young, youngCompanyDays))}`);
  old.close();
  young.close();
}

function measure(compare: () => Iterable<readonly unknown[]>): string {
  const start = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  let changes = 0;
  for (const portion of compare()) changes += portion.length;
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  const processor = (user + system) / 1e6;
  return `${seconds.toFixed(2)} s, ${processor.toFixed(2)} s of processor, ${changes.toLocaleString('en')} changes`;
}

/** Each root has one establishment; one in fifty is closed in the later month. */
function writeSnapshot(directory: string, dataAsOf: string, month: number): void {
  mkdirSync(directory);
  const writers = Array.from({ length: partitions }, () => new BlockWriter());
  const startedOn = toPackedDate('2012-05-04');
  for (let number = 0; number < establishments; number++) {
    const root = toRoot(number);
    const [high, low] = [rootHigh(toQuad(root, 0), toQuad(root, 4)), rootLow(toQuad(root, 4))];
    const names = Buffer.from(`COMERCIO DE EXEMPLOS ${number} LTDA`, 'latin1');
    const name = { names, nameAt: 0, nameBytes: names.length };
    const status = month === 1 && number % changedShare === 0 ? 3 : 0;
    writers[partitionOf(high, low, partitions)]?.append(
      { high, low, meiOpted: false, meiExcludedOn: 0, ...name },
      { branch: firstBranch, status, headOffice: true, specialSituation: false, startedOn, ...name, nameBytes: 0 },
    );
  }
  const blocks = writers.reduce((sum, writer) => sum + writer.blocks, 0);
  const index = {
    partitionStarts: new Uint32Array(partitions),
    partitionBlocks: Uint32Array.from(writers, (writer) => writer.blocks),
    keyHigh: new Uint32Array(blocks),
    keyLow: new Uint32Array(blocks),
    checksums: new Uint32Array(blocks),
  };
  const file = openSync(join(directory, blocksFile), 'w');
  let at = 0;
  for (const [partition, writer] of writers.entries()) {
    index.partitionStarts[partition] = at;
    for (let block = 0; block < writer.blocks; block++, at++) {
      const bytes = writer.bytes.subarray(block * blockBytes, (block + 1) * blockBytes);
      index.keyHigh[at] = writer.firstKeys[2 * block] as number;
      index.keyLow[at] = writer.firstKeys[2 * block + 1] as number;
      index.checksums[at] = crc32(bytes);
    }
    writeSync(file, writer.bytes, 0, writer.blocks * blockBytes);
  }
  closeSync(file);
  const indexBytes = encodeIndex(index);
  writeFileSync(join(directory, indexFile), indexBytes);
  const about = {
    id: dataAsOf,
    data_as_of: dataAsOf,
    imported_at: `${dataAsOf}T00:00:00Z`,
    partitions,
    blocks,
    bytes: blocks * blockBytes,
    counts: {} as Manifest['counts'],
    sources: [],
    index_sha256: hash('sha256', indexBytes, 'hex'),
    records: null,
  };
  writeFileSync(join(directory, manifestFile), encodeManifest(about));
}

function toRoot(number: number): string {
  return String(number).padStart(8, '0');
}
