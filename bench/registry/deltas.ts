// `npm run bench deltas`: how much of a snapshot is still there a month later, and what a node would have to fetch if only the rest were
// sent. Two imports of an invented country, the second with changed and new establishments; files are compared piece by piece as they are
// shared (8 MiB), and block by block as they are built, wherever a block lies.

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { makeDump } from '../../scripts/make-dump/make-dump.ts';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { completeCnpj } from '../../src/domain/numbers/cnpj.ts';
import { openRecordsFile, pageBytes } from '../../src/registry/records/records-file.ts';
import { blockBytes } from '../../src/registry/snapshot/block.ts';
import { readManifest } from '../../src/registry/snapshot/manifest.ts';
import { importInto } from '../../test/support/registry/import-dump.ts';
import { rewriteZip } from '../../test/support/registry/rewrite-zip.ts';
import { print } from '../support/print.ts';

const establishments = Number(process.env['BENCH_ESTABLISHMENTS'] ?? 60_000);
/** Shares of a month; of the new ones a tenth are branches of known companies. Assumed: how many really change is not known here. */
const months = [
  { changed: 0.01, created: 0.005 },
  { changed: 0.03, created: 0.007 },
];
const pieceBytes = 8 * 1024 * 1024;
/** Status, its date and its reason change together. */
const statusAt = 5;

export async function run(folder: string): Promise<void> {
  const before = join(folder, 'before');
  await makeDump({ establishments, folder: before, seed: 1, defects: false, threads: 2 });
  const old = await importSnapshot(join(folder, 'old'), before);
  for (const [index, month] of months.entries()) {
    const after = join(folder, `after-${index}`);
    cpSync(before, after, { recursive: true });
    await letMonthPass(after, month);
    compare(old, await importSnapshot(join(folder, `new-${index}`), after), month);
  }
}

async function importSnapshot(directory: string, dump: string): Promise<string> {
  const { id } = await importInto(directory, dump);
  return join(directory, 'snapshots', id);
}

async function letMonthPass(dump: string, { changed, created }: (typeof months)[number]): Promise<void> {
  const random = new Random().restart(7);
  const newRoots: string[] = [];
  const files = (kind: string) => readdirSync(dump).filter((name) => name.startsWith(kind) && name.endsWith('.zip'));
  for (const name of files('Estabelecimentos')) {
    await rewriteZip(join(dump, name), (rows) =>
      rows.flatMap((row) => {
        const fields = row.slice(1, -1).split('";"');
        const chance = random.below(1_000_000) / 1_000_000;
        if (chance < changed)
          return [toRow(fields.toSpliced(statusAt, 3, fields[statusAt] === '02' ? '08' : '02', '20261105', '01'))];
        if (chance > changed + created) return [row];
        const isBranch = random.chance(0.1);
        // Numbers are given out in order: those of a new month come after all others.
        const root = isBranch ? (fields[0] as string) : `9999${String(newRoots.length).padStart(4, '0')}`;
        if (!isBranch) newRoots.push(root);
        const cnpj = completeCnpj(`${root}${isBranch ? '0987' : '0001'}`);
        return [row, toRow([root, cnpj.slice(8, 12), cnpj.slice(12), isBranch ? '2' : '1', ...fields.slice(4)])];
      }),
    );
  }
  const [companies = ''] = files('Empresas');
  await rewriteZip(join(dump, companies), (rows) => [
    ...rows,
    ...newRoots.map((root, index) => {
      const [, ...rest] = (rows[index % rows.length] as string).slice(1, -1).split('";"');
      return toRow([root, ...rest]);
    }),
  ]);
}

function toRow(fields: readonly string[]): string {
  return `"${fields.join('";"')}"`;
}

function compare(old: string, young: string, { changed, created }: (typeof months)[number]): void {
  print(`${establishments.toLocaleString('en')} establishments, ${percent(changed)} changed, ${percent(created)} new`);
  const [facts, records] = [
    compareParts(listFacts(old), listFacts(young)),
    compareParts(listRecords(old), listRecords(young)),
  ];
  for (const [name, { same, bytes, delta, whole }] of Object.entries({ 'blocks.dat': facts, 'records.dat': records })) {
    const pieces = compareParts(cut(join(old, name), pieceBytes), cut(join(young, name), pieceBytes));
    const pages = compareParts(cut(join(old, name), pageBytes), cut(join(young, name), pageBytes));
    print(
      `  ${name}: ${(bytes / 1e6).toFixed(1)} MB; the same: ${percent(pieces.same)} of pieces of 8 MiB, ${percent(pages.same)} of pages of 4 KiB, ` +
        `${percent(same)} of blocks; to send: ${percent(delta / whole)} of ${(whole / 1e6).toFixed(1)} MB`,
    );
  }
  print(
    `  both files, blocks that differ alone: ${percent((facts.delta + records.delta) / (facts.whole + records.whole))}`,
  );
}

interface Compared {
  /** Share of the parts. */
  readonly same: number;
  readonly bytes: number;
  /** As they would be sent, packed where that saves anything. */
  readonly delta: number;
  readonly whole: number;
}

function compareParts(old: readonly Buffer[], young: readonly Buffer[]): Compared {
  const known = new Set(old.map((part) => part.toString('latin1')));
  const other = young.filter((part) => !known.has(part.toString('latin1')));
  const toSent = (parts: readonly Buffer[]) => {
    const all = Buffer.concat(parts);
    return Math.min(all.length, zstdCompressSync(all).length);
  };
  return {
    same: 1 - other.length / young.length,
    bytes: young.reduce((sum, { length }) => sum + length, 0),
    delta: toSent(other),
    whole: toSent(young),
  };
}

const listFacts = (snapshot: string) => cut(join(snapshot, 'blocks.dat'), blockBytes);

/** Packed, as they lie there; the gaps between partitions are left out. */
function listRecords(snapshot: string): Buffer[] {
  const records = openRecordsFile(snapshot, readManifest(snapshot));
  if (records === undefined) throw new Error('The snapshot has records');
  const { partitionPages, partitionBlocks, lengths } = records.index;
  records.close();
  const bytes = readFileSync(join(snapshot, 'records.dat'));
  const blocks: Buffer[] = [];
  for (const [partition, count] of partitionBlocks.entries()) {
    let offset = (partitionPages[partition] as number) * pageBytes;
    for (const end = blocks.length + count; blocks.length < end; ) {
      const length = lengths[blocks.length] as number;
      blocks.push(bytes.subarray(offset, offset + length));
      offset += length;
    }
  }
  return blocks;
}

function cut(file: string, size: number): Buffer[] {
  const bytes = readFileSync(file);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}
