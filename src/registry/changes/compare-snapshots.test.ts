import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { toExampleCompany } from '../../../test/support/registry/example-company.ts';
import { type Company, companyStatuses } from '../../domain/company/company.ts';
import { type CompanyChange, findCompanyChange, toCompanyState } from '../../domain/company/company-change.ts';
import { type Cnpj, completeCnpj } from '../../domain/numbers/cnpj.ts';
import { keyLow, partitionOf, rootHigh, rootLow, toQuad } from '../files/cnpj-key.ts';
import { toPackedDate } from '../files/quirks.ts';
import { BlockWriter, blockBytes } from '../snapshot/block.ts';
import type { Manifest } from '../snapshot/manifest.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import { compareSnapshots, compareWatched } from './compare-snapshots.ts';
import { toKeyWords, toWatchedKeys } from './watched-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'confere-changes-'));
const opened: Snapshot[] = [];
afterAll(() => {
  for (const snapshot of opened) snapshot.close();
  rmSync(folder, { recursive: true, force: true });
});

const youngCompanyDays = 180;
const oldDay = '2026-09-12';
const newDay = '2026-10-10';

const toKey = (cnpj: Cnpj) => ({
  high: rootHigh(toQuad(cnpj, 0), toQuad(cnpj, 4)),
  low: rootLow(toQuad(cnpj, 4)),
  branch: toQuad(cnpj, 8),
});
const toName = (name: string | null) => {
  const names = Buffer.from(name ?? '', 'latin1');
  return { names, nameAt: 0, nameBytes: names.length };
};
const toDate = (day: string | null) => (day === null ? 0 : toPackedDate(day));

/** A snapshot with as many partitions as wanted, which an import would choose by its size. */
function makeSnapshot(companies: readonly Company[], partitions: number, dataAsOf: string): Snapshot {
  const sorted = companies.toSorted((a, b) => (a.cnpj < b.cnpj ? -1 : 1));
  const index = { starts: [] as number[], blocks: [] as number[], high: [] as number[], low: [] as number[] };
  const pieces: Buffer[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    const writer = new BlockWriter();
    for (const company of sorted) {
      const { high, low, branch } = toKey(company.cnpj);
      if (partitionOf(high, low, partitions) !== partition) continue;
      const meiExcludedOn = toDate(company.meiExcludedOn);
      writer.append(
        { high, low, meiOpted: company.meiOpted === true, meiExcludedOn, ...toName(company.legalName) },
        {
          branch,
          status: companyStatuses.indexOf(company.status),
          headOffice: company.headOffice,
          specialSituation: company.specialSituation === true,
          startedOn: toDate(company.foundationDate),
          ...toName(company.tradeName),
        },
      );
    }
    index.starts.push(index.high.length);
    index.blocks.push(writer.blocks);
    for (let block = 0; block < writer.blocks; block++) {
      index.high.push(writer.firstKeys[2 * block] as number);
      index.low.push(writer.firstKeys[2 * block + 1] as number);
      pieces.push(Buffer.from(writer.bytes.slice(block * blockBytes, (block + 1) * blockBytes)));
    }
  }
  const path = join(folder, `${opened.length}.dat`);
  writeFileSync(path, Buffer.concat(pieces));
  const snapshot = new Snapshot(
    { data_as_of: dataAsOf, partitions } as Manifest,
    {
      partitionStarts: Uint32Array.from(index.starts),
      partitionBlocks: Uint32Array.from(index.blocks),
      keyHigh: Uint32Array.from(index.high),
      keyLow: Uint32Array.from(index.low),
      checksums: Uint32Array.from(pieces, (piece) => crc32(piece)),
    },
    openSync(path, 'r'),
  );
  opened.push(snapshot);
  return snapshot;
}

const sortedByCnpj = (changes: Iterable<CompanyChange[]>) =>
  [...changes].flat().toSorted((a, b) => (a.cnpj < b.cnpj ? -1 : 1));

/** Few roots and branches, so that both snapshots share many; long names, so that a partition has several blocks. */
const cnpj = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4 }))
  .map(([root, branch]) => completeCnpj(`12ABC3${String(root).padStart(2, '0')}${String(branch).padStart(4, '0')}`));
const day = fc.constantFrom('2010-01-04', '2026-04-01', '2026-05-01', '2026-09-01', null);
const company = fc.record({
  cnpj,
  legalName: fc.constantFrom('A'.repeat(120), 'B'.repeat(140), null),
  tradeName: fc.constantFrom('C'.repeat(100), null),
  status: fc.constantFrom('active', 'closed', 'unfit') as fc.Arbitrary<Company['status']>,
  foundationDate: day,
  meiOpted: fc.boolean(),
  meiExcludedOn: fc.constantFrom('2026-10-01', null),
  headOffice: fc.boolean(),
  specialSituation: fc.boolean(),
});
/** All establishments of a root share the facts of the root. */
const companies = fc.uniqueArray(company, { selector: (one) => one.cnpj, maxLength: 90 }).map((all) => {
  const roots = new Map<string, Company>();
  return all.map((one): Company => {
    const root = roots.get(one.cnpj.slice(0, 8)) ?? one;
    roots.set(one.cnpj.slice(0, 8), root);
    return { ...one, legalName: root.legalName, meiOpted: root.meiOpted, meiExcludedOn: root.meiExcludedOn };
  });
});
const partitions = fc.constantFrom(1, 2, 4);

function compareOneByOne(before: readonly Company[], after: readonly Company[]): CompanyChange[] {
  const toStates = (all: readonly Company[], on: string) =>
    new Map(all.map((one) => [one.cnpj, toCompanyState(one, on, youngCompanyDays)]));
  const [old, young] = [toStates(before, oldDay), toStates(after, newDay)];
  return [...new Set([...old.keys(), ...young.keys()])]
    .toSorted()
    .flatMap((number) => findCompanyChange(number, old.get(number) ?? null, young.get(number) ?? null) ?? []);
}

describe('two snapshots, whatever their numbers of partitions,', () => {
  it('differ in exactly the companies that differ when each is looked up', () => {
    fc.assert(
      fc.property(companies, companies, partitions, partitions, (before, after, ofOld, ofNew) => {
        const found = compareSnapshots(
          makeSnapshot(before, ofOld, oldDay),
          makeSnapshot(after, ofNew, newDay),
          youngCompanyDays,
        );
        expect(sortedByCnpj(found)).toEqual(compareOneByOne(before, after));
      }),
      { numRuns: 150 },
    );
  });

  it('differ for a list of numbers as they do for all, in what is on the list', () => {
    fc.assert(
      fc.property(
        companies,
        companies,
        fc.uniqueArray(cnpj, { maxLength: 60 }),
        fc.tuple(partitions, partitions),
        (before, after, listed, [ofOld, ofNew]) => {
          const found = compareWatched(
            makeSnapshot(before, ofOld, oldDay),
            makeSnapshot(after, ofNew, newDay),
            toWatchedKeys(toKeyWords(listed)),
            youngCompanyDays,
          );
          const expected = compareOneByOne(before, after).filter((change) => listed.includes(change.cnpj));
          expect(sortedByCnpj(found)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a company whose entry stays the same', () => {
  const number = completeCnpj('12ABC3450001');
  const compare = (facts: Partial<Company>) => {
    const snapshot = (on: string) => makeSnapshot([toExampleCompany(number, facts)], 2, on);
    return sortedByCnpj(compareSnapshots(snapshot(oldDay), snapshot(newDay), youngCompanyDays));
  };

  it('is told of when it is no longer young', () => {
    expect(compare({ foundationDate: '2026-04-01' })).toMatchObject([
      { kind: 'changed', changed: ['risk_level'], before: { risk_level: 'medium' }, after: { risk_level: 'low' } },
    ]);
  });

  it('is told of when its exclusion from MEI has come into force', () => {
    expect(compare({ meiOpted: true, meiExcludedOn: '2026-10-01' })).toMatchObject([
      { changed: ['mei'], before: { mei: true }, after: { mei: false } },
    ]);
  });

  it('is not told of otherwise', () => {
    expect(compare({})).toEqual([]);
  });
});

it('keys have the order of their numbers, each once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(cnpj), (numbers) => {
      const { high, low } = toWatchedKeys(toKeyWords([...numbers, ...numbers]));
      for (let index = 1; index < high.length; index++) {
        const [a, b] = [high[index - 1] as number, high[index] as number];
        expect(a < b || (a === b && (low[index - 1] as number) < (low[index] as number))).toBe(true);
      }
      expect(high).toHaveLength(numbers.length);
      const first = numbers.toSorted()[0];
      if (first !== undefined) {
        const key = toKey(first);
        expect([high[0], low[0]]).toEqual([key.high, keyLow(key.low, key.branch)]);
      }
    }),
  );
});
