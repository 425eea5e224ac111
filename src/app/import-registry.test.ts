import { describe, expect, it } from 'vitest';
import {
  checkCounts,
  checkDump,
  type Draft,
  type DumpFile,
  defaultImportRules,
  type SnapshotCounts,
} from './import-registry.ts';

const file = (group: DumpFile['group'], part: number, dataAsOf: string | undefined = '2026-08-08'): DumpFile => ({
  group,
  part,
  dataAsOf,
  path: `${group}-${part}.zip`,
  csvBytes: 1,
});

const tenParts = Array.from({ length: 10 }, (_, part) => part);
const whole: readonly DumpFile[] = [
  ...tenParts.map((part) => file('companies', part)),
  ...tenParts.map((part) => file('establishments', part)),
  file('simples', 0),
];

const healthy: SnapshotCounts = {
  establishments: 1_000_000,
  companies: 955_000,
  meis: 200_000,
  rows: { companies: 955_000, establishments: 1_000_000, simples: 700_000 },
  rejected_rows: 0,
  without_company: 0,
  without_legal_name: 0,
  companies_without_establishment: 0,
  duplicate_companies: 0,
  duplicate_establishments: 0,
  conflicting_establishments: 0,
  unknown_statuses: 0,
  unknown_office_kinds: 0,
  unreadable_dates: 0,
};

const draft = (counts: Partial<SnapshotCounts> = {}): Draft => ({
  id: 'draft',
  dataAsOf: '2026-09-12',
  importedAt: '2026-09-13T00:00:00Z',
  bytes: 1,
  counts: { ...healthy, ...counts },
  rejectedReport: 'rejected-rows.jsonl',
});

describe('checkDump', () => {
  it('accepts a whole month and returns its date', () => {
    expect(checkDump(whole)).toBe('2026-08-08');
  });

  it('names every part that is missing', () => {
    const partial = whole.filter(
      (one) => one.group !== 'simples' && !(one.group === 'establishments' && one.part === 7),
    );
    expect(() => checkDump(partial)).toThrow(/Estabelecimentos7, Simples are missing/);
    expect(() => checkDump([])).toThrow(/Empresas0, /);
  });

  it('refuses a part that is there twice, is empty, or has no date', () => {
    expect(() => checkDump([...whole, file('companies', 3)])).toThrow(/Empresas3 was found more than once/);
    expect(() => checkDump([...whole.slice(1), { ...file('companies', 0), csvBytes: 0 }])).toThrow(/is empty/);
    expect(() => checkDump([...whole.slice(1), { ...file('companies', 0), dataAsOf: undefined }])).toThrow(
      /no extraction date/,
    );
  });

  it('refuses files of two months', () => {
    expect(() => checkDump([...whole.slice(1), file('companies', 0, '2026-07-11')])).toThrow(
      /different days \(2026-07-11, 2026-08-08\)/,
    );
  });
});

describe('checkCounts', () => {
  it('accepts counts that grow, and a first import', () => {
    expect(() => checkCounts(draft(), undefined, defaultImportRules)).not.toThrow();
    expect(() => checkCounts(draft({ establishments: 1_010_000 }), draft(), defaultImportRules)).not.toThrow();
  });

  it('stops a loss of more than 5 % of anything, unless forced', () => {
    for (const kind of ['establishments', 'companies', 'meis'] as const) {
      const fewer = draft({ [kind]: Math.floor(healthy[kind] * 0.949) });
      expect(() => checkCounts(fewer, draft(), defaultImportRules)).toThrow(/--force/);
      expect(() => checkCounts(fewer, draft(), { ...defaultImportRules, force: true })).not.toThrow();
      const slightlyFewer = draft({ [kind]: Math.ceil(healthy[kind] * 0.951) });
      expect(() => checkCounts(slightlyFewer, draft(), defaultImportRules)).not.toThrow();
    }
  });

  it('stops too many unreadable rows, and force does not help', () => {
    const rules = { ...defaultImportRules, force: true };
    expect(() => checkCounts(draft({ rejected_rows: 266 }), undefined, rules)).toThrow(/could not be read/);
    expect(() => checkCounts(draft({ rejected_rows: 265 }), undefined, rules)).not.toThrow();
  });

  it('stops establishments without company names', () => {
    expect(() =>
      checkCounts(draft({ without_company: 999, without_legal_name: 2 }), undefined, defaultImportRules),
    ).toThrow(/no company name/);
    expect(() => checkCounts(draft({ without_company: 1000 }), undefined, defaultImportRules)).not.toThrow();
  });

  it('stops an import of nothing', () => {
    expect(() => checkCounts(draft({ establishments: 0 }), undefined, defaultImportRules)).toThrow(/no establishment/);
  });
});
