import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Company, companyStatuses } from '../../domain/company/company.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { keyLow } from '../files/cnpj-key.ts';
import { BlockCursor, BlockWriter, blockBytes } from './block.ts';

const cnpj = completeCnpj('12ABC34501DE');

/** One establishment as a reader sees it. */
interface Entry extends Omit<Company, 'cnpj' | 'meiOpted' | 'specialSituation'> {
  readonly specialSituation: boolean;
  readonly meiOpted: boolean;
  readonly high: number;
  readonly low: number;
  readonly branch: number;
}

const plain: Entry = {
  high: 1,
  low: 1,
  branch: 1,
  legalName: 'PADARIA EXEMPLO LTDA',
  tradeName: null,
  status: 'active',
  foundationDate: '2010-01-04',
  meiOpted: false,
  meiExcludedOn: null,
  headOffice: true,
  specialSituation: false,
};

function packDate(day: string | null): number {
  if (day === null) return 0;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return (year << 9) | (month << 5) | date;
}

/** The name lies somewhere inside a longer text, as it does in a file of the Receita. */
function toName(name: string | null) {
  const names = Buffer.from(`;"${name ?? ''}";`, 'latin1');
  return { names, nameAt: 2, nameBytes: names.length - 4 };
}

function append(writer: BlockWriter, entry: Entry): void {
  const { high, low, meiOpted, branch, headOffice, specialSituation } = entry;
  writer.append(
    { high, low, meiOpted, meiExcludedOn: packDate(entry.meiExcludedOn), ...toName(entry.legalName) },
    {
      branch,
      headOffice,
      specialSituation,
      status: companyStatuses.indexOf(entry.status),
      startedOn: packDate(entry.foundationDate),
      ...toName(entry.tradeName),
    },
  );
}

function readBlock(writer: BlockWriter, index: number): Entry[] {
  const block = Buffer.from(writer.bytes.subarray(index * blockBytes, (index + 1) * blockBytes));
  const cursor = new BlockCursor(block);
  const entries: Entry[] = [];
  while (cursor.advance()) {
    const { cnpj: _cnpj, meiOpted, specialSituation, ...company } = cursor.toCompany(cnpj);
    const { high, low, branch } = cursor;
    // A snapshot always tells both.
    if (meiOpted === null || specialSituation === null) throw new Error('not told');
    entries.push({ high, low, branch, meiOpted, specialSituation, ...company });
  }
  return entries;
}

function readAll(writer: BlockWriter): Entry[] {
  return Array.from({ length: writer.blocks }, (_, index) => readBlock(writer, index)).flat();
}

function write(entries: readonly Entry[], writer = new BlockWriter()): BlockWriter {
  for (const entry of entries) append(writer, entry);
  return writer;
}

const latin1 = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  maxLength: 150,
});
const name = latin1.map((text) => (text === '' ? null : text));
const day = fc.constantFrom(null, '1891-02-28', '1999-12-31', '2026-10-11');
const anyRoot = fc.record({
  high: fc.integer({ min: 0, max: 0xffff_ffff }),
  low: fc.integer({ min: 0, max: 1023 }),
  legalName: name,
  meiOpted: fc.boolean(),
  meiExcludedOn: day,
});
const anyEstablishment = fc.record({
  branch: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 36 ** 4 - 1 })),
  tradeName: name,
  status: fc.constantFrom(...companyStatuses),
  foundationDate: day,
  headOffice: fc.boolean(),
  specialSituation: fc.boolean(),
});
const anyEntries = fc
  .array(fc.tuple(anyRoot, fc.array(anyEstablishment, { minLength: 1, maxLength: 30 })), { maxLength: 20 })
  .map((roots) => roots.flatMap(([root, all]) => all.map((establishment) => ({ ...root, ...establishment }))));

describe('establishments in blocks', () => {
  it('are read as they were written, every one, in their order', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(readAll(write(entries))).toEqual(entries);
      }),
    );
  });

  it.each<[string, Partial<Entry>]>([
    ['the largest root and branch', { high: 0xffff_ffff, low: 1023, branch: 36 ** 4 - 1 }],
    ['the smallest root', { high: 0, low: 0, branch: 0 }],
    ['no name at all', { legalName: null, tradeName: null }],
    ['the longest names', { legalName: 'É'.repeat(255), tradeName: 'ÿ'.repeat(255) }],
    ['a MEI of today', { meiOpted: true }],
    ['a MEI of the past', { meiOpted: true, meiExcludedOn: '2020-02-29' }],
    ['an exclusion without an option', { meiExcludedOn: '2020-02-29' }],
    ['no start', { foundationDate: null }],
    ['a branch office in a special situation', { headOffice: false, specialSituation: true, branch: 2 }],
    ...companyStatuses.map((status): [string, Partial<Entry>] => [`the status ${status}`, { status }]),
  ])('keep %s', (_what, changed) => {
    const entry = { ...plain, high: 2, ...changed };
    expect(readAll(write([plain, entry]))).toEqual([plain, entry]);
  });

  it('carry what their root says once, and still tell it for each of them', () => {
    const chain = Array.from({ length: 100 }, (_, index) => ({
      ...plain,
      branch: index + 1,
      legalName: 'X'.repeat(200),
    }));
    const writer = write(chain);
    expect(readAll(writer)).toEqual(chain);
    // 100 times the name alone would be ten blocks.
    expect(writer.blocks).toBe(1);
  });

  it('are told apart when only one half of the root differs', () => {
    const entries = [
      plain,
      { ...plain, low: 2, legalName: 'OUTRA' },
      { ...plain, high: 2, low: 2, legalName: 'TERCEIRA' },
    ];
    expect(readAll(write(entries))).toEqual(entries);
  });

  it('fill a block to its last byte and no further', () => {
    // The first takes 12 bytes and its name, each further one 5 and its trade name.
    const first = { ...plain, legalName: 'N'.repeat(255), tradeName: 'T'.repeat(255) };
    const others = Array.from({ length: 5 }, () => ({ ...first, tradeName: 'T'.repeat(255) }));
    const roomLeft = blockBytes - (12 + 255 + 255) - 5 * (5 + 255);
    const last = { ...first, tradeName: 'T'.repeat(roomLeft - 5) };
    const full = write([first, ...others, last]);
    expect(full.blocks).toBe(1);
    expect(readAll(full)).toEqual([first, ...others, last]);
    const over = { ...last, tradeName: `${last.tradeName}T` };
    const spilled = write([first, ...others, over]);
    expect(spilled.blocks).toBe(2);
    expect(readBlock(spilled, 1)).toEqual([over]);
    expect(readAll(spilled)).toEqual([first, ...others, over]);
  });

  it.each([1, 2, 3, 4, 5])('end where %i bytes of a block are left', (left) => {
    const first = { ...plain, legalName: 'N'.repeat(255), tradeName: 'T'.repeat(255) };
    const others = Array.from({ length: 5 }, () => first);
    const roomLeft = blockBytes - (12 + 255 + 255) - 5 * (5 + 255);
    const last = { ...first, tradeName: 'T'.repeat(roomLeft - 5 - left) };
    const next = { ...plain, high: 9 };
    const writer = write([first, ...others, last, next]);
    expect(writer.blocks).toBe(2);
    expect(readAll(writer)).toEqual([first, ...others, last, next]);
  });
});

/**
 * Counts bytes as `block.ts` describes: 5 bytes and the trade name, 3 for a branch that is not the first. The root precedes the first of its
 * entries.
 */
function countBytes(entry: Entry, continues: boolean): number {
  const own = 5 + (entry.branch === 1 ? 0 : 3) + (entry.tradeName?.length ?? 0);
  return continues ? own : own + 7 + (entry.legalName?.length ?? 0) + (entry.meiExcludedOn === null ? 0 : 3);
}

/** Counts the entries of each block when every entry that fits goes in. */
function fillBlocks(entries: readonly Entry[]): number[] {
  const held: number[] = [];
  let used = blockBytes;
  let last: Entry | undefined;
  for (const entry of entries) {
    const isSameRoot = last?.high === entry.high && last.low === entry.low;
    const fits = used + countBytes(entry, isSameRoot) <= blockBytes;
    if (fits) held[held.length - 1] = (held.at(-1) ?? 0) + 1;
    else held.push(1);
    used = fits ? used + countBytes(entry, isSameRoot) : countBytes(entry, false);
    last = entry;
  }
  return held;
}

it('a block takes every entry that fits, whatever its branch and its root', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const writer = write(entries);
      expect(Array.from({ length: writer.blocks }, (_, index) => readBlock(writer, index).length)).toEqual(
        fillBlocks(entries),
      );
    }),
  );
});

const lastEntries: readonly Partial<Entry>[] = [
  { branch: 2 },
  { high: 2 },
  { high: 2, branch: 2 },
  { high: 2, meiExcludedOn: '2015-07-01' },
  { high: 2, branch: 2, meiExcludedOn: '2015-07-01' },
];

it.each(lastEntries)(
  'the entry %o goes into a block when its last byte does, and not when it is one byte longer',
  (facts) => {
    const first = { ...plain, legalName: 'N'.repeat(255), tradeName: 'T'.repeat(255) };
    const others = Array.from({ length: 5 }, () => first);
    const roomLeft = blockBytes - countBytes(first, false) - 5 * countBytes(first, true);
    const shortest: Entry = { ...plain, legalName: null, ...facts };
    const named = (length: number) => ({ ...shortest, tradeName: 'T'.repeat(length) });
    const last = named(roomLeft - countBytes(shortest, facts.high === undefined));
    const fitting = write([first, ...others, last]);
    expect(fitting.blocks).toBe(1);
    const over = named(last.tradeName.length + 1);
    const spilled = write([first, ...others, over]);
    expect(spilled.blocks).toBe(2);
    expect(readBlock(spilled, 1)).toHaveLength(1);
  },
);

it('the shortest entry is read from the last five bytes of a block', () => {
  const first = { ...plain, legalName: 'N'.repeat(255), tradeName: 'T'.repeat(255) };
  const others = Array.from({ length: 5 }, () => first);
  const roomLeft = blockBytes - countBytes(first, false) - 5 * countBytes(first, true);
  const longer = { ...first, tradeName: 'T'.repeat(roomLeft - 10) };
  const shortest = { ...first, tradeName: null };
  const writer = write([first, ...others, longer, shortest]);
  expect(writer.blocks).toBe(1);
  expect(readAll(writer).at(-1)).toEqual(shortest);
});

describe('two entries', () => {
  function saySame(changed: Partial<Entry>): boolean {
    const [one, other] = [plain, { ...plain, ...changed }].map((entry) => {
      const cursor = new BlockCursor(Buffer.from(write([entry]).bytes.subarray(0, blockBytes)));
      cursor.advance();
      return cursor;
    }) as [BlockCursor, BlockCursor];
    expect(one.saysTheSame(other)).toBe(other.saysTheSame(one));
    return one.saysTheSame(other);
  }

  it('say the same of different establishments', () => {
    expect(saySame({})).toBe(true);
    expect(saySame({ high: 7, low: 9, branch: 36 })).toBe(true);
  });

  it.each<Partial<Entry>>([
    { status: 'closed' },
    { specialSituation: true },
    { headOffice: false },
    { foundationDate: null },
    { foundationDate: '2010-01-05' },
    { meiOpted: true },
    { meiExcludedOn: '2020-02-29' },
    { legalName: null },
    { legalName: 'PADARIA EXEMPLO LTDB' },
    { legalName: 'QADARIA EXEMPLO LTDA' },
    { legalName: 'PADARIA EXEMPLO LTDA ME' },
    { tradeName: 'P' },
  ])('say something else with %j', (changed) => {
    expect(saySame(changed)).toBe(false);
  });

  it('say the same exactly when all that is read of them is the same', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const writer = write(entries);
        const toCursor = () => new BlockCursor(Buffer.from(writer.bytes.subarray(0, blockBytes)));
        const told = ({ high: _high, low: _low, branch: _branch, ...rest }: Entry) => JSON.stringify(rest);
        const inFirst = writer.blocks === 0 ? [] : readBlock(writer, 0);
        const one = toCursor();
        for (const entry of inFirst) {
          one.advance();
          const other = toCursor();
          for (const another of inFirst) {
            other.advance();
            expect(one.saysTheSame(other)).toBe(told(entry) === told(another));
          }
        }
      }),
    );
  });
});

describe('the index of the blocks', () => {
  it('has the key of the first establishment of each', () => {
    const entries = Array.from({ length: 2_000 }, (_, index) => ({
      ...plain,
      high: index >>> 2,
      low: (index * 7) & 1023,
      branch: index + 1,
    }));
    const writer = write(entries);
    expect(writer.blocks).toBeGreaterThan(10);
    const firsts = Array.from({ length: writer.blocks }, (_, index) => readBlock(writer, index)[0] ?? plain);
    expect(writer.firstKeys).toEqual(firsts.flatMap(({ high, low, branch }) => [high, keyLow(low, branch)]));
  });
});

describe('a writer', () => {
  /** The entries fill as many blocks as only a part of the whole country does: the buffer grows twice. */
  const many = (label: string) =>
    Array.from({ length: 1_300 * 7 }, (_, index) => ({
      ...plain,
      high: index,
      legalName: `${label} ${index} ${'N'.repeat(230)}`,
    }));

  it('grows as often as it must, and what was written before is still there', () => {
    const entries = many('A');
    const writer = write(entries);
    expect(writer.blocks).toBeGreaterThan(1_024);
    expect(writer.bytes.length).toBeGreaterThanOrEqual(writer.blocks * blockBytes);
    expect(readAll(writer)).toEqual(entries);
  });

  it('has room for a whole block from the moment that it begins one', () => {
    const writer = new BlockWriter();
    const initial = writer.bytes.length / blockBytes;
    const entries = Array.from({ length: initial * 7 + 1 }, (_, index) => ({
      ...plain,
      high: index,
      legalName: 'N'.repeat(250),
    }));
    const written: Entry[] = [];
    for (const entry of entries) {
      append(writer, entry);
      written.push(entry);
      if (writer.blocks >= initial) expect(writer.bytes.length).toBeGreaterThanOrEqual(writer.blocks * blockBytes);
    }
    expect(writer.blocks).toBe(initial + 1);
    expect(readAll(writer)).toEqual(written);
  });

  it('begins anew after a reset: nothing of before is read, nor taken for the same root', () => {
    const writer = write(many('A').slice(0, 500));
    const same = { ...plain, high: 499, legalName: 'A NEW NAME' };
    writer.reset();
    expect([writer.blocks, writer.firstKeys]).toEqual([0, []]);
    expect(readAll(write([same], writer))).toEqual([same]);
    expect(writer.firstKeys).toEqual([499, keyLow(1, 1)]);
    expect(writer.bytes.subarray(blockBytes).every((byte) => byte === 0)).toBe(true);
  });
});

it('a cursor that is rewound reads its block again', () => {
  const writer = write([plain, { ...plain, branch: 2 }]);
  const cursor = new BlockCursor(Buffer.from(writer.bytes.subarray(0, blockBytes)));
  const branches = () => {
    const seen: number[] = [];
    while (cursor.advance()) seen.push(cursor.branch);
    return seen;
  };
  expect(branches()).toEqual([1, 2]);
  expect(branches()).toEqual([]);
  cursor.rewind();
  expect(branches()).toEqual([1, 2]);
});
