// The files of a dump: their names as published, which rows go into which part and in what order, and how one is written.

import { join } from 'node:path';
import { type LookupName, lookupTables } from './tables/lookups.ts';
import { partnersMax } from './tables/partners.ts';
import { createRegistry, type RegistryOptions } from './tables/registry.ts';
import { createRowWriter } from './tables/rows.ts';
import { taxRegimeFiles, taxRegimeRows } from './tables/tax-regimes.ts';
import { createPermutation, mix } from './values/random.ts';
import { createZipFile } from './zip-file.ts';

export interface DumpOptions extends RegistryOptions {
  readonly folder: string;
  readonly level: number;
  /** Members expected to be at least this large get ZIP64 fields. */
  readonly zip64FromBytes: number;
}

export type DumpFile =
  | { readonly kind: 'companies' | 'establishments' | 'partners'; readonly part: number }
  | { readonly kind: 'taxRegimes'; readonly part: number }
  | { readonly kind: 'simples' }
  | { readonly kind: 'lookup'; readonly name: LookupName };

export interface WrittenFile {
  readonly file: DumpFile;
  readonly rows: number;
  readonly bytes: number;
}

/** Part 0 holds far more than the others, as published. */
const partShares = [0.41, 0.07, 0.06, 0.065, 0.07, 0.06, 0.07, 0.065, 0.06, 0.07];
/** The figures come from the real files. The script uses them to plan, and never to check. */
const bytesPerRow = { companies: 79, establishments: 234, simples: 63, partners: 42, taxRegimes: 47 };
const bufferBytes = 4 << 20;
/** Longer than any row: 99 activities and every defect at once. */
const rowBytesMax = 8192;
/** Real Simples files compress to a tenth, which only rows in rising runs do: runs of this many companies, shuffled. */
const simplesRun = 4096;
const oneRowTwiceIn = 20_000;

const partNames = {
  companies: { zip: 'Empresas', member: 'EMPRECSV' },
  establishments: { zip: 'Estabelecimentos', member: 'ESTABELE' },
  partners: { zip: 'Socios', member: 'SOCIOCSV' },
};

export function listFiles(): DumpFile[] {
  const parts = partShares.map((_, part) => part);
  return [
    ...parts.map((part) => ({ kind: 'establishments' as const, part })),
    ...parts.map((part) => ({ kind: 'companies' as const, part })),
    ...parts.map((part) => ({ kind: 'partners' as const, part })),
    { kind: 'simples' as const },
    ...taxRegimeFiles.map((_, part) => ({ kind: 'taxRegimes' as const, part })),
    ...(Object.keys(lookupTables) as LookupName[]).map((name) => ({ kind: 'lookup' as const, name })),
  ];
}

function zipNameOf(file: DumpFile): string {
  if (file.kind === 'simples') return 'Simples.zip';
  if (file.kind === 'taxRegimes') return `${taxRegimeFiles[file.part]}.zip`;
  if (file.kind === 'lookup') return `${file.name}.zip`;
  return `${partNames[file.kind].zip}${file.part}.zip`;
}

/** `D61010` is 2026-10-10: the last digit of the year, month and day. */
function memberNameOf(file: DumpFile, date: string): string {
  const tag = `D${date.slice(3).replaceAll('-', '')}`;
  if (file.kind === 'taxRegimes') return `${taxRegimeFiles[file.part]}.csv`;
  if (file.kind === 'simples') return `F.K03200$W.SIMPLES.CSV.${tag}`;
  if (file.kind === 'lookup') return `F.K03200$Z.${tag}.${lookupTables[file.name].suffix}`;
  return `K3241.K03200Y${file.part}.${tag}.${partNames[file.kind].member}`;
}

/** Estimates the size of a dump's rows before compression. The script uses it for progress and for the ZIP64 decision. */
export function expectedBytesOf(file: DumpFile, options: DumpOptions): number {
  if (file.kind === 'lookup') return 4096;
  if (file.kind === 'taxRegimes') return options.establishments * 0.05 * bytesPerRow.taxRegimes;
  if (file.kind === 'simples') return options.establishments * 0.69 * bytesPerRow.simples;
  return options.establishments * (partShares[file.part] as number) * bytesPerRow[file.kind];
}

/** Writes one zip, in pieces that do not grow with the dump. `onBytes` hears of each piece before compression. */
export function writeFile(file: DumpFile, options: DumpOptions, onBytes: (bytes: number) => void): WrittenFile {
  const zip = createZipFile({
    path: join(options.folder, zipNameOf(file)),
    member: memberNameOf(file, options.date),
    date: options.date,
    level: options.level,
    zip64: expectedBytesOf(file, options) * 1.1 >= options.zip64FromBytes,
  });
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let [used, rows, bytes] = [0, 0, 0];
  const flush = (): void => {
    zip.write(buffer.subarray(0, used));
    bytes += used;
    onBytes(used);
    used = 0;
  };
  for (const row of rowsOf(file, options)) {
    if (used > bufferBytes - rowBytesMax) flush();
    used += buffer.write(row, used, 'latin1');
    rows++;
  }
  flush();
  zip.close();
  return { file, rows, bytes };
}

/** The rows of one file, in order. */
function rowsOf(file: DumpFile, options: RegistryOptions): Iterable<string> {
  if (file.kind === 'lookup') return lookupTables[file.name].rows.map(([code, text]) => `"${code}";"${text}"\n`);
  const registry = createRegistry(options);
  const writer = createRowWriter(registry);
  if (file.kind === 'taxRegimes') return taxRegimeRows(registry, file.part);
  if (file.kind === 'simples') return simplesRows({ ...options, size: registry.companies, row: writer.simples });
  if (file.kind === 'establishments') {
    return partOf({ ...options, size: registry.establishments, part: file.part, salt: 21, row: writer.establishment });
  }
  if (file.kind === 'partners') {
    // The rows of one company are far apart: places of companies and partners are shuffled together.
    const row = (place: number): string | undefined =>
      writer.partner(Math.trunc(place / partnersMax), place % partnersMax);
    // Partners of roots that are in no other file: the real dump has them too.
    const strangers =
      options.defects && file.part === 0 ? [0, 1, 2].map((choice) => stranger(registry.unusedRoot(choice))) : [];
    return partOf({
      ...options,
      size: registry.companies * partnersMax,
      part: file.part,
      salt: 24,
      row,
      before: strangers,
    });
  }
  const twins = registry.traits.root_twice_one_blank.list(10).map(writer.blankTwin);
  // One blank row comes before its named twin and one after it.
  const before = file.part === 0 ? twins.filter((_, place) => place % 2 === 0) : [];
  const after = file.part === 9 ? twins.filter((_, place) => place % 2 === 1) : [];
  return partOf({
    ...options,
    size: registry.companies,
    part: file.part,
    salt: 22,
    row: writer.company,
    before,
    after,
  });
}

interface PartOptions extends RegistryOptions {
  readonly size: number;
  readonly part: number;
  readonly salt: number;
  /** Returns undefined if there is no row at this index. */
  readonly row: (index: number) => string | undefined;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

function* partOf(options: PartOptions): Generator<string> {
  const { size, row } = options;
  const permuted = createPermutation(size, mix(options.seed, options.salt));
  const twiceIn = repeatPeriod(options);
  const shareBefore = partShares.slice(0, options.part).reduce((sum, share) => sum + share, 0);
  const first = Math.round(size * shareBefore);
  const last =
    options.part === partShares.length - 1
      ? size
      : Math.round(size * (shareBefore + (partShares[options.part] as number)));
  yield* options.before ?? [];
  for (let position = first; position < last; position++) {
    const own = row(permuted(position));
    if (own !== undefined) yield own;
    // The repeated row comes from anywhere, so its first copy is usually in another part.
    const repeats = position % twiceIn === twiceIn - 1;
    const repeated = repeats ? (row(permuted((position * 7 + 3) % size)) ?? own) : undefined;
    if (repeated !== undefined) yield repeated;
  }
  yield* options.after ?? [];
}

function* simplesRows(
  options: RegistryOptions & { size: number; row: (index: number) => string | undefined },
): Generator<string> {
  const runs = Math.ceil(options.size / simplesRun);
  const permuted = createPermutation(runs, mix(options.seed, 23));
  const twiceIn = repeatPeriod(options);
  for (let position = 0; position < runs; position++) {
    const first = permuted(position) * simplesRun;
    for (let index = first; index < Math.min(first + simplesRun, options.size); index++) {
      const row = options.row(index);
      if (row === undefined) continue;
      yield row;
      if (index % twiceIn === twiceIn - 1) yield row;
    }
  }
}

function repeatPeriod(options: RegistryOptions & { size: number }): number {
  return options.defects
    ? Math.max(1, Math.min(oneRowTwiceIn, Math.floor(options.size / 8)))
    : Number.POSITIVE_INFINITY;
}

function stranger(root: string): string {
  return `"${root}";"2";"ANA DE SOUZA";"***123456**";"22";"20200101";"";"***000000**";"";"00";"5"\n`;
}
